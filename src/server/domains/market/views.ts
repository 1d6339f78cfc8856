import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { handWeights } from '#engine/matching/weights.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { Visitor } from '#server/ground/http/visitor.ts';
import { today } from '#shared/hong-kong.ts';

export type Viewed = 'case' | 'tutor';
const flushEveryMs = 5_000;
/** The number of today's viewers remembered; beyond it the set is emptied, and some are counted twice. */
const mostRemembered = 200_000;
const retentionDays = 8;

/** Identifies a viewer within this process. */
export const viewerOf = ({ session, address }: Pick<Visitor, 'session' | 'address'>) =>
  session ? userViewer(session.userId) : address;
export const userViewer = (userId: number) => `user ${userId}`;

/** Views of the last seven days, as a subquery. */
export const viewsOf = (kind: Viewed, rowId: ReturnType<typeof sql>) => sql`
  (select coalesce(sum(views), 0)::int from market_views
   where market_views.kind = ${kind} and row_id = ${rowId} and day > ${hongKongToday} - 7)`;

/** The index reads a row again each time its exposure has fallen by about a twentieth. */
const stepOf = (views: ReturnType<typeof sql>) =>
  sql`floor(ln(1 + ${views} / ${handWeights.exposure.views}::numeric) / ln(1.1))`;

/**
 * Counts views: once a day for each visitor, so that reloading a page does not push a listing down. Counts
 * are collected in memory and written every few seconds; a killed process loses the last ones, which hardly
 * matters. Viewers are remembered as keyed hashes, in memory, until midnight.
 */
export function countViews(database: Database, log: Pick<Logger, 'error'>) {
  const key = randomBytes(16);
  let counts = new Map<string, number>();
  let seen = new Set<string>();
  let day = today();
  let cleanedOn = '';
  let writing = Promise.resolve();

  async function write() {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    const added = [...taken].map(([name, views]) => {
      const [kind, id] = name.split(' ');
      return { kind, row_id: Number(id), views };
    });
    try {
      await database.db.execute(sql`
        with added as (
          select * from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as one (kind text, row_id bigint, views int)
        ), before as (
          select added.*, (
            select coalesce(sum(known.views), 0) from market_views known
            where known.kind = added.kind and known.row_id = added.row_id and day > ${hongKongToday} - 7) as total
          from added
        ), written as (
          insert into market_views (kind, row_id, day, views)
          select kind, row_id, ${hongKongToday}, views from added order by kind, row_id
          on conflict (kind, row_id, day) do update set views = market_views.views + excluded.views
        )
        select note_market_change(kind, row_id) from before
        where ${stepOf(sql`total`)} <> ${stepOf(sql`(total + views)`)}`);
      if (cleanedOn === day) return;
      cleanedOn = day;
      await database.db.execute(
        sql`delete from market_views where day < ${hongKongToday} - ${retentionDays}::int`,
      );
    } catch (error) {
      log.error({ err: error }, 'views could not be written');
    }
  }

  const flush = () => {
    writing = writing.then(write);
    return writing;
  };
  const timer = setInterval(flush, flushEveryMs);
  timer.unref();

  return {
    seen(kind: Viewed, id: number, viewer: string) {
      if (day !== today() || seen.size >= mostRemembered) {
        day = today();
        seen = new Set();
      }
      const name = `${kind} ${id}`;
      const viewHash = createHmac('sha256', key).update(`${name} ${viewer}`).digest('base64url').slice(0, 16);
      if (seen.has(viewHash)) return;
      seen.add(viewHash);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
