import { talkStore } from '#web/ground/drafts.ts';

/** A file of a message that is being sent. Its key prevents duplicates when it is uploaded again. */
export type OutgoingFile = {
  key: string;
  name: string;
  type: string;
  /** On the server already. */
  id?: number | undefined;
};

type Kept = { key: string; content: Blob };

/** Files of messages that are not sent yet, on this device; forgotten at logout with the texts. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => { readonly result: T },
): Promise<T> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(talkStore, 1);
    request.onupgradeneeded = () => request.result.createObjectStore('files', { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction('files', mode);
      const request = work(transaction.objectStore('files'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

/** Without storage, as in a private window, the file is sent all the same while the page stays open. */
const orElse =
  <T>(fallback: T) =>
  (error: unknown) => {
    console.error('應用層錯誤: a file of a message could not be kept on this device', error);
    return fallback;
  };

export const keepFile = (kept: Kept) =>
  inStore<IDBValidKey | undefined>('readwrite', (store) => store.put(kept)).catch(orElse(undefined));
export const keptFile = async (key: string): Promise<Blob | undefined> =>
  (await inStore<Kept | undefined>('readonly', (store) => store.get(key)).catch(orElse(undefined)))?.content;
export const dropFile = (key: string) =>
  inStore<undefined>('readwrite', (store) => store.delete(key)).catch(orElse(undefined));
