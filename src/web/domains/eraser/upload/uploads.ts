import type { CachedFile, OpenUpload } from '#shared/eraser/files.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import type { Api } from '#web/ground/api/api.ts';
import { postForm } from '#web/ground/api/post-form.ts';
import type { Bases } from '#web/ground/api/renewal.ts';
import { newKey } from '#web/ground/drafts.ts';
import { createListeners } from '#web/ground/listeners.ts';
import { type FileRefusal, refusalOf } from './check-file.ts';
import type { UploadApi } from './send-file.ts';
import { sendFile } from './send-file.ts';

/** `lost`: the page was reloaded before the upload was complete; the user has to choose the file again. */
type UploadState = 'waiting' | 'hashing' | 'sending' | 'ready' | 'failed' | 'lost' | 'refused';
export type Upload = {
  key: string;
  name: string;
  size: number;
  state: UploadState;
  /** Uploaded fraction, from 0 to 1. */
  part: number;
  sha256?: string | undefined;
  cached?: Pick<CachedFile, 'id' | 'pages' | 'spread'> | undefined;
  /** Whether a photo that looks like two pages is split; undefined until the user has said. */
  isSplit?: boolean | undefined;
  refusal?: FileRefusal | undefined;
  /** The error of a failed upload. */
  error?: unknown;
};
type UploadItem = Upload & { file?: File | undefined; controller?: AbortController | undefined };
/** What is saved of an upload across reloads. */
export type SavedUpload = Pick<Upload, 'name' | 'size' | 'sha256' | 'cached' | 'isSplit'>;

/** More uploads at once would only share the same network. */
const maxConcurrent = 2;

export type Uploads = ReturnType<typeof createUploads>;

/** The files a user chose, being uploaded. Uploads go on while the user visits other pages. */
export function createUploads() {
  let items: readonly UploadItem[] = [];
  /** Files of an earlier visit that the user has not decided about. */
  let earlier: readonly SavedUpload[] = [];
  let road: Connection | undefined;
  const { notify: tell, subscribe } = createListeners();

  const set = (next: readonly UploadItem[]) => {
    items = next;
    tell();
  };
  const change = (key: string, changes: Partial<UploadItem>) =>
    set(items.map((item) => (item.key === key ? { ...item, ...changes } : item)));

  const sendNext = () => {
    if (!road) return;
    const busy = items.filter(({ state }) => state === 'hashing' || state === 'sending').length;
    const next = items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, maxConcurrent - busy));
    for (const item of next) void send(item, road);
  };

  const send = async ({ key, file, sha256: known }: UploadItem, options: Connection) => {
    if (!file) return change(key, { state: 'lost' });
    const controller = new AbortController();
    const { signal } = controller;
    try {
      change(key, { state: 'hashing', controller, error: undefined });
      const sha256 = known ?? (canHash() ? await hashFile(file, signal) : undefined);
      signal.throwIfAborted();
      change(key, { state: 'sending', sha256 });
      const onProgress = (part: number) => change(key, { part });
      const cached = await sendFile({ file, sha256, road: httpUploads(options, signal), onProgress, signal });
      const { id, pages, spread } = cached;
      change(key, { state: 'ready', part: 1, cached: { id, pages, spread } });
    } catch (error) {
      if (!signal.aborted) change(key, { state: 'failed', error });
    }
    sendNext();
  };

  const newItem = (file: File): UploadItem => {
    const refusal = refusalOf(file, canHash() ? eraserLimits.fileBytes : eraserLimits.cacheFileBytes);
    const base = { key: newKey(), name: file.name, size: file.size, part: 0, file };
    return refusal ? { ...base, state: 'refused', refusal } : { ...base, state: 'waiting' };
  };

  return {
    items: (): readonly Upload[] => items,
    earlier: () => earlier,
    subscribe,
    /** Starts uploading for a user who is logged in; undefined stops new uploads. */
    connect(options: Connection | undefined) {
      road = options;
      sendNext();
    },
    /** Adds files; returns how many exceeded the limit. */
    add(files: readonly File[]): number {
      let next = [...items];
      let left = 0;
      for (const file of files) {
        const lost = next.findIndex(
          ({ state, name, size }) => state === 'lost' && name === file.name && size === file.size,
        );
        // The file takes its old place.
        if (lost >= 0)
          // The checksum is computed again: another file may have the same name and size.
          next = next.with(lost, {
            ...(next[lost] as UploadItem),
            state: 'waiting',
            sha256: undefined,
            file,
          });
        else if (next.length >= eraserLimits.filesOfTask) left += 1;
        else next.push(newItem(file));
      }
      set(next);
      sendNext();
      return left;
    },
    remove(key: string) {
      items.find((item) => item.key === key)?.controller?.abort();
      set(items.filter((item) => item.key !== key));
      sendNext();
    },
    move(key: string, by: -1 | 1) {
      const from = items.findIndex((item) => item.key === key);
      const [item, other] = [items[from], items[from + by]];
      if (item && other) set(items.with(from, other).with(from + by, item));
    },
    /** The file itself, as long as the page has not been loaded again. */
    fileOf: (key: string) => items.find((item) => item.key === key)?.file,
    split: (key: string, isSplit: boolean) => change(key, { isSplit }),
    retry(key: string) {
      change(key, { state: 'waiting' });
      sendNext();
    },
    /** Restores uploads after a reload, unless there are files already. */
    restore(saved: readonly SavedUpload[]) {
      if (items.length === 0) set(saved.map(restoredItem));
    },
    /** Files of an earlier visit join the others only if the user says so. */
    offer(saved: readonly SavedUpload[]) {
      earlier = saved;
      tell();
    },
    /** Takes the files of the earlier visit, as far as there is room; they come first. */
    takeEarlier() {
      const taken = earlier.slice(0, eraserLimits.filesOfTask - items.length).map(restoredItem);
      earlier = [];
      set([...taken, ...items]);
    },
    leaveEarlier() {
      earlier = [];
      tell();
    },
    clear() {
      for (const { controller } of items) controller?.abort();
      set([]);
    },
  };
}

const restoredItem = (saved: SavedUpload): UploadItem => ({
  ...saved,
  key: newKey(),
  ...(saved.cached ? { state: 'ready', part: 1 } : { state: 'lost', part: 0 }),
});

export const savedUploads = (items: readonly Upload[]): SavedUpload[] =>
  items
    .filter(({ state }) => state !== 'refused')
    .map(({ name, size, sha256, cached, isSplit }) => ({ name, size, sha256, cached, isSplit }));

type Ready = Pick<Upload, 'cached' | 'isSplit'>;
const foldOf = ({ cached, isSplit }: Ready) => (isSplit ? (cached?.spread ?? undefined) : undefined);

/** Pages that a file gives, and that are charged when they are erased. */
export const pagesOf = (item: Ready) => (item.cached?.pages ?? 0) * (foldOf(item) === undefined ? 1 : 2);

/** A file as the request to erase names it: a photo of two pages twice, each with its part. */
export function taskFiles(item: Ready): { id: number; part?: [number, number] }[] {
  if (!item.cached) return [];
  const { id } = item.cached;
  const fold = foldOf(item);
  if (fold === undefined) return [{ id }];
  return [
    { id, part: [0, fold] },
    { id, part: [fold, 1] },
  ];
}

type Connection = { api: Api; bases: Bases; locale: Locale };

/** Upload requests over HTTP with the session of the AI app. */
function httpUploads({ api, bases, locale }: Connection, signal: AbortSignal): UploadApi {
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

/** Browsers hash only on secure pages (TLS or localhost). */
const canHash = () => globalThis.crypto?.subtle !== undefined;

/** SHA-256 of a file in lower-case hexadecimal. */
async function hashFile(file: File, signal: AbortSignal): Promise<string> {
  try {
    return hexOf(await hashInWorker(file, signal));
  } catch (error) {
    signal.throwIfAborted();
    console.warn('the file is hashed without a worker', error);
    return hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  }
}

export const hexOf = (hash: ArrayBuffer) =>
  Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');

function hashInWorker(file: File, signal: AbortSignal) {
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
