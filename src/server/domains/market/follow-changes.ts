import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';

export type Changed = { cases: number[]; tutors: number[] };

type FollowOptions = {
  database: Database;
  log: Pick<Logger, 'error'>;
  /** Reads everything again. */
  load: () => Promise<void>;
  /** Reads these rows again; rows that are no longer listed are removed. A row may come twice. */
  reread: (changed: Changed) => Promise<void>;
};

/** The longest delay after a lost notification. */
const pollEveryMs = 5_000;
/** Changes are stored longer than this, so a process that has polled since then has missed none. */
const maxBehindMs = 12 * 3600_000;
const retention = '2 days';
const cleanEveryMs = 3600_000;

/**
 * Keeps what `load` has read in sync with the database. The changes are rows in market_changes; a
 * notification only says that there are new ones. Every process reads the same rows, so all agree.
 */
export async function followChanges({ database, log, load, reread }: FollowOptions) {
  let horizon = '0';
  let polledAt = 0;
  let cleanedAt = 0;
  let polling: Promise<void> | undefined;
  let again = false;
  let closed = false;
  const ready = Promise.withResolvers<void>();

  async function loadAll() {
    // The position first, then the rows: a change in between is read twice rather than missed.
    const [position] = (
      await database.db.execute<{ horizon: string }>(
        sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
      )
    ).rows;
    await load();
    horizon = position?.horizon ?? '0';
    polledAt = Date.now();
    ready.resolve();
  }

  async function poll() {
    if (Date.now() - polledAt > maxBehindMs) return loadAll();
    const [seen] = (
      await database.db.execute<{ horizon: string } & Changed>(sql`
        select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
          coalesce(json_agg(distinct row_id) filter (where kind = 'case'), '[]') as cases,
          coalesce(json_agg(distinct row_id) filter (where kind = 'tutor'), '[]') as tutors
        from market_changes where xid >= ${horizon}::xid8`)
    ).rows;
    if (!seen) throw new Error('a query without a group answered no row');
    if (seen.cases.length + seen.tutors.length > 0) await reread(seen);
    horizon = seen.horizon;
    polledAt = Date.now();
    if (polledAt - cleanedAt < cleanEveryMs) return;
    cleanedAt = polledAt;
    await database.db.execute(
      sql`delete from market_changes where changed_at < now() - ${retention}::interval`,
    );
  }

  /** A request during a running poll may have come too late for it, so another poll follows. */
  function pollSoon() {
    if (closed) return;
    if (polling) {
      again = true;
      return;
    }
    polling = poll()
      .catch((error) => {
        // Retried at the next notification or poll.
        if (!closed) log.error({ err: error }, 'the market index could not be brought up to date');
      })
      .finally(finishPoll);
  }

  function finishPoll() {
    polling = undefined;
    if (!again) return;
    again = false;
    pollSoon();
  }

  /** Runs `work` while no changes are being read; polls requested meanwhile follow afterwards. */
  async function between<Result>(work: () => Promise<Result>): Promise<Result> {
    while (polling) await polling;
    if (closed) throw new Error('the market index is closed');
    const working = work();
    polling = working.then(finishPoll, finishPoll);
    return working;
  }

  const unlisten = await database.listen('market', pollSoon, pollSoon);
  const timer = setInterval(pollSoon, pollEveryMs);
  timer.unref();
  pollSoon();

  return {
    /**
     * Resolves when everything has been read once: with a million rows that takes longer than a start should.
     */
    ready: ready.promise,
    between,
    isClosed: () => closed,
    /** Resolves when everything committed before the call has been read. */
    async settled() {
      pollSoon();
      while (polling) await polling;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await unlisten();
      await polling;
    },
  };
}
