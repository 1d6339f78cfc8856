import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/ground/db/db.ts';
import type { LiveEvent } from '#shared/live-events.ts';

type Listen = (event: LiveEvent) => void;
export type Events = Awaited<ReturnType<typeof openEvents>>;

const channel = 'people';

/** Sends an event to all open pages of a user in every process, if and when the transaction commits. */
export async function announce(tx: Tx, userId: number, event: LiveEvent) {
  await tx.execute(sql`select ${notifySql(userId, event)}`);
}

/** The same for both sides. */
export async function announceToBoth(tx: Tx, [one, other]: readonly [number, number], event: LiveEvent) {
  await tx.execute(sql`select ${notifySql(one, event)}, ${notifySql(other, event)}`);
}

/** The notify call as SQL, to be combined with another statement. */
export const notifySql = (userId: number, event: LiveEvent) =>
  sql`pg_notify(${channel}, ${JSON.stringify({ userId, event })})`;

/** Delivers events to the user's pages that are connected to this process. */
export async function openEvents(database: Database) {
  const windows = new Map<number, Set<Listen>>();
  const close = await database.listen(
    channel,
    (payload) => {
      const { userId, event }: { userId: number; event: LiveEvent } = JSON.parse(payload);
      for (const listen of windows.get(userId) ?? []) listen(event);
    },
    () => {
      for (const listeners of windows.values()) for (const listen of listeners) listen({ kind: 'gap' });
    },
  );
  return {
    close,
    /** Returns a function that stops it. */
    follow(userId: number, listen: Listen) {
      const listeners = windows.get(userId) ?? new Set();
      windows.set(userId, listeners.add(listen));
      return () => {
        listeners.delete(listen);
        if (listeners.size === 0) windows.delete(userId);
      };
    },
    count: (userId: number) => windows.get(userId)?.size ?? 0,
  };
}
