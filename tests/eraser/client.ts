import { setTimeout as sleep } from 'node:timers/promises';
import { codes } from '#shared/codes/codes.ts';

const tokenExpired = codes.tokenExpired.code;

type Envelope = { code: number; message: string; data: never };
export type Progress = {
  id: number;
  record_id: number;
  status: string;
  pages: number;
  pages_done: number;
  pages_failed: number;
  seconds_left: number | null;
  image_records: { id: number; status: string; failure: string | null }[];
};

/** An HTTP client of the eraser at the server's current address; signed in by `logIn` or by headers. */
export function createClient(address: () => Promise<string>, who: Record<string, string> = {}) {
  let token = '';
  const cookies = new Map<string, string>();
  let renewing: Promise<void> | undefined;

  async function request(method: string, path: string, body?: object | FormData): Promise<Envelope> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${await address()}${path}`, {
      method,
      headers: {
        ...who,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    storeCookies(response);
    return (await response.json()) as Envelope;
  }

  function storeCookies({ headers }: Response) {
    for (const line of headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  /** Renews the token: it is valid for a quarter of an hour, and a task may take longer. */
  async function renew() {
    const response = await fetch(`${await address()}/api_ai/user/renew`, {
      method: 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': cookies.get('csrftoken') ?? '',
      },
    });
    storeCookies(response);
    const { code, message, data } = (await response.json()) as Envelope;
    if (code !== 0) throw new Error(`renewing answered ${code} ${message}`);
    token = (data as { token: string }).token;
  }

  async function call<Data>(method: string, path: string, body?: object | FormData): Promise<Data> {
    let answer = await request(method, path, body);
    if (answer.code === tokenExpired && token) {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      await renewing;
      answer = await request(method, path, body);
    }
    const { code, message, data } = answer;
    if (code !== 0)
      throw Object.assign(
        new Error(`${method} ${path} answered ${code} ${message} ${JSON.stringify(data)}`),
        { code },
      );
    return data as Data;
  }

  const progress = async (task: number) =>
    (await call<{ list: [Progress] }>('GET', `/api_ai/eraser/erase_trace_task?task_id=${task}`)).list[0];

  return {
    call,
    progress,

    /** Logs in with the code that demo mode shows. */
    async logIn(mobile: string) {
      const sent = await call<{ request_id: string; demo_code: string }>('POST', '/api_ai/user/send_sms', {
        mobile,
      });
      const code = { mobile, request_id: sent.request_id, code: sent.demo_code };
      const answer = await call<{ token: string; profile: { id: number } }>(
        'POST',
        '/api_ai/user/verify_sms',
        code,
      );
      token = answer.token;
      return answer.profile.id;
    },

    async upload(bytes: Uint8Array, name: string) {
      const form = new FormData();
      form.set('name', name);
      form.set('file', new Blob([Uint8Array.from(bytes)]), name);
      return (await call<{ id: number }>('POST', '/api_ai/eraser/cache_file', form)).id;
    },

    start: (files: number[]) =>
      call<Progress>('POST', '/api_ai/eraser/erase_trace_task', { files: files.map((id) => ({ id })) }),

    /** Polls until this many pages are done or failed; ignores errors while the server restarts. */
    async until(task: number, pages: number, timeoutMs: number): Promise<Progress> {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const now = await progress(task).catch((error: Error) => {
          if (Date.now() > deadline) throw error;
          return undefined;
        });
        if (now && now.pages_done + now.pages_failed >= pages) return now;
        if (Date.now() > deadline) throw new Error(`still at ${now?.pages_done} of ${pages} pages`);
        await sleep(150);
      }
    },
  };
}
