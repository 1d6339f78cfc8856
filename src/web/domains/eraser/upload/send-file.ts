import { conflict, notFound, notReady, tooSlow } from '#shared/codes/numbers.ts';
import type { CachedFile, OpenUpload } from '#shared/eraser/files.ts';
import { ApiError } from '#web/ground/api/api.ts';

/** The way to the server; `whole` is for a browser that cannot hash, and so cannot go on where it stopped. */
export type Road = {
  begin: (file: { sha256: string; byte_size: number; name: string }) => Promise<OpenUpload>;
  chunk: (id: string, offset: number, part: Blob, onSent: (part: number) => void) => Promise<OpenUpload>;
  whole: (file: File, onSent: (part: number) => void) => Promise<CachedFile>;
};

type Sending = {
  file: File;
  sha256: string | undefined;
  road: Road;
  onProgress: (part: number) => void;
  signal: AbortSignal;
  /** Waits between two tries. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** A network that fails is given these chances, each counted anew once a chunk has arrived. */
const pausesMs = [1000, 3000, 9000];
/** Answers of the server that say "later" carry the seconds to wait. */
const longestWaitMs = 30_000;

/** Sends what the server does not have yet of a file, from where it stands, and answers the file that is there then. */
export async function sendFile({ file, sha256, road, onProgress, signal, pause = wait }: Sending) {
  let failures = 0;
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
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
  if (!sha256) return insist(() => road.whole(file, onProgress));

  const start = { sha256, byte_size: file.size, name: file.name.slice(-200).toWellFormed() };
  let stuck = 0;
  let upload = await insist(() => road.begin(start));
  while (!upload.file) {
    signal.throwIfAborted();
    const { upload_id, received, chunk_bytes } = upload;
    onProgress(received / file.size);
    const part = file.slice(received, received + chunk_bytes);
    const sentOf = (share: number) => onProgress((received + part.size * share) / file.size);
    upload = await insist(() => road.chunk(upload_id, received, part, sentOf)).catch((error) => {
      if (isOver(error)) return insist(() => road.begin(start));
      throw error;
    });
    // An answer that asks for the same bytes for ever is a server that cannot keep them.
    stuck = upload.received > received ? 0 : stuck + 1;
    if (stuck > pausesMs.length && !upload.file) throw new Error('the upload does not get on');
  }
  onProgress(1);
  return upload.file;
}

/** The upload ended without us: its last answer was lost on the way, another window sent the same file, or it was too old. */
const isOver = (error: unknown) =>
  error instanceof ApiError && (error.code === notFound || error.code === conflict);
/** A server that starts, stops or has too much to do; what has arrived there is kept. */
const isBusy = ({ code }: ApiError) => code === tooSlow || code === notReady;

/** What the server refuses it refuses again; only what says "later", or was not answered, is tried once more. */
function pauseAfter(error: unknown, failures: number) {
  const usual = pausesMs[failures];
  if (!(error instanceof ApiError) || isBusy(error)) return usual;
  const { retry_after } = error.details;
  if (typeof retry_after !== 'number' || usual === undefined) return undefined;
  return Math.min(retry_after * 1000, longestWaitMs);
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
