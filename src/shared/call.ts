import type { z } from 'zod';

type ObjectSchema = z.ZodObject<z.ZodRawShape>;

/** Who may make a call. `anyone` needs no session. */
export type Audience = 'anyone' | 'user' | 'aiUser' | 'operator';

/** One call, declared once: the server binds a handler to it, the web client calls it, OpenAPI comes out of it. */
export type Call = {
  summary: string;
  audience: Audience;
  /** How often one address, or one person who is logged in, may make it; else the limit of all calls together. */
  perMinute?: number;
  params?: ObjectSchema;
  query?: ObjectSchema;
  body?: z.ZodType;
  /** One file, sent as multipart/form-data with the fields of `body`. */
  upload?: Upload;
  /** The body is text/plain as it is, a handler's `text`, and so is the answer; errors come in the envelope as ever. */
  plainText?: PlainText;
  /** Answers a file of one of these types as it is, without an envelope; `data` is what a browser makes of it. */
  download?: readonly string[];
  /** Answers server-sent events, without an envelope, once what can be refused has been. */
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
type Given<Schema, Name extends string> = Schema extends z.ZodType
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
/** What a caller gives, before validation. */
export type CallInput<C extends Call> = Given<C['params'], 'params'> &
  Given<C['query'], 'query'> &
  Given<C['body'], 'body'> &
  (C extends { upload: Upload } ? { file: Blob } : unknown) &
  (C extends { plainText: PlainText } ? { text: string } : unknown);
export type CallData<C extends Call> = z.output<C['data']>;

/** `{id}` of the contract as the router's `:id`. */
export function splitKey(key: CallKey) {
  const [method, path] = key.split(' ') as [Method, string];
  return { method, path };
}
