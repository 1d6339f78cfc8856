/** Shared by both speech endpoints: requests with timeouts, and checked answers. */
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
  const timeoutSignal = late.signal;
  // Limits only the start of the answer: a timeout signal would also end a long body.
  const timer = setTimeout(() => late.abort(), timeoutMs);
  const answer = await withSpeechErrors(
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      // The API key must not follow redirects to another host.
      redirect: 'error',
      headers: { ...request.headers, ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
      body: request.body,
      signal: AbortSignal.any([signal, timeoutSignal]),
    }),
    path,
    { signal, timeoutSignal, timeoutMs },
  ).finally(() => clearTimeout(timer));
  if (answer.ok) return answer;
  await answer.body?.cancel().catch(() => undefined);
  const problem = answer.status === 429 || answer.status === 503 ? 'busy' : 'refused';
  throw new SpeechError(problem, `${path} answered ${answer.status}`);
}

type RequestLimits = { signal: AbortSignal; timeoutSignal: AbortSignal; timeoutMs: number };

async function withSpeechErrors<Result>(work: Promise<Result>, path: string, limits: RequestLimits) {
  try {
    return await work;
  } catch (error) {
    throw toSpeechError(error, path, limits);
  }
}

/** An abort by the caller is not a failure of the endpoint. */
function toSpeechError(error: unknown, path: string, { signal, timeoutSignal, timeoutMs }: RequestLimits) {
  if (signal.aborted) return signal.reason;
  if (error instanceof SpeechError) return error;
  if (timeoutSignal.aborted)
    return new SpeechError('slow', `${path} did not answer in ${timeoutMs} ms`, { cause: error });
  return new SpeechError('unavailable', `${path} could not be reached, or broke off`, { cause: error });
}

/** The body in chunks: limited in total, and each chunk within the timeout. */
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
    throw toSpeechError(error, path, { signal, timeoutSignal: waiting.signal, timeoutMs });
  } finally {
    waiting.abort();
    signal.removeEventListener('abort', stop);
  }
}
