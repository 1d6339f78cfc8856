import { conflict, notFound, notReady, tooSlow } from '#shared/codes/numbers.ts';
import type { CachedFile, OpenUpload } from '#shared/eraser/files.ts';
import { ApiError } from '#web/ground/api/api.ts';

/** Upload requests to the server; `whole` is for browsers that cannot hash and so cannot resume. */
export type UploadApi = {
  begin: (file: { sha256: string; byte_size: number; name: string }) => Promise<OpenUpload>;
  chunk: (id: string, offset: number, part: Blob, onSent: (part: number) => void) => Promise<OpenUpload>;
  whole: (file: File, onSent: (part: number) => void) => Promise<CachedFile>;
};

type SendOptions = {
  file: File;
  sha256: string | undefined;
  road: UploadApi;
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** Waits between two attempts. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Delays before retries after network failures; counted anew once a chunk has arrived. */
const retryDelaysMs = [1000, 3000, 9000];
/** Maximum wait when the server asks to retry later. */
const maxWaitMs = 30_000;

/** Sends what the server does not have of a file yet, from where it stands, and returns the stored file. */
export async function sendFile({ file, sha256, road, onProgress, signal, pause = wait }: SendOptions) {
  let failures = 0;
  const withRetries = async <T>(work: () => Promise<T>): Promise<T> => {
    for (;;) {
      try {
        const done = await work();
        failures = 0;
        return done;
      } catch (error) {
        signal.throwIfAborted();
        const ms = pauseAfter(error, failures);
        if (ms === undefined) throw error;
        failures += 1;
        await pause(ms, signal);
      }
    }
  };
  if (!sha256) return withRetries(() => road.whole(file, onProgress));

  const start = { sha256, byte_size: file.size, name: file.name.slice(-200).toWellFormed() };
  let stuck = 0;
  let upload = await withRetries(() => road.begin(start));
  while (!upload.file) {
    signal.throwIfAborted();
    const { upload_id, received, chunk_bytes } = upload;
    onProgress(received / file.size);
    const part = file.slice(received, received + chunk_bytes);
    const reportSent = (share: number) => onProgress((received + part.size * share) / file.size);
    upload = await withRetries(() => road.chunk(upload_id, received, part, reportSent)).catch((error) => {
      if (isOver(error)) return withRetries(() => road.begin(start));
      throw error;
    });
    // A server that keeps asking for the same bytes cannot store them.
    stuck = upload.received > received ? 0 : stuck + 1;
    if (stuck > retryDelaysMs.length && !upload.file) throw new Error('the upload does not get on');
  }
  onProgress(1);
  return upload.file;
}

/** The upload has ended: its last answer was lost, another window sent the same file, or it expired. */
const isOver = (error: unknown) =>
  error instanceof ApiError && (error.code === notFound || error.code === conflict);
/** The server is starting, stopping or overloaded; chunks that arrived are stored. */
const isBusy = ({ code }: ApiError) => code === tooSlow || code === notReady;

/** Delay before a retry. Refusals are final; only "later" answers and unanswered requests are retried. */
function pauseAfter(error: unknown, failures: number) {
  const delay = retryDelaysMs[failures];
  if (!(error instanceof ApiError) || isBusy(error)) return delay;
  const { retry_after } = error.details;
  if (typeof retry_after !== 'number' || delay === undefined) return undefined;
  return Math.min(retry_after * 1000, maxWaitMs);
}

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
