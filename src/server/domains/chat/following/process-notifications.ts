import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { channel } from '../answering/chunk-writer.ts';
import type { Hub } from './hub.ts';

/** Notifications between processes about answers: ids and lengths, never text. */
type Notice =
  | { stop: number }
  | { follow: number }
  | { more: [messageId: number, length: number][] }
  | { ended: number }
  | { begun: [threadId: number, messageId: number] };

/**
 * A follower on another process repeats its request every second; without one for this long it counts as
 * gone.
 */
const watchedMs = 5_000;
/**
 * A PostgreSQL notification holds 7,999 bytes; followers of answers that are left out poll within a second.
 */
const mostNamed = 200;

/** Sent by the transaction that accepts a question. */
export const begunNotice = (threadId: number, messageId: number) =>
  JSON.stringify({ begun: [threadId, messageId] } satisfies Notice);

type Handlers = {
  onStop: (generationId: number) => void;
  onBegun: (threadId: number, messageId: number) => void;
  /** Notifications were lost. */
  onGap: () => void;
};

export async function openProcessNotifications(
  database: Database,
  hub: Hub,
  { onStop, onBegun, onGap }: Handlers,
) {
  const watched = new Map<number, number>();

  const close = await database.listen(
    channel,
    (payload) => {
      const notice = JSON.parse(payload) as Notice;
      if ('stop' in notice) onStop(notice.stop);
      else if ('begun' in notice) onBegun(...notice.begun);
      else if ('follow' in notice) watched.set(notice.follow, Date.now() + watchedMs);
      else if ('ended' in notice) {
        watched.delete(notice.ended);
        hub.notify(notice.ended, (follower) => follower.checkStored(undefined));
      } else
        for (const [id, length] of notice.more) hub.notify(id, (follower) => follower.checkStored(length));
    },
    () => {
      hub.notifyAll((follower) => follower.checkStored(undefined));
      onGap();
    },
  );

  return {
    close,
    async askForNotices(messageId: number) {
      const payload = JSON.stringify({ follow: messageId } satisfies Notice);
      await database.pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    async askToStop(tx: Tx, generationId: number) {
      const payload = JSON.stringify({ stop: generationId } satisfies Notice);
      await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
    },
    /** Whether somebody who is connected to another process follows this answer. */
    isWatched: (messageId: number) => (watched.get(messageId) ?? 0) >= Date.now(),
    /** The payload for those chunks that are followed from another process. */
    noticeFor(chunks: readonly { writing: { messageId: number }; start: number; text: string }[]) {
      if (watched.size === 0) return '';
      const now = Date.now();
      for (const [id, until] of watched) if (until < now) watched.delete(id);
      const more = chunks
        .filter(({ writing }) => watched.has(writing.messageId))
        .slice(0, mostNamed)
        .map(({ writing, start, text }): [number, number] => [writing.messageId, start + text.length]);
      return more.length === 0 ? '' : JSON.stringify({ more } satisfies Notice);
    },
  };
}
