import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import createCalendar, {
  ICalAlarmType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { FileAnswer } from '#server/ground/http/file-answer.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import type { Class } from '#shared/classes.ts';
import { defaultLocale, type Locale } from '#shared/locale.ts';
import { tutorBySurname, tutorCalled } from '#shared/tutor-name.ts';
import { type Entry, entriesBetween, isCancelled, isTrial } from './schedule.ts';
import { calendarFeeds, classes } from './tables.ts';
import { classesIn, toClasses } from './views.ts';
import { minutesAfter } from './weekly-plan.ts';

const day = 24 * 60;
const daysBack = 30;
const daysAhead = 90;
const alarmMinutes = 60;

/** Creates a new secret link, which is shown only now; the previous link stops working. */
export async function makeFeed(tx: Tx, userId: number, chosen: { locale: Locale; isBusyOnly: boolean }) {
  await lockAccount(tx, userId);
  const code = randomText(32);
  const row = { tokenHash: sha256(code), ...chosen, madeAt: sql`now()` };
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
  return { made_at: row?.madeAt.toISOString() ?? null, is_busy_only: row?.isBusyOnly ?? false };
}

/** The calendar for the secret link: planned lessons as far as its owner knows them, or only that one is busy. */
export async function readFeed(
  db: Db,
  reference: Reference,
  { code, origin }: { code: string; origin: string },
  now = new Date(),
): Promise<FileAnswer> {
  const [feed] = await db
    .select()
    .from(calendarFeeds)
    .where(
      sql`${calendarFeeds.tokenHash} = ${sha256(code)} and ${inGoodStanding(sql`${calendarFeeds.userId}`)}`,
    );
  if (!feed) throw new AppError('notFound');
  const { userId, locale } = feed;
  const rows = await db.select().from(classes).where(classesIn(userId, undefined));
  const entries = await entriesBetween(
    db,
    rows,
    minutesAfter(now, -daysBack * day),
    minutesAfter(now, daysAhead * day),
  );
  const known = feed.isBusyOnly ? [] : await toClasses(db, userId, rows);
  const names = await namesIn(reference, locale);
  const calendar = createCalendar({
    prodId: '//Mingshi//Classes//EN',
    method: ICalCalendarMethod.PUBLISH,
    name: words[locale].name,
    // Times are in UTC; the library's own time zone would write them without one.
    x: { 'X-WR-TIMEZONE': 'Asia/Hong_Kong' },
    ttl: 60 * 60,
  });
  for (const entry of entries) {
    const cls = known.find(({ id }) => id === entry.cls.id);
    calendar.createEvent({
      ...timesOf(entry),
      ...(cls ? describe(entry, cls, { locale, names, origin }) : { summary: words[locale].busy }),
    });
  }
  return {
    content: Readable.from([`${calendar.toString()}\r\n`]),
    mediaType: 'text/calendar; charset=utf-8',
    fileName: 'mingshi.ics',
  };
}

const words = {
  'zh-Hant': {
    name: '明師課堂',
    busy: '忙碌',
    trial: '試堂',
    withTutor: (name: string) => `導師：${name}`,
    record: '課堂紀錄',
  },
  en: {
    name: 'Mingshi classes',
    busy: 'Busy',
    trial: 'Trial lesson',
    withTutor: (name: string) => `Tutor: ${name}`,
    record: 'Record of lessons',
  },
} satisfies Record<Locale, unknown>;

type Names = Awaited<ReturnType<typeof namesIn>>;

async function namesIn({ lists }: Reference, locale: Locale) {
  const [grades, majors, others, types, regions] = await Promise.all([
    lists.grade(locale),
    lists.major_subject(locale),
    lists.other_subject(locale),
    lists.tutoring_type(locale),
    lists.region(locale),
  ]);
  return { grades, majors, others, types, regions };
}

function timesOf(entry: Entry): ICalEventData {
  const { cls, plannedAt, startsAt, endsAt, change } = entry;
  const isOff = isCancelled(entry);
  const revised = change?.changedAt ?? cls.madeAt;
  return {
    // Stays the same when a lesson is moved, so that calendars move it too.
    id: `${cls.id}-${plannedAt.getTime()}@mingshi`,
    stamp: revised,
    lastModified: revised,
    start: startsAt,
    end: endsAt,
    status: isOff ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    busystatus: isOff ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
  };
}

type Surroundings = { locale: Locale; names: Names; origin: string };

function describe(entry: Entry, cls: Class, { locale, names, origin }: Surroundings) {
  const named = (list: readonly { id: number; name: string }[], ids: readonly number[]) =>
    ids.flatMap((id) => list.find((one) => one.id === id)?.name ?? []);
  const and = locale === 'en' ? ', ' : '、';
  const subjects = [...named(names.majors, cls.major_subject), ...named(names.others, cls.other_subject)];
  const who = cls.children.length > 0 ? cls.children : named(names.grades, cls.grade);
  const place = [
    ...named(names.types, [cls.tutoring_type]),
    ...named(names.regions, cls.tutoring_region === null ? [] : [cls.tutoring_region]),
  ];
  const url = `${origin}${locale === defaultLocale ? '' : `/${locale}`}/clock-in?class=${cls.id}`;
  const tutor = tutorCalled(cls.tutor.display_name, tutorBySurname[locale]);
  return {
    summary: [isTrial(entry) && words[locale].trial, cls.tag || who.join(and), subjects.join(and)]
      .filter(Boolean)
      .join(' · '),
    location: place.join(and),
    description: [
      cls.my_side === 'family' && words[locale].withTutor(tutor),
      `${words[locale].record} ${url}`,
    ]
      .filter(Boolean)
      .join('\n'),
    url,
    alarms: isCancelled(entry) ? [] : [{ type: ICalAlarmType.display, trigger: alarmMinutes * 60 }],
  } satisfies Partial<ICalEventData>;
}
