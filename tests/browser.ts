import type { FastifyInstance } from 'fastify';
import { readPhone } from '#server/ground/phone/phone.ts';

type Call = { headers?: Record<string, string>; body?: unknown; address?: string };

let browsers = 0;

/** Behaves like a browser towards the API: stores cookies and tokens, and sends the CSRF header. */
export function createBrowser(app: FastifyInstance, userAgent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/150') {
  const cookies = new Map<string, string>();
  // Rate limits apply per address and network, so each browser has an address in its own network.
  browsers += 1;
  const ownAddress = `10.${browsers >> 8}.${browsers & 255}.1`;
  const tokens: { product?: string | undefined; ai?: string | undefined } = {};

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { headers = {}, body, address = ownAddress }: Call = {},
  ) {
    const token = url.startsWith('/api_ai') ? tokens.ai : tokens.product;
    const csrf = cookies.get('csrftoken');
    const response = await app.inject({
      method,
      url,
      ...(body !== undefined && { payload: body as object }),
      remoteAddress: address,
      headers: {
        host: 'localhost:80',
        'user-agent': userAgent,
        ...(cookies.size > 0 && {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(csrf && method !== 'GET' && { 'x-csrftoken': csrf }),
        ...(method !== 'GET' && { origin: 'http://localhost:80' }),
        ...headers,
      },
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    const envelope = response.headers['content-type']?.includes('json') ? response.json() : undefined;
    return { status: response.statusCode, headers: response.headers, text: response.body, ...envelope };
  }

  return {
    cookies,
    tokens,
    send,
    get: (url: string, call?: Call) => send('GET', url, call),
    post: (url: string, body?: unknown, call?: Call) => send('POST', url, { ...call, body }),
    put: (url: string, body?: unknown, call?: Call) => send('PUT', url, { ...call, body }),
    delete: (url: string, call?: Call) => send('DELETE', url, call),

    /** Verifies a phone number with the code that demo mode shows; answers a ticket or a session. */
    async proveNumber(mobile: string, side: '/api/users' | '/api_ai/user' = '/api/users') {
      const sent = await send('POST', `${side}/send_sms`, { body: { mobile } });
      const { request_id, demo_code } = sent.data;
      const answer = await send('POST', `${side}/verify_sms`, {
        body: { mobile, request_id, code: demo_code },
      });
      if (side === '/api_ai/user') tokens.ai = answer.data?.token;
      else if (answer.data?.status === 'signed_in') this.keep(answer.data);
      return answer;
    },

    keep({ token, ai_token }: { token: string; ai_token: string }) {
      tokens.product = token;
      tokens.ai = ai_token;
    },

    async register(mobile: string, profile: object = {}) {
      const { data } = await this.proveNumber(mobile);
      const answer = await send('POST', '/api/common_info/simple_registration', {
        body: {
          ticket: data.ticket,
          name: '樣本人',
          gender: 'F',
          identity: 1,
          agreed: true,
          registration_method: 'popup_register',
          ...profile,
        },
      });
      if (answer.code === 0) this.keep(answer.data);
      return answer;
    },
  };
}

let last = 0;
/** A new Hong Kong number for this test file; each has its own prefix, because limits apply per prefix. */
export function newNumber(): string {
  last += 1;
  const number = `${6100 + (last % 800)}${1000 + last}`;
  return readPhone('852', number) ? number : newNumber();
}
