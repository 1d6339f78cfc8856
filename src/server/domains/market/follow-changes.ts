import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '#server/ground/db/db.ts';

export type Changed = { cases: number[]; tutors: number[] };

type FollowOptions = {
  database: Database;
  log: Pick<Logger, 'error'>;
  /** Reads everything anew. */
  load: () => Promise<void>;
  /** Reads these rows again; one that is on show no longer goes. The same row may come twice. */
  reread: (changed: Changed) => Promise<void>;
};

/** A notice that got lost costs no more than this. */
const lookAgainMs = 5_000;
/** Changes are kept for longer than this, so whoever looked since has missed none. */
const mostBehindMs = 12 * 3600_000;
const keptFor = '2 days';
const tidyEveryMs = 3600_000;

/**
 * Keeps what `load` has read in step with the database. What has changed stands in market_changes; a notice only says
 * that it is worth looking. Every process reads the same rows, so all agree.
 */
export async function followChanges({ database, log, load, reread }: FollowOptions) {
  let horizon = '0';
  let lookedAt = 0;
  let tidiedAt = 0;
  let looking: Promise<void> | undefined;
  let again = false;
  let closed = false;
  const ready = Promise.withResolvers<void>();

  async function loadAll() {
    // First the place, then the rows: what changes in between is read twice rather than missed.
    const [place] = (
      await database.db.execute<{ horizon: string }>(
        sql`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
      )
    ).rows;
    await load();
    horizon = place?.horizon ?? '0';
    lookedAt = Date.now();
    ready.resolve();
  }

  async function look() {
    if (Date.now() - lookedAt > mostBehindMs) return loadAll();
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
    lookedAt = Date.now();
    if (lookedAt - tidiedAt < tidyEveryMs) return;
    tidiedAt = lookedAt;
    await database.db.execute(
      sql`delete from market_changes where changed_at < now() - ${keptFor}::interval`,
    );
  }

  /** Those who ask while a look is under way may have come too late for it, and get the next one. */
  function lookSoon() {
    if (closed) return;
    if (looking) {
      again = true;
      return;
    }
    looking = look()
      .catch((error) => {
        // Tried again at the next notice, or soon.
        if (!closed) log.error({ err: error }, 'the market index could not be brought up to date');
      })
      .finally(quiet);
  }

  function quiet() {
    looking = undefined;
    if (!again) return;
    again = false;
    lookSoon();
  }

  /** Does something while nothing else reads changes; what is asked for meanwhile comes right after. */
  async function between<Result>(work: () => Promise<Result>): Promise<Result> {
    while (looking) await looking;
    if (closed) throw new Error('the market index is closed');
    const working = work();
    looking = working.then(quiet, quiet);
    return working;
  }

  const unlisten = await database.listen('market', lookSoon, lookSoon);
  const timer = setInterval(lookSoon, lookAgainMs);
  timer.unref();
  lookSoon();

  return {
    /** Resolves when everything has been read once: with a million rows that takes longer than a start should. */
    ready: ready.promise,
    between,
    isClosed: () => closed,
    /** Resolves when everything committed before the call has been read. */
    async settled() {
      lookSoon();
      while (looking) await looking;
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await unlisten();
      await looking;
    },
  };
}
