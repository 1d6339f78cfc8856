import type { Database } from './db.ts';

const maxAgeMs = 60_000;

type Entry<Value> = { value: Promise<Value>; loadedAt: number };

/**
 * Keeps what was read from the database until something is told on `channel`, which the tables' triggers do on every
 * change. A gap in listening forgets everything too; the age limit covers a connection that died without a word and
 * whose loss has not been noticed yet.
 */
export async function createCache(database: Database, channel: string) {
  const memories = new Set<Map<string, unknown>>();
  const forget = () => {
    for (const memory of memories) memory.clear();
  };
  const close = await database.listen(channel, forget, forget);

  return {
    close,

    /** `load`, asked once per key; keys are few (a language). Those who ask at once share a load; a failure is not kept. */
    remember<Key extends string, Value>(load: (key: Key) => Promise<Value>) {
      const memory = new Map<string, Entry<Value>>();
      memories.add(memory);
      return (key: Key): Promise<Value> => {
        const kept = memory.get(key);
        if (kept && Date.now() - kept.loadedAt < maxAgeMs) return kept.value;
        // A change during the load takes this entry out of the memory, so its askers get it but nobody after them.
        const entry = { value: load(key), loadedAt: Date.now() };
        memory.set(key, entry);
        entry.value.catch(() => memory.get(key) === entry && memory.delete(key));
        return entry.value;
      };
    },
  };
}

export type Cache = Awaited<ReturnType<typeof createCache>>;
