import type { z } from 'zod';

type ObjectSchema = z.ZodObject<z.ZodRawShape>;

/** Who may make a call. `anyone` needs no session. */
export type Audience = 'anyone' | 'user' | 'aiUser' | 'operator';

/**
 * One API call, declared once: the server binds a handler to it, the web client calls it, OpenAPI is
 * generated from it.
 */
export type Call = {
  summary: string;
  audience: Audience;
  /** A suspended person may make it too; every other call is refused, or answered as for a visitor. */
  whileSuspended?: true;
  /** Limit per IP address or logged-in user; by default the common limit of all calls. */
  perMinute?: number;
  /** Its answer may take minutes to send, such as a large archive on a slow connection. */
  isSlow?: true;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: z.ZodType;
  /** One file, sent as multipart/form-data with the fields of `body`. */
  upload?: Upload;
  /**
   * The request body is text/plain (a handler's `text`), and so is the response; errors still use the
   * envelope.
   */
  plainText?: PlainText;
  /**
   * Responds with a file of one of these types, without an envelope; `data` is what the browser's client
   * returns.
   */
  download?: readonly string[];
  /**
   * Responds with server-sent events, without an envelope; errors before the stream begins use the envelope.
   */
  stream?: true;
  data: z.ZodType;
};

export type Upload = { field: string; maxBytes: number };
type PlainText = { maxBytes: number };

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** `GET /api/common_info/school/{id}`: the method and path of SPEC.md §7, to the letter. */
export type CallKey = `${Method} /${string}`;
export type Calls = Record<CallKey, Call>;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type InputPart<Schema, Name extends string> = Schema extends z.ZodType
  ? Record<string, never> extends z.input<Schema>
    ? { [K in Name]?: z.input<Schema> }
    : { [K in Name]: z.input<Schema> }
  : unknown;

/** What a handler receives, after validation. */
export type HandlerInput<C extends Call> = {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: Parsed<C['body']>;
  file: C extends { upload: Upload } ? Uint8Array : undefined;
  text: C extends { plainText: PlainText } ? string : undefined;
};
/** What a caller passes, before validation. */
export type CallInput<C extends Call> = InputPart<C['params'], 'params'> &
  InputPart<C['query'], 'query'> &
  InputPart<C['body'], 'body'> &
  (C extends { upload: Upload } ? { file: Blob } : unknown) &
  (C extends { plainText: PlainText } ? { text: string } : unknown);
export type CallData<C extends Call> = z.output<C['data']>;

/** Splits a key into its method and path. */
export function splitKey(key: CallKey) {
  const [method, path] = key.split(' ') as [Method, string];
  return { method, path };
}
