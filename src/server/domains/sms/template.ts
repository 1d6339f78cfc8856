export type TemplateKind = 'json' | 'form';

/** How the body of a request is written, or undefined for a content type nobody taught us to escape. */
export function templateKind(headers: Record<string, string>): TemplateKind | undefined {
  const given = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = (given ?? 'application/json').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return 'json';
  return type === 'application/x-www-form-urlencoded' ? 'form' : undefined;
}

const escapes: Record<TemplateKind, (value: string) => string> = {
  json: (value) => JSON.stringify(value).slice(1, -1),
  form: encodeURIComponent,
};

/** One pass, so that a message that itself holds `{to}` stays as it is. */
export function fillTemplate(
  template: string,
  kind: TemplateKind,
  values: Record<'to' | 'text' | 'sender', string>,
) {
  return template.replace(/\{(to|text|sender)\}/g, (_, name: keyof typeof values) =>
    escapes[kind](values[name]),
  );
}
