import { PassThrough, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { clearly, isMissing, isRefusal, s3Problem } from './s3-client.ts';

type Where = { Bucket: string; Key: string };
type Range = { start: number; end: number };
/** How long the answer may take to begin, and a piece of it to come. */
type Options = { range: Range | undefined; quickMs: number; idleMs: number };

/** In a row, without a single byte between them. */
const triesWithoutProgress = 4;

/**
 * A stream of the object that goes on where a connection broke off or fell silent, as long as it is the same object. It ends
 * before its last byte only with an error.
 */
export async function readObject(client: S3Client, where: Where, options: Options) {
  const first = await ask(client, where, options, options.range).catch((error) => {
    if (isMissing(error)) return undefined;
    throw clearly('read', where.Key, error);
  });
  if (!first) return undefined;
  const out = new PassThrough();
  // Whoever reads it hears of an error; nobody else shall be ended by one.
  out.on('error', () => {});
  pump(client, where, options, first, out).catch((error) => out.destroy(error));
  return out as Readable;
}

async function ask(
  client: S3Client,
  where: Where,
  { quickMs }: Options,
  range: Range | undefined,
  etag?: string,
) {
  const answer = await client.send(
    new GetObjectCommand({
      ...where,
      ...(range && { Range: `bytes=${range.start}-${range.end}` }),
      ...(etag !== undefined && { IfMatch: etag }),
    }),
    { requestTimeout: quickMs },
  );
  return { body: answer.Body as Readable, length: answer.ContentLength ?? 0, etag: answer.ETag };
}

type Answer = Awaited<ReturnType<typeof ask>>;

async function pump(client: S3Client, where: Where, options: Options, first: Answer, out: PassThrough) {
  const start = options.range?.start ?? 0;
  const total = first.length;
  let read = 0;
  let fruitless = 0;
  let answer: Answer | undefined = first;
  out.once('close', () => answer?.body.destroy());
  while (!out.destroyed) {
    const before = read;
    try {
      answer ??= await ask(
        client,
        where,
        options,
        { start: start + read, end: start + total - 1 },
        first.etag,
      );
      for await (const chunk of withIdleLimit(answer.body, options.idleMs)) {
        read += chunk.length;
        if (!out.write(chunk)) await untilDrained(out);
        if (out.destroyed) return;
      }
      if (read >= total) break;
      throw new Error(`the connection ended after ${read} of ${total} bytes`);
    } catch (error) {
      answer?.body.destroy();
      answer = undefined;
      if (out.destroyed) return;
      fruitless = read > before ? 1 : fruitless + 1;
      if (isRefusal(error) || fruitless >= triesWithoutProgress)
        throw clearly('read', where.Key, new Error(s3Problem(error), { cause: error }));
      await sleep(100 * 2 ** fruitless * (0.5 + Math.random()));
    }
  }
  out.end();
}

function untilDrained(out: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      out.off('drain', done).off('close', done);
      resolve();
    };
    out.on('drain', done).on('close', done);
  });
}

/** How long the reader takes for a piece is no silence of the bucket's. */
async function* withIdleLimit(body: Readable, idleMs: number): AsyncGenerator<Buffer> {
  const silent = () => body.destroy(new Error(`nothing came for ${idleMs} ms`));
  let watch = setTimeout(silent, idleMs);
  try {
    for await (const chunk of body) {
      clearTimeout(watch);
      yield chunk;
      watch = setTimeout(silent, idleMs);
    }
  } finally {
    clearTimeout(watch);
  }
}
