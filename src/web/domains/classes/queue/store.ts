import type { LessonNote } from '#shared/classes.ts';
import type { Locale } from '#shared/locale.ts';
import type { NewClockIn, QueuedClockIn } from './queued-clock-in.ts';
import { noteWaiting, offlineOwnerKey } from './waiting-count.ts';

/** What a phone stores of a tutor's classes to show the clock-in button and the plan without a network. */
export type OfflineClasses = {
  owner: number;
  locale: Locale;
  classes: { id: number; name: string }[];
  open: { id: number; class_id: number; started_at: string } | null;
  /** The lessons of the coming days. A device that has not loaded the page for long has none stored. */
  plans?: { starts_at: string; ends_at: string; name: string; place: string; note: LessonNote | null }[];
  words: OfflineWords;
  /** When the server last confirmed it. */
  at: string;
};

/** The words of the clock-in page without a network, in its owner's language. */
export type OfflineWords = Record<
  | 'title'
  | 'offline'
  | 'start'
  | 'end'
  | 'running'
  | 'which'
  | 'waiting'
  | 'asOf'
  | 'retry'
  | 'notKept'
  | 'refused'
  | 'hasty'
  | 'todays'
  | 'nextOnes'
  | 'done'
  | 'homework',
  string
>;

export type ClockInStore = {
  add(tap: NewClockIn): Promise<void>;
  /** In the order in which they were made. */
  of(owner: number): Promise<QueuedClockIn[]>;
  refuse(tap: QueuedClockIn, refused: QueuedClockIn['refused']): Promise<void>;
  remove(tap: Pick<QueuedClockIn, 'order'>): Promise<void>;
  /** Removes everything of one user. */
  forget(owner: number): Promise<void>;
};

const databaseName = 'mingshi-clock-in';
const version = 1;

let opened: Promise<IDBDatabase> | undefined;

function open() {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, version);
    request.onupgradeneeded = () => {
      const taps = request.result.createObjectStore('taps', { keyPath: 'order', autoIncrement: true });
      taps.createIndex('owner', 'owner');
      taps.createIndex('key', 'key', { unique: true });
      request.result.createObjectStore('kept', { keyPath: 'owner' });
    };
    request.onsuccess = () => {
      // A newer page may need another database version: it must not be blocked by this one.
      request.result.onversionchange = () => {
        request.result.close();
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Runs `work` in one transaction and resolves once it is written to disk. */
async function inStore<T>(
  name: 'taps' | 'kept',
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const transaction = (await open()).transaction(name, mode, { durability: 'strict' });
  const completed = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  const answer = await work(transaction.objectStore(name));
  await completed;
  return answer;
}

export const clockInStore: ClockInStore = {
  async add(tap) {
    await inStore('taps', 'readwrite', (store) => done(store.add({ ...tap, refused: null })));
    await updateCount(tap.owner);
  },
  of: (owner) =>
    inStore('taps', 'readonly', (store) => done<QueuedClockIn[]>(store.index('owner').getAll(owner))),
  async refuse(tap, refused) {
    await inStore('taps', 'readwrite', (store) => done(store.put({ ...tap, refused })));
  },
  async remove({ order }) {
    const owner = await inStore('taps', 'readwrite', async (store) => {
      const tap = await done<QueuedClockIn | undefined>(store.get(order));
      await done(store.delete(order));
      return tap?.owner;
    });
    if (owner !== undefined) await updateCount(owner);
  },
  async forget(owner) {
    await inStore('taps', 'readwrite', async (store) => {
      const orders = await done(store.index('owner').getAllKeys(owner));
      await Promise.all(orders.map((order) => done(store.delete(order))));
    });
    await updateCount(owner);
  },
};

const updateCount = async (owner: number) => noteWaiting(owner, (await clockInStore.of(owner)).length);

export async function storeClasses(kept: OfflineClasses) {
  await inStore('kept', 'readwrite', async (store) => {
    // Only one user at a time: the next user of this phone must not find the previous one's data.
    await done(store.clear());
    await done(store.put(kept));
  });
  localStorage.setItem(offlineOwnerKey, String(kept.owner));
}

/** Undefined where this device knows nothing of that person's classes. */
export const readClasses = (owner: number) =>
  inStore('kept', 'readonly', (store) => done<OfflineClasses | undefined>(store.get(owner)));

export async function forgetClasses() {
  localStorage.removeItem(offlineOwnerKey);
  await inStore('kept', 'readwrite', (store) => done(store.clear()));
}
