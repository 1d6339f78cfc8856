import { and, count, desc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { toOutbox } from '#server/domains/delivery/outbox.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { formatShortTime } from '#shared/hong-kong.ts';
import type { Locale } from '#shared/locale.ts';
import {
  isNoticeKind,
  type Notice,
  type NoticeContent,
  type NoticeKindName,
  noticeKinds,
  noticePage,
  noticeWords,
} from '#shared/messages.ts';
import type { DeliveryChannelName } from '#shared/notices/delivery-rules.ts';
import { announce, notifySql } from './events.ts';
import { aboutNotices } from './notice-about.ts';
import { notices } from './tables.ts';

type Told = {
  userId: number;
  /** By this channel the person hears of it in other words. */
  alreadyBy?: DeliveryChannelName;
};

/**
 * Stores a notice, announces it to open pages and puts it into the outbox, if and when the transaction commits.
 * Deleted accounts get none.
 */
export async function notify(tx: Tx, { userId, alreadyBy, kind, params }: Told & NoticeContent) {
  const checked = noticeKinds[kind].params.parse(params);
  const written = sql`(
    select written.user_id, is_remind, written.id as notice_id, null::bigint as interest_id,
      null::bigint as message_id
    from written cross join person)`;
  await tx.execute(sql`
    with person as (select id, is_remind from users where id = ${userId} and deleted_at is null),
    written as (
      insert into notices (user_id, kind, params)
      select id, ${kind}, ${JSON.stringify(checked)}::jsonb from person returning id, user_id
    ),
    told as (${toOutbox({ kind, params: checked, alreadyBy }, written)})
    select ${notifySql(userId, { kind: 'notice' })}`);
}

/**
 * What a notice is about, as text: its lesson, else its class, else its case, else itself. Lessons that were clocked
 * in are known by their place in the plan too, where they have one.
 */
const thing = sql`coalesce(
  (select coalesce('lesson ' || class_id || ' ' || extract(epoch from planned_at)::bigint, 'lesson ' || id)
   from lessons where id = (params ->> 'lesson')::bigint),
  'lesson ' || (params ->> 'class') || ' ' ||
    extract(epoch from coalesce(params ->> 'planned_at', params ->> 'starts_at')::timestamptz)::bigint,
  'class ' || (params ->> 'class'), 'case ' || (params ->> 'case'), 'notice ' || notices.id)`;

const columns = { ...getTableColumns(notices), group: sql<string>`${thing}` };
type NoticeRow = typeof notices.$inferSelect;

export async function listNotices(db: Db, userId: number, { page, page_size }: Paging, locale: Locale) {
  const rows = await db
    .select(columns)
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(desc(notices.id))
    .limit(page_size)
    .offset((page - 1) * page_size);
  const total = await db.$count(notices, eq(notices.userId, userId));
  return { list: await toNotices(db, rows, locale), total, page, page_size };
}

/** A case that very many apply to on one day makes more than one group of it. */
const mostInGroup = 50;

/** The notices of each day by what they are about, the latest first. A group is on one page as a whole. */
export async function listNoticeGroups(db: Db, userId: number, { page, page_size }: Paging, locale: Locale) {
  const { rows: found } = await db.execute<{ total: number; groups: GroupRow[] | null }>(sql`
    with mine as (
      select id, read_at, (told_at at time zone 'Asia/Hong_Kong')::date as day, ${thing} as thing
      from notices where user_id = ${userId}
    ),
    numbered as (
      select *, (row_number() over (partition by day, thing order by id desc) - 1) / ${mostInGroup}::int as part
      from mine
    ),
    grouped as (
      select day, thing, part, array_agg(id order by id desc) as ids, max(id) as newest,
        (count(*) filter (where read_at is null))::int as unread
      from numbered group by day, thing, part
    )
    select (select count(*)::int from grouped) as total, (
      select json_agg(shown order by day desc, newest desc) from (
        select * from grouped order by day desc, newest desc
        limit ${page_size} offset ${(page - 1) * page_size}) shown) as groups`);
  const { total = 0, groups } = found[0] ?? {};
  const ids = (groups ?? []).flatMap((group) => group.ids);
  const named = await noticesById(db, userId, ids, locale);
  const list = (groups ?? []).map(({ day, thing: about, part, ids: own, unread }) => ({
    key: [day, about, ...(part > 0 ? [part] : [])].join(' '),
    day,
    unread_count: unread,
    notices: own.flatMap((id) => named.get(id) ?? []),
  }));
  return { list, total, page, page_size, ...(await unreadCount(db, userId)) };
}
type GroupRow = { day: string; thing: string; part: number; ids: number[]; unread: number };

async function noticesById(db: Db | Tx, userId: number, ids: readonly number[], locale: Locale) {
  if (ids.length === 0) return new Map<number, Notice>();
  const rows = await db
    .select(columns)
    .from(notices)
    .where(and(eq(notices.userId, userId), inArray(notices.id, [...ids])));
  return new Map((await toNotices(db, rows, locale)).map((notice) => [notice.id, notice]));
}

const lessonOf = {
  'zh-Hant': (time) => `${time} 的課堂`,
  en: (time) => `lesson on ${time}`,
} satisfies Record<Locale, (time: string) => string>;

/** Who, which child and which lesson, in one line; null if nothing is known. */
export const factsOf = (...facts: (string | null)[]) => facts.filter(Boolean).join(' ・ ') || null;

/**
 * Notices of many readers as they are told outside the page, by the same rules of who may be named. The title and the
 * text name nobody; all names are in `about`.
 */
export async function noticeItems(
  db: Db | Tx,
  rows: readonly NoticeRow[],
  localeOf: (userId: number) => Locale,
) {
  const wordsOf = await noticesInWords(db, rows, localeOf);
  return rows.flatMap((row) => {
    const { id, kind, title, text, path, person, about, lesson_at, told_at } = wordsOf(row);
    if (!isNoticeKind(kind)) return [];
    const time = lesson_at && formatShortTime(lesson_at, localeOf(row.userId));
    const lesson = time && !text.includes(time) ? lessonOf[localeOf(row.userId)](time) : null;
    return {
      id,
      kind,
      title,
      text,
      about: factsOf(person, about, lesson),
      path,
      at: new Date(told_at),
    };
  });
}

async function toNotices(
  db: Db | Tx,
  rows: readonly (NoticeRow & { group: string })[],
  locale: Locale,
): Promise<Notice[]> {
  const wordsOf = await noticesInWords(db, rows, () => locale);
  return rows.map((row) => ({ ...wordsOf(row), group: row.group }));
}

async function noticesInWords(
  db: Db | Tx,
  rows: readonly NoticeRow[],
  localeOf: (userId: number) => Locale,
): Promise<(row: NoticeRow) => Omit<Notice, 'group'>> {
  const aboutOf = await aboutNotices(db, rows, localeOf);
  return (row) => {
    const { about, person, lessonAt, links } = aboutOf(row);
    // During a deployment an older process may read a kind that only the newer one knows.
    const words = isNoticeKind(row.kind)
      ? noticeWords(row.kind, row.params, localeOf(row.userId))
      : { title: row.kind, text: '' };
    return {
      id: row.id,
      kind: row.kind,
      ...words,
      about,
      person,
      lesson_at: lessonAt,
      told_at: row.toldAt.toISOString(),
      is_read: row.readAt !== null,
      path: isNoticeKind(row.kind) ? noticePage(row.kind, row.params, links) : null,
    };
  };
}

export async function markRead(tx: Tx, userId: number, id: number) {
  const [found] = await tx
    .update(notices)
    .set({ readAt: sql`coalesce(${notices.readAt}, now())` })
    .where(and(eq(notices.id, id), eq(notices.userId, userId)))
    .returning({ id: notices.id });
  if (!found) throw new AppError('notFound');
  await announce(tx, userId, { kind: 'notice' });
  return unreadCount(tx, userId);
}

/** Marks this notice and all before it as read. */
export const markReadUpTo = (tx: Tx, userId: number, upTo: number) =>
  markUnread(tx, userId, lte(notices.id, upTo));

export const markTheseRead = (tx: Tx, userId: number, ids: readonly number[]) =>
  markUnread(tx, userId, inArray(notices.id, [...ids]));

/** Tells the other open pages of the reader, if anything was unread. */
async function markUnread(tx: Tx, userId: number, which: SQL) {
  const read = await tx
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), which))
    .returning({ id: notices.id });
  if (read.length > 0) await announce(tx, userId, { kind: 'notice' });
  return unreadCount(tx, userId);
}

/** What the notices of a kind are about stands on the page that their owner has open, so they are read. */
export async function markSeen(
  { db, transaction }: Database,
  userId: number,
  { kind, param, ids }: { kind: NoticeKindName; param: string; ids: readonly number[] },
) {
  if (ids.length === 0) return;
  const isAbout = sql`${notices.kind} = ${kind}
    and (${notices.params} ->> ${param})::bigint = any(${sql.param([...ids])}::bigint[])`;
  const unread = await db.$count(notices, and(eq(notices.userId, userId), isNull(notices.readAt), isAbout));
  if (unread > 0) await transaction((tx) => markUnread(tx, userId, isAbout));
}

const trialTime = ['match_made', 'trial_proposed', 'trial_declined', 'trial_cancelled'] as const;
const policeCheck = ['police_check_asked', 'police_check_shared'] as const;

/** The notices that ask for something, by what is done about them. */
const askedBy = {
  interest: ['interest_applied', 'interest_invited'],
  trialTime,
  trial: ['trial_over', 'trial_proposed'],
  contact: ['contact_asked'],
  policeCheck,
  match: [...trialTime, 'trial_over', 'contact_asked', ...policeCheck],
  lesson: ['lesson_ended', 'lesson_end_forgotten', 'lesson_added'],
  tap: ['lesson_started', 'lesson_ended', 'lesson_added'],
  dispute: ['lesson_disputed'],
  plan: ['plan_proposed'],
  review: ['review_open'],
  fee: ['fee_unpaid', 'fee_paid'],
} satisfies Record<string, readonly NoticeKindName[]>;

/** Nothing is left to do about what these notices ask for: they are no longer new, and no longer sent. */
export async function markDone(
  tx: Tx,
  matter: keyof typeof askedBy,
  { about, people }: { about: Record<string, number | string>; people: readonly number[] },
) {
  const read = await tx
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(
      and(
        inArray(notices.userId, [...people]),
        isNull(notices.readAt),
        inArray(notices.kind, [...askedBy[matter]]),
        sql`${notices.params} @> ${JSON.stringify(about)}::jsonb`,
      ),
    )
    .returning({ userId: notices.userId });
  for (const userId of new Set(read.map((row) => row.userId))) await announce(tx, userId, { kind: 'notice' });
}

export async function unreadCount(db: Db | Tx, userId: number) {
  const [counted] = await db
    .select({ unread: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)));
  return { unread_count: counted?.unread ?? 0 };
}
