import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { lockAccount, sideOf } from '#server/domains/accounts/lock-account.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import type { Locale } from '#shared/locale.ts';
import { type Entry, entriesBetween, isCancelled, isTrial } from './schedule.ts';
import { calendarFeeds, classes } from './tables.ts';
import { classesIn } from './views.ts';
import { minutesAfter } from './weekly-plan.ts';

const day = 24 * 60;
const daysBack = 30;
const daysAhead = 90;

/** Creates a new secret link, which is shown only now; the previous link stops working. */
export async function makeFeed(tx: Tx, userId: number, locale: Locale) {
  await lockAccount(tx, userId);
  const code = randomText(32);
  const row = { tokenHash: sha256(code), locale, madeAt: sql`now()` };
  await tx
    .insert(calendarFeeds)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: row });
  return { path: `/api/calendar.ics?code=${code}` };
}

export async function revokeFeed(tx: Tx, userId: number) {
  await tx.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId));
}

export async function feedOf(db: Db | Tx, userId: number) {
  const [row] = await db.select().from(calendarFeeds).where(eq(calendarFeeds.userId, userId));
  return { made_at: row?.madeAt.toISOString() ?? null };
}

/** The calendar for the secret link: times and sides of lessons, without names. */
export async function readFeed(db: Db, code: string, now = new Date()): Promise<FileAnswer> {
  const [feed] = await db
    .select({ userId: calendarFeeds.userId, locale: calendarFeeds.locale })
    .from(calendarFeeds)
    .where(
      sql`${calendarFeeds.tokenHash} = ${sha256(code)} and ${inGoodStanding(sql`${calendarFeeds.userId}`)}`,
    );
  if (!feed) throw new AppError('notFound');
  const rows = await db.select().from(classes).where(classesIn(feed.userId, undefined));
  const entries = await entriesBetween(
    db,
    rows,
    minutesAfter(now, -daysBack * day),
    minutesAfter(now, daysAhead * day),
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Mingshi//Classes//EN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${words[feed.locale].name}`,
    'X-WR-TIMEZONE:Asia/Hong_Kong',
    ...entries.flatMap((entry) => eventOf(entry, summaryOf(entry, words[feed.locale], feed.userId), now)),
    'END:VCALENDAR',
  ];
  return {
    content: Readable.from([`${lines.join('\r\n')}\r\n`]),
    mediaType: 'text/calendar; charset=utf-8',
    fileName: 'mingshi.ics',
  };
}

const words = {
  'zh-Hant': { name: '明師課堂', family: '補習', tutor: '教課', trial: '試堂' },
  en: { name: 'Mingshi classes', family: 'Tutoring', tutor: 'Teaching', trial: 'Trial lesson' },
} satisfies Record<Locale, unknown>;

const summaryOf = (entry: Entry, named: (typeof words)[Locale], userId: number) =>
  isTrial(entry) ? named.trial : named[sideOf(entry.cls, userId)];

const stamp = (time: Date) => `${time.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

function eventOf(entry: Entry, summary: string, now: Date): string[] {
  const { cls, plannedAt, startsAt, endsAt, change } = entry;
  return [
    'BEGIN:VEVENT',
    // The UID stays when a lesson is moved, so that calendars move it too.
    `UID:${cls.id}-${plannedAt.getTime()}@mingshi`,
    `DTSTAMP:${stamp(change?.changedAt ?? now)}`,
    `DTSTART:${stamp(startsAt)}`,
    `DTEND:${stamp(endsAt)}`,
    `SUMMARY:${summary}`,
    `STATUS:${isCancelled(entry) ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}
