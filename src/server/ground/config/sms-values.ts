import { z } from 'zod';

const defaultPerDay = 2000;

/** `852`, or `852:5000` with the maximum number of messages per day for that country. */
export const dialCodes = z
  .array(
    z
      .string()
      .regex(/^[1-9]\d{0,3}(:\d{1,7})?$/, 'must be a list such as 852:5000,853')
      .transform((item) => {
        const [code = '', perDay] = item.split(':');
        return { code, perDay: perDay === undefined ? defaultPerDay : Number(perDay) };
      }),
  )
  .min(1, 'needs a country');

export const headerLines = z.string().transform((text, context) => {
  const parsed = z
    .record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[^\r\n]*$/))
    .safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  context.addIssue('must be a JSON object of texts');
  return z.NEVER;
});

export type GatewayConfig = {
  sender: 'console' | 'http' | undefined;
  http: { url: string | undefined; headers: Record<string, string>; body: string; timeoutMs: number };
  senderName: string | undefined;
};

/** A problem with the combination of variables that are each valid on their own. */
export function checkGateway({ sender, http, senderName }: GatewayConfig, demo: boolean): string | undefined {
  if (sender === 'console' && !demo) return 'SMS_SENDER=console (is for demo mode only)';
  if (sender !== 'http') return undefined;
  if (!http.url) return 'SMS_HTTP_URL= (is needed with SMS_SENDER=http)';
  if (http.body.includes('{sender}') && !senderName)
    return 'SMS_SENDER_NAME= (is needed where SMS_HTTP_BODY has {sender})';
  for (const placeholder of ['{to}', '{text}'])
    if (!http.body.includes(placeholder)) return `SMS_HTTP_BODY=… (must have ${placeholder})`;
  const kind = templateKind(http.headers);
  if (!kind)
    return 'SMS_HTTP_HEADERS=… (content-type must be application/json or application/x-www-form-urlencoded)';
  const sample = fillTemplate(http.body, kind, { to: '+85200000000', text: '"\n', sender: '#' });
  if (kind === 'json' && parseJson(sample) === undefined) return 'SMS_HTTP_BODY=… (must be JSON)';
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type TemplateKind = 'json' | 'form';

/** The format of the request body, or undefined for a content type that cannot be escaped here. */
export function templateKind(headers: Record<string, string>): TemplateKind | undefined {
  const header = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = (header ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  return type === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}

const escapes: Record<TemplateKind, (value: string) => string> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeURIComponent,
};

/** Replaces in one pass, so that a `{to}` inside the message text stays unchanged. */
export function fillTemplate(
  template: string,
  kind: TemplateKind,
  values: Record<'to' | 'text' | 'sender', string>,
) {
  return template.replace(/\{(to|text|sender)\}/g, (_, name: keyof typeof values) =>
    escapes[kind](values[name]),
  );
}
