import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './encrypted-stream.ts';

const Migration = z.object({ name: z.string(), sha256: z.string() });
const named = { schema: z.string(), name: z.string() };

/** The entries of a backup, in this order: about, tables, sequences, keys (optional), files, end. */
export const Entry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('about'),
    format: z.literal(1),
    madeAt: z.iso.datetime(),
    migrations: z.array(Migration),
    /** The last migration of the job queue's own schema. */
    queue: z.number().int(),
    postgres: z.string(),
  }),
  z.object({ kind: z.literal('table'), ...named, columns: z.array(z.string()) }),
  z.object({
    kind: z.literal('sequences'),
    list: z.array(z.object({ ...named, value: z.string().regex(/^-?\d+$/) })),
  }),
  z.object({ kind: z.literal('keys') }),
  z.object({ kind: z.literal('file'), key: z.string() }),
  z.object({
    kind: z.literal('end'),
    tables: z.number().int(),
    rows: z.number().int(),
    files: z.number().int(),
    bytes: z.number().int(),
  }),
]);
export type Entry = z.output<typeof Entry>;
export type About = Extract<Entry, { kind: 'about' }>;
export type End = Extract<Entry, { kind: 'end' }>;

const Tail = z.object({ bytes: z.number().int(), sha256: z.string() });

const marks = { head: 1, data: 2, tail: 3 } as const;
const prefixBytes = 5;
const longestBlock = 16 * 1024 * 1024;

/** Writes an entry with its content, followed by the content's length and hash. Returns the length. */
export async function* writeEntry(
  entry: Entry,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array> = [],
): AsyncGenerator<Buffer, number> {
  yield block(marks.head, Buffer.from(JSON.stringify(entry)));
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    for (let start = 0; start < chunk.length; start += longestBlock)
      yield block(marks.data, chunk.subarray(start, start + longestBlock));
  }
  yield block(marks.tail, Buffer.from(JSON.stringify({ bytes, sha256: hash.digest('hex') })));
  return bytes;
}

function block(mark: number, payload: Uint8Array) {
  const prefix = Buffer.alloc(prefixBytes);
  prefix[0] = mark;
  prefix.writeUInt32BE(payload.length, 1);
  return Buffer.concat([prefix, payload]);
}

type OnEntry = (entry: Entry, content: AsyncIterable<Buffer>) => Promise<void>;

/** Calls `onEntry` for each entry in turn. Content that it does not read is skipped, but verified. */
export async function readEntries(source: AsyncIterable<Uint8Array>, onEntry: OnEntry): Promise<void> {
  const reader = readerOf(source);
  while (true) {
    const head = await nextBlock(reader);
    if (!head) return;
    if (head.mark !== marks.head) throw broken();
    const content = contentOf(reader);
    await onEntry(Entry.parse(JSON.parse(head.payload.toString())), content);
    for await (const _ of content);
  }
}

const broken = () =>
  new BackupError('The backup is not laid out as it should be; was it made by this product?');

async function* contentOf(reader: Reader): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  while (true) {
    const next = await nextBlock(reader);
    if (next?.mark === marks.data) {
      hash.update(next.payload);
      bytes += next.payload.length;
      yield next.payload;
      continue;
    }
    if (next?.mark !== marks.tail) throw broken();
    const tail = Tail.parse(JSON.parse(next.payload.toString()));
    if (tail.bytes !== bytes || tail.sha256 !== hash.digest('hex'))
      throw new BackupError('The content of the backup does not match its own hashes.');
    return;
  }
}

type Reader = { take(length: number): Promise<Buffer | undefined> };

async function nextBlock(reader: Reader) {
  const prefix = await reader.take(prefixBytes);
  if (!prefix) return undefined;
  const length = prefix.readUInt32BE(1);
  const payload = length <= longestBlock ? await reader.take(length) : undefined;
  if (!payload) throw broken();
  return { mark: prefix[0], payload };
}

/** `take` returns exactly this many bytes, or undefined at the end; throws if fewer are left. */
function readerOf(source: AsyncIterable<Uint8Array>): Reader {
  const chunks = source[Symbol.asyncIterator]();
  let pieces: Uint8Array[] = [];
  let length = 0;
  return {
    async take(count) {
      while (length < count) {
        const { done, value } = await chunks.next();
        if (done && length === 0) return undefined;
        if (done) throw broken();
        pieces.push(value);
        length += value.length;
      }
      const [first] = pieces;
      const whole = pieces.length === 1 && first instanceof Buffer ? first : Buffer.concat(pieces, length);
      pieces = [whole.subarray(count)];
      length -= count;
      return whole.subarray(0, count);
    },
  };
}
