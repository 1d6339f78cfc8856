import type { Database } from './db.ts';

const maxAgeMs = 60_000;

type Entry<Value> = { value: Promise<Value>; loadedAt: number };

/**
 * Caches what was read from the database until a notification on `channel`, which the tables' triggers send
 * on every change. A gap in listening clears the cache too; the age limit covers a lost connection that has
 * not been noticed yet.
 */
export async function createCache(database: Database, channel: string) {
  const caches = new Set<Map<string, unknown>>();
  const clear = () => {
    for (const cache of caches) cache.clear();
  };
  const close = await database.listen(channel, clear, clear);

  return {
    close,

    /** Caches `load` per key (a language). Concurrent calls share one load; failures are not cached. */
    remember<Key extends string, Value>(load: (key: Key) => Promise<Value>) {
      const entries = new Map<string, Entry<Value>>();
      caches.add(entries);
      return (key: Key): Promise<Value> => {
        const cached = entries.get(key);
        if (cached && Date.now() - cached.loadedAt < maxAgeMs) return cached.value;
        // A change during the load removes this entry: callers who already wait get its value, later callers
        // load anew.
        const entry = { value: load(key), loadedAt: Date.now() };
        entries.set(key, entry);
        entry.value.catch(() => entries.get(key) === entry && entries.delete(key));
        return entry.value;
      };
    },
  };
}

export type Cache = Awaited<ReturnType<typeof createCache>>;
