import type { CachedFile, OpenUpload } from '#shared/eraser/files.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import type { Api } from '#web/ground/api/api.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import type { Bases } from '#web/ground/api/renewal.ts';
import { newKey } from '#web/ground/drafts.ts';
import { createListeners } from '#web/ground/listeners.ts';
import { type FileRefusal, refusalOf } from './check-file.ts';
import type { Road } from './send-file.ts';
import { sendFile } from './send-file.ts';

/** `lost`: the page was loaded anew before all of it had gone; its owner has to choose it again. */
type UploadState = 'waiting' | 'hashing' | 'sending' | 'ready' | 'failed' | 'lost' | 'refused';
export type Upload = {
  key: string;
  name: string;
  size: number;
  state: UploadState;
  /** How much of it is there, from 0 to 1. */
  part: number;
  sha256?: string | undefined;
  cached?: Pick<CachedFile, 'id' | 'pages'> | undefined;
  refusal?: FileRefusal | undefined;
  /** What went wrong. */
  error?: unknown;
};
type Held = Upload & { file?: File | undefined; controller?: AbortController | undefined };
/** What is kept of an upload over a reload. */
export type KeptUpload = Pick<Upload, 'name' | 'size' | 'sha256' | 'cached'>;

/** More at once only share the same network. */
const atOnce = 2;

export type Uploads = ReturnType<typeof createUploads>;

/** The files somebody chose, on their way to the server. They go on while other pages are looked at. */
export function createUploads() {
  let items: readonly Held[] = [];
  let road: RoadOptions | undefined;
  const { tell, subscribe } = createListeners();

  const set = (next: readonly Held[]) => {
    items = next;
    tell();
  };
  const change = (key: string, changes: Partial<Held>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const pump = () => {
    if (!road) return;
    const busy = items.filter(({ state }) => state === 'hashing' || state === 'sending').length;
    const next = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - busy));
    for (const item of next) void send(item, road);
  };

  const send = async ({ key, file, sha256: known }: Held, options: RoadOptions) => {
    if (!file) return change(key, { state: 'lost' });
    const controller = new AbortController();
    const { signal } = controller;
    try {
      change(key, { state: 'hashing', controller, error: undefined });
      const sha256 = known ?? (canHash() ? await hashFile(file, signal) : undefined);
      signal.throwIfAborted();
      change(key, { state: 'sending', sha256 });
      const onProgress = (part: number) => change(key, { part });
      const cached = await sendFile({ file, sha256, road: roadTo(options, signal), onProgress, signal });
      change(key, { state: 'ready', part: 1, cached: { id: cached.id, pages: cached.pages } });
    } catch (error) {
      if (!signal.aborted) change(key, { state: 'failed', error });
    }
    pump();
  };

  const taken = (file: File): Held => {
    const refusal = refusalOf(file, canHash() ? eraserLimits.fileBytes : eraserLimits.cacheFileBytes);
    const base = { key: newKey(), name: file.name, size: file.size, part: 0, file };
    return refusal ? { ...base, state: 'refused', refusal } : { ...base, state: 'waiting' };
  };

  return {
    items: (): readonly Upload[] => items,
    subscribe,
    /** Somebody is there to send for; nobody stops everything. */
    connect(options: RoadOptions | undefined) {
      road = options;
      pump();
    },
    /** Takes files in. Answers how many there was no room for. */
    add(files: readonly File[]): number {
      let next = [...items];
      let left = 0;
      for (const file of files) {
        const lost = next.findIndex(
          ({ state, name, size }) => state === 'lost' && name === file.name && size === file.size,
        );
        // It takes its old place again.
        if (lost >= 0)
          // The hash it had before is worked out again: another file may have the same name and size.
          next = next.with(lost, { ...(next[lost] as Held), state: 'waiting', sha256: undefined, file });
        else if (next.length >= eraserLimits.filesOfTask) left += 1;
        else next.push(taken(file));
      }
      set(next);
      pump();
      return left;
    },
    remove(key: string) {
      items.find((item) => item.key === key)?.controller?.abort();
      set(items.filter((item) => item.key !== key));
      pump();
    },
    move(key: string, by: -1 | 1) {
      const from = items.findIndex((item) => item.key === key);
      const [item, other] = [items[from], items[from + by]];
      if (item && other) set(items.with(from, other).with(from + by, item));
    },
    retry(key: string) {
      change(key, { state: 'waiting' });
      pump();
    },
    /** After a reload. What is here already stays as it is. */
    restore(kept: readonly KeptUpload[]) {
      if (items.length > 0) return;
      set(
        kept.map((one) => ({
          ...one,
          key: newKey(),
          ...(one.cached ? { state: 'ready', part: 1 } : { state: 'lost', part: 0 }),
        })),
      );
    },
    clear() {
      for (const { controller } of items) controller?.abort();
      set([]);
    },
  };
}

export const keptOf = (items: readonly Upload[]): KeptUpload[] =>
  items
    .filter(({ state }) => state !== 'refused')
    .map(({ name, size, sha256, cached }) => ({ name, size, sha256, cached }));

type RoadOptions = { api: Api; bases: Bases; locale: Locale };

/** Over HTTP, with the caller's AI session. */
function roadTo({ api, bases, locale }: RoadOptions, signal: AbortSignal): Road {
  const post = (path: string, onProgress: (part: number) => void, fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return postForm({ bases, locale, face: 'ai', path, form, onProgress, signal });
  };
  return {
    begin: (body) => api('POST /api_ai/eraser/upload', { body }),
    chunk: (id, offset, chunk, onSent) =>
      post(`/api_ai/eraser/upload/${id}/chunk`, onSent, {
        offset: String(offset),
        chunk,
      }) as Promise<OpenUpload>,
    whole: (file, onSent) =>
      post('/api_ai/eraser/cache_file', onSent, {
        name: file.name.slice(-200),
        file,
      }) as Promise<CachedFile>,
  };
}

/** A browser hashes only on pages with TLS, or of this machine. */
const canHash = () => globalThis.crypto?.subtle !== undefined;

/** The SHA-256 of a file, in lower-case hexadecimal. */
async function hashFile(file: File, signal: AbortSignal): Promise<string> {
  try {
    return hexOf(await inWorker(file, signal));
  } catch (error) {
    signal.throwIfAborted();
    console.warn('the file is hashed without a worker', error);
    return hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  }
}

export const hexOf = (hash: ArrayBuffer) =>
  Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');

function inWorker(file: File, signal: AbortSignal) {
  return new Promise<ArrayBuffer>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });
    const abort = () => end(() => reject(signal.reason));
    const end = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
      settle();
    };
    signal.addEventListener('abort', abort);
    worker.onmessage = ({ data }: MessageEvent<{ hash: ArrayBuffer } | { error: string }>) =>
      end(() => ('hash' in data ? resolve(data.hash) : reject(new Error(data.error))));
    worker.onerror = ({ message }) => end(() => reject(new Error(message)));
    worker.postMessage(file);
  });
}
