import { tokenExpired } from '../../src/shared/codes/numbers.ts';

export type Answer = {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** Of the envelope; undefined where the answer is none. */
  code: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what comes back differs by call
  data: any;
  message: string;
};
export type File = { field: string; name: string; type: string; bytes: Uint8Array };
type Request = { body?: unknown; file?: File; text?: string; headers?: Record<string, string> };
type Profile = { name: string; identity: 1 | 2 };

export type Browser = ReturnType<typeof createBrowser>;
let networks = 0;

/**
 * A browser towards a running server: it keeps cookies and tokens and sends the CSRF header. Limits apply per
 * network, so each has its own (the server is started with TRUST_PROXY=1).
 */
export function createBrowser(
  address: () => string | Promise<string>,
  userAgent = 'Mozilla/5.0 Chrome/150',
  onAnswer?: (method: string, path: string, answer: Answer) => void,
) {
  networks += 1;
  const network = `10.${networks >> 8}.${networks & 255}.1`;
  const cookies = new Map<string, string>();
  const tokens = { product: '', ai: '' };

  function headersFor(method: string, path: string, origin: string) {
    const token = path.startsWith('/api_ai') ? tokens.ai : tokens.product;
    return {
      'user-agent': userAgent,
      'accept-language': 'zh-Hant',
      'x-forwarded-for': network,
      ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      ...(token && path.startsWith('/api') && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { origin, 'x-csrftoken': cookies.get('csrftoken') ?? '' }),
    };
  }

  function keepCookies({ headers }: Response) {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0\b/i.test(line)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** The response with its body still to be read, as event streams need it. */
  async function open(method: string, path: string, request: Request = {}, signal?: AbortSignal) {
    const origin = await address();
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...headersFor(method, path, origin),
        ...(request.body !== undefined && !request.file && { 'content-type': 'application/json' }),
        ...(request.text !== undefined && { 'content-type': 'text/plain' }),
        ...request.headers,
      },
      ...bodyOf(request),
      ...(signal && { signal }),
    });
    keepCookies(response);
    return response;
  }

  async function once(method: string, path: string, request: Request): Promise<Answer> {
    const { status, headers, ...response } = await read(await open(method, path, request));
    const isJson = /^application\/json\b/.test(headers.get('content-type') ?? '');
    const envelope = isJson && path.startsWith('/api') ? JSON.parse(response.bytes.toString()) : {};
    const answer = { status, headers, bytes: response.bytes, ...emptyEnvelope, ...envelope };
    onAnswer?.(method, path, answer);
    return answer;
  }

  async function send(method: string, path: string, request: Request = {}): Promise<Answer> {
    const answer = await once(method, path, request);
    if (answer.code !== tokenExpired) return answer;
    const side = path.startsWith('/api_ai') ? 'ai' : 'product';
    const renewed = await once('POST', side === 'ai' ? '/api_ai/user/renew' : '/api/users/renew', {});
    tokens[side] = renewed.data?.token ?? '';
    return once(method, path, request);
  }

  /** The data of a call that must succeed. */
  async function call(method: string, path: string, body?: unknown) {
    const answer = await send(method, path, body === undefined ? {} : { body });
    if (answer.code !== 0) throw new CallFailed(method, path, answer);
    return answer.data;
  }

  function keep({ token, ai_token }: { token: string; ai_token: string }) {
    tokens.product = token;
    tokens.ai = ai_token;
  }

  return {
    cookies,
    tokens,
    open,
    send,
    call,
    keep,
    /** Logs in with the code that demo mode shows; a number without an account is registered. */
    async logIn(mobile: string, profile: Profile): Promise<number> {
      const { request_id, demo_code } = await call('POST', '/api/users/send_sms', { mobile });
      const code = { request_id, mobile, code: demo_code };
      let session = await call('POST', '/api/users/verify_sms', code);
      if (session.status === 'register')
        session = await call('POST', '/api/common_info/simple_registration', {
          ...{ ...profile, ticket: session.ticket, gender: 'F', agreed: true },
          registration_method: 'popup_register',
        });
      keep(session);
      return session.user.id;
    },
    /** Logs in to the AI side alone. */
    async logInToAi(mobile: string): Promise<number> {
      const { request_id, demo_code } = await call('POST', '/api_ai/user/send_sms', { mobile });
      const made = await call('POST', '/api_ai/user/verify_sms', { request_id, mobile, code: demo_code });
      tokens.ai = made.token;
      return made.profile.id;
    },
  };
}

class CallFailed extends Error {
  answer: Answer;
  constructor(method: string, path: string, answer: Answer) {
    super(
      `${method} ${path}: ${answer.status} ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`,
    );
    this.answer = answer;
  }
}

const emptyEnvelope = { code: undefined, data: undefined, message: '' };

async function read(response: Response) {
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function bodyOf({ body, file, text }: Request): { body?: string | FormData } {
  if (text !== undefined) return { body: text };
  if (!file) return body === undefined ? {} : { body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value));
  form.set(file.field, new Blob([Uint8Array.from(file.bytes)], { type: file.type }), file.name);
  return { body: form };
}
