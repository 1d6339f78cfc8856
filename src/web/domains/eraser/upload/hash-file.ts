/** A browser hashes only on pages with TLS, or of this machine. */
export const canHash = () => globalThis.crypto?.subtle !== undefined;

/** The SHA-256 of a file, in lower-case hexadecimal. */
export async function hashFile(file: File, signal: AbortSignal): Promise<string> {
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
