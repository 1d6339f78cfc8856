import { sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';
import type { EventSink, StreamAnswer } from '#server/ground/http/stream-answer.ts';
import type { ThreadNews } from '#shared/chat/chat.ts';
import type { Owner } from '../thread/owner.ts';
import { readThread } from '../thread/threads.ts';

/** Proxies close connections that are silent for a minute. */
const beatMs = 25_000;
/** After this time the page has to reconnect, which checks its access again. */
const longestMs = 5 * 60_000;

type Watcher = { tell(news: ThreadNews): void; look(): void; beat(now: number): void };

/**
 * Pages that show a thread without following an answer: they are notified when one begins, whichever device
 * asked.
 */
export function createWatchers(db: Db) {
  const watchers = new Map<number, Set<Watcher>>();
  const all = () => [...watchers.values()].flatMap((some) => [...some]);
  const beat = setInterval(() => {
    const now = Date.now();
    for (const watcher of all()) watcher.beat(now);
  }, beatMs);
  beat.unref();

  function begin(threadId: number, sink: EventSink) {
    const leavesAt = Date.now() + longestMs;
    const tell = (news: ThreadNews) => sink.write(`data: ${JSON.stringify(news)}\n\n`);
    const watcher: Watcher = {
      tell,
      // The page reconnects after the end, also when the query fails.
      look: () => void latestOf(db, threadId).then((news) => (news ? tell(news) : sink.end()), sink.end),
      beat: (now) => (now >= leavesAt ? sink.end() : sink.write(': \n\n')),
    };
    const some = watchers.get(threadId) ?? new Set();
    watchers.set(threadId, some.add(watcher));
    sink.onClose(() => {
      some.delete(watcher);
      if (some.size === 0 && watchers.get(threadId) === some) watchers.delete(threadId);
    });
    // Answers that began before now were not announced.
    watcher.look();
  }

  return {
    async watch(owner: Owner | undefined, threadId: number): Promise<StreamAnswer> {
      await readThread(db, owner, threadId);
      return { begin: (sink) => begin(threadId, sink) };
    },
    onBegun(threadId: number, messageId: number) {
      for (const watcher of watchers.get(threadId) ?? [])
        watcher.tell({ message_id: messageId, is_running: true });
    },
    /** Notifications may have been lost. */
    lookAll() {
      for (const watcher of all()) watcher.look();
    },
    close: () => clearInterval(beat),
  };
}

async function latestOf(db: Db, threadId: number): Promise<ThreadNews | undefined> {
  const { rows } = await db.execute<{ leaf_id: string | null; is_running: boolean }>(sql`
    select leaf_id, exists (
      select from chat_messages where thread_id = chat_threads.id and state = 'running') as is_running
    from chat_threads where id = ${threadId}`);
  const [row] = rows;
  return row && { message_id: row.leaf_id === null ? null : Number(row.leaf_id), is_running: row.is_running };
}
