import type { CallData, CallInput, CallKey } from '#shared/call.ts';
import { csrfFailed, notSignedIn, sessionInvalid, suspended, tokenExpired } from '#shared/codes/numbers.ts';
import type { Contract } from '#shared/contract.ts';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import type { PageRequest } from '#shared/page-request.ts';
import { readCookie } from '../cookies.ts';
import { type AppSide, type Bases, refreshCsrf, renew, tokenOf } from './renewal.ts';

export type Key = keyof Contract & CallKey;
type Args<K extends Key> = CallInput<Contract[K]>;
type Rest<K extends Key> = Record<string, never> extends Args<K> ? [input?: Args<K>] : [input: Args<K>];

/** `api('GET /api/common_info/grade')`: typed by the contract, the same on the server and in the browser. */
export type Api = <K extends Key>(key: K, ...rest: Rest<K>) => Promise<CallData<Contract[K]>>;

type Envelope = { code: number; data: unknown; message: string };
type AnyInput = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** The body of a call that takes plain text. */
  text?: string;
};

/** A call that did not succeed. The page that made it shows its own error state. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: number;
  readonly fields: Record<string, string>;
  /** Further data of the error response, such as how long to wait. */
  readonly details: Record<string, unknown>;

  constructor({ code, data, message }: Envelope) {
    super(message);
    const { fields = {}, ...details } = (data ?? {}) as { fields?: Record<string, string> };
    this.code = code;
    this.fields = fields;
    this.details = details;
  }

  /** Whole seconds to wait before the next try, or 0 when the response does not say. */
  get waitSeconds() {
    return typeof this.details.retry_after === 'number' ? this.details.retry_after : 0;
  }
}

/** A call without a response, or with one that did not come from our server. */
export class NotReached extends Error {
  override name = 'NotReached';
}

/**
 * A fetch outside the contract (a file, for example); a network failure throws NotReached, as it does for
 * calls.
 */
export async function fetchOutsideContract(url: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    console.error(`應用層錯誤: ${url}`, cause);
    throw new NotReached(url, { cause });
  }
}

const retryStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

function dataOf(envelope: Envelope) {
  if (envelope.code === 0) return envelope.data;
  throw new ApiError(envelope);
}

/** For server rendering: calls the API in the same process, as the visitor who requested the page. */
export const pageApi = (page: PageRequest, locale: Locale): Api =>
  (async (key: CallKey, input: AnyInput = {}) =>
    dataOf((await page.call(key, input, locale)) as Envelope)) as Api;

export type BrowserApiOptions = {
  locale?: Locale;
  /** The product's base; '' is this origin. */
  base: string;
  /** The base of paths beginning /api_ai/. */
  aiBase: string;
  /** Called once for every answer with code 3001. */
  onSessionInvalid: () => void;
  /** Called once for every answer that the account is suspended. */
  onSuspended: () => void;
};

export function browserApi({
  locale = defaultLocale,
  base,
  aiBase,
  onSessionInvalid,
  onSuspended,
}: BrowserApiOptions): Api {
  return (async (key: CallKey, input: AnyInput = {}) => {
    const [method = 'GET', pattern = ''] = key.split(' ');
    const path = pattern.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(input.params?.[name])));
    const url = `${path.startsWith('/api_ai/') ? aiBase : base}${path}${queryString(input.query)}`;
    const payload = input.text ?? input.body;
    const face: AppSide = /^\/api_ai(_jp)?\//.test(path) ? 'ai' : 'product';
    const send = async () =>
      envelopeOf(
        await withOneRetry(method, () =>
          fetch(url, {
            method,
            headers: headersFor(method, face, payload, locale),
            body: bodyOf(payload),
            credentials: 'include',
          }),
        ),
      );
    try {
      const token = tokenOf(face);
      const answer = await send();
      return dataOf((await recovered(answer, face, { base, aiBase }, token)) ? await send() : answer);
    } catch (error) {
      console.error(`應用層錯誤: ${key}`, error);
      if (!(error instanceof ApiError)) throw new NotReached(key, { cause: error });
      if (error.code === sessionInvalid) onSessionInvalid();
      if (error.code === suspended) onSuspended();
      throw error;
    }
  }) as Api;
}

/**
 * Renews the CSRF token or the session where the response asks for it. True: the call should be sent once
 * more.
 */
async function recovered({ code }: Envelope, face: AppSide, bases: Bases, token: string | null) {
  if (code === csrfFailed) {
    await refreshCsrf(bases);
    return true;
  }
  if (code !== tokenExpired && code !== notSignedIn) return false;
  const renewal = await renew(face, bases, token);
  if (renewal === 'dead') throw new ApiError({ code: sessionInvalid, data: null, message: '' });
  return renewal === 'renewed';
}

/** A GET is idempotent: it is sent a second time after a network failure or one of the statuses above. */
async function withOneRetry(method: string, request: () => Promise<Response>) {
  if (method !== 'GET') return request();
  const first = await request().catch(() => undefined);
  return first && !retryStatuses.has(first.status) ? first : request();
}

/** Content types that are answered without an envelope: event streams, plain text and files. */
const withoutEnvelope = /^(text\/event-stream|text\/plain|text\/markdown|application\/(pdf|zip)|image\/)/;

async function envelopeOf(response: Response): Promise<Envelope> {
  const [type] = withoutEnvelope.exec(response.headers.get('content-type') ?? '') ?? [];
  if (response.ok && type) return { code: 0, data: await dataWithoutEnvelope(response, type), message: '' };
  const envelope: unknown = await response.json();
  if (typeof (envelope as Envelope | null)?.code !== 'number')
    throw new Error(`${response.url} answered ${response.status} without an envelope`);
  return envelope as Envelope;
}

function dataWithoutEnvelope(response: Response, type: string) {
  if (type === 'text/event-stream') return response.body;
  return type === 'text/plain' ? response.text() : response.blob();
}

function headersFor(method: string, face: AppSide, body: unknown, locale: Locale) {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': locale };
  // For a FormData body the browser writes the content type itself, with its boundary.
  if (body !== undefined && !(body instanceof FormData))
    headers['content-type'] = typeof body === 'string' ? 'text/plain' : 'application/json';
  const token = tokenOf(face);
  if (token) headers.authorization = `Bearer ${token}`;
  const csrf = method === 'GET' ? undefined : readCookie('csrftoken');
  if (csrf) headers['x-csrftoken'] = csrf;
  return headers;
}

const bodyOf = (body: unknown) =>
  body === undefined || typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);

function queryString(query: Record<string, unknown> = {}) {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return entries.length === 0
    ? ''
    : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`;
}
