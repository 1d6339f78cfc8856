import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import { type WeatherConsole, type WeatherSignal, WeatherWarning, weatherRules } from '#shared/weather.ts';
import { reportFailing, reportWell } from './feed-kind.ts';
import type { Reading, Standing } from './observatory.ts';
import { type FeedProblem, type WarningRow, weatherFeed, weatherWarnings } from './tables.ts';

/** Warnings in force, and those that ended so recently that they still count. */
export const warningsThatCount = (db: Db | Tx): Promise<WarningRow[]> =>
  db
    .select()
    .from(weatherWarnings)
    .where(
      or(
        isNull(weatherWarnings.endedAt),
        gt(weatherWarnings.endedAt, sql`now() - make_interval(mins => ${weatherRules.afterMinutes})`),
      ),
    );

/** Applies a reading of the feed. An unclear reading changes only the state of the feed. */
export async function takeReading(tx: Tx, reading: Reading): Promise<FeedProblem | undefined> {
  // The lock makes concurrent processes wait.
  const [feed] = await tx.select().from(weatherFeed).for('update');
  if ('problem' in reading) return noteProblem(tx, reading.problem);
  const open = await tx
    .select()
    .from(weatherWarnings)
    .where(and(eq(weatherWarnings.source, 'feed'), isNull(weatherWarnings.endedAt)));
  const isOlder = ({ signal, updatedAt }: Standing) =>
    open.some((row) => row.signal === signal && row.feedUpdatedAt !== null && row.feedUpdatedAt > updatedAt);
  if (reading.standing.some(isOlder)) return noteProblem(tx, 'stale');
  await reportWell(tx, feed?.failingSince ?? null);
  await tx.update(weatherFeed).set({ heardAt: sql`now()`, failingSince: null, problem: null });
  for (const standing of reading.standing)
    await storeWarning(
      tx,
      standing,
      open.find(({ signal }) => signal === standing.signal),
    );
  for (const row of open)
    if (!reading.standing.some(({ signal }) => signal === row.signal))
      await endOrMarkMissing(tx, row, reading.cancelled.includes(row.signal));
  return undefined;
}

async function noteProblem(tx: Tx, problem: FeedProblem) {
  const [feed] = await tx
    .update(weatherFeed)
    .set({ problem, failingSince: sql`coalesce(failing_since, now())` })
    .returning();
  await reportFailing(tx, feed?.failingSince ?? null);
  return problem;
}

async function storeWarning(tx: Tx, { signal, issuedAt, updatedAt }: Standing, open: WarningRow | undefined) {
  if (open) {
    await tx
      .update(weatherWarnings)
      .set({ feedUpdatedAt: updatedAt, missingSince: null })
      .where(eq(weatherWarnings.id, open.id));
    return;
  }
  const [last] = await tx
    .select()
    .from(weatherWarnings)
    .where(and(eq(weatherWarnings.source, 'feed'), eq(weatherWarnings.signal, signal)))
    .orderBy(desc(weatherWarnings.id))
    .limit(1);
  if (last?.liftedOnDesk && last.endedAt && updatedAt <= last.endedAt) return;
  // After days without a feed, a warning may have been issued long ago: lessons that long ago are not
  // cancelled.
  const oldestStart = new Date(Date.now() - weatherRules.oldestHours * 3_600_000);
  await tx.insert(weatherWarnings).values({
    signal,
    source: 'feed',
    beganAt: issuedAt > oldestStart ? issuedAt : oldestStart,
    feedUpdatedAt: updatedAt,
  });
}

/** A cancelled warning ends at once. A missing one ends when the next reading does not contain it either. */
async function endOrMarkMissing(tx: Tx, { id, missingSince }: WarningRow, calledOff: boolean) {
  const change =
    calledOff || missingSince
      ? { endedAt: sql`greatest(began_at, coalesce(missing_since, now()))` }
      : { missingSince: sql`now()` };
  await tx.update(weatherWarnings).set(change).where(eq(weatherWarnings.id, id));
}

/** An operator sets a warning; setting it twice has no further effect. */
export async function raise(tx: Tx, signal: WeatherSignal, beganAt: Date, locale: Locale) {
  const now = Date.now();
  if (beganAt.getTime() > now + 60_000 || beganAt.getTime() < now - weatherRules.oldestHours * 3_600_000)
    throw fieldProblem(locale, { began_at: outOfReach });
  await tx.insert(weatherWarnings).values({ signal, source: 'operator', beganAt }).onConflictDoNothing();
}

const outOfReach = {
  'zh-Hant': '請填過去 24 小時內的時間',
  en: 'Please give a time within the last 24 hours',
};

export async function lift(tx: Tx, id: number) {
  const [row] = await tx
    .update(weatherWarnings)
    .set({ endedAt: sql`greatest(began_at, now())`, liftedOnDesk: true })
    .where(and(eq(weatherWarnings.id, id), isNull(weatherWarnings.endedAt)))
    .returning();
  if (row) return;
  const [known] = await tx.select().from(weatherWarnings).where(eq(weatherWarnings.id, id));
  if (!known) throw new AppError('notFound');
}

export async function readDesk(db: Db | Tx, isConfigured: boolean): Promise<WeatherConsole> {
  const [feed] = await db.select().from(weatherFeed);
  const rows = await db.select().from(weatherWarnings).orderBy(desc(weatherWarnings.id)).limit(20);
  return {
    feed: {
      is_configured: isConfigured,
      heard_at: feed?.heardAt?.toISOString() ?? null,
      failing_since: feed?.failingSince?.toISOString() ?? null,
      problem: feed?.problem ?? null,
    },
    warnings: rows.map((row): WeatherWarning => fieldsOf(WeatherWarning, row)),
  };
}
