/** What both endpoints of speech have in common: asking with patience, and answers that are what they should be. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SpeechEndpoint } from '#server/ground/config/speech-values.ts';
import { SpeechError } from './speech-error.ts';

export async function ask(
  { baseUrl, apiKey, timeoutMs }: SpeechEndpoint,
  path: string,
  request: { body: string | FormData; headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<Response> {
  signal.throwIfAborted();
  const late = new AbortController();
  const impatience = late.signal;
  // Only for the beginning of the answer: a timeout signal would also end a body that comes for longer.
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const answer = await within(
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      // A key goes where it was configured to go, and nowhere else.
      redirect: 'error',
      headers: { ...request.headers, ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: request.body,
      signal: AbortSignal.any([signal, impatience]),
    }),
    path,
    { signal, impatience, timeoutMs },
  ).finally(() => clearTimeout(timer));
  if (answer.ok) return answer;
  await answer.body?.cancel().catch(() => undefined);
  const problem = answer.status === 429 || answer.status === 503 ? 'busy' : 'refused';
  throw new SpeechError(problem, `${path} answered ${answer.status}`);
}

type Patience = { signal: AbortSignal; impatience: AbortSignal; timeoutMs: number };

async function within<Result>(work: Promise<Result>, path: string, patience: Patience) {
  try {
    return await work;
  } catch (error) {
    throw named(error, path, patience);
  }
}

/** The caller's own end is no failure of the endpoint. */
function named(error: unknown, path: string, { signal, impatience, timeoutMs }: Patience) {
  if (signal.aborted) return signal.reason;
  if (error instanceof SpeechError) return error;
  if (impatience.aborted)
    return new SpeechError('slow', `${path} did not answer in ${timeoutMs} ms`, { cause: error });
  return new SpeechError('unavailable', `${path} could not be reached, or broke off`, { cause: error });
}

/** The body piece by piece: bounded in all, and each piece within the time given. */
export async function* bodyPieces(
  answer: Response,
  path: string,
  { timeoutMs, mostBytes, signal }: { timeoutMs: number; mostBytes: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const reader = answer.body?.getReader();
  if (!reader) throw new SpeechError('garbled', `${path} answered nothing`);
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await nextPiece(reader, path, timeoutMs, signal);
      if (done) return;
      read += value.length;
      if (read > mostBytes) throw new SpeechError('garbled', `${path} sent more than ${mostBytes} bytes`);
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  path: string,
  timeoutMs: number,
  signal: AbortSignal,
) {
  const waiting = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: waiting.signal, ref: false }).then(() => {
    throw new SpeechError('slow', `${path} sent nothing for ${timeoutMs} ms`);
  });
  late.catch(() => undefined);
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([reader.read(), late, aborted.promise]);
  } catch (error) {
    throw named(error, path, { signal, impatience: waiting.signal, timeoutMs });
  } finally {
    waiting.abort();
    signal.removeEventListener('abort', stop);
  }
}
