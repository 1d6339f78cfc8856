import { and, count, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { toOutbox } from '#server/domains/delivery/outbox.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import {
  isNoticeKind,
  type Notice,
  type NoticeContent,
  type NoticeKindName,
  noticeKinds,
  noticeWords,
} from '#shared/messages.ts';
import { announce, notifySql } from './events.ts';
import { aboutNotices } from './notice-about.ts';
import { notices } from './tables.ts';

type NoticeRow = typeof notices.$inferSelect;

/**
 * Stores a notice, announces it to open pages and puts it into the outbox, if and when the transaction commits.
 * Deleted accounts get none.
 */
export async function notify(tx: Tx, { userId, kind, params }: { userId: number } & NoticeContent) {
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
    told as (${toOutbox({ kind, params: checked }, written)})
    select ${notifySql(userId, { kind: 'notice' })}`);
}

export async function listNotices(db: Db, userId: number, paging: Paging, locale: Locale) {
  const wanted = eq(notices.userId, userId);
  const { rows, counted } = await pageOfTable(db, notices, paging, { wanted, order: [desc(notices.id)] });
  const about = await aboutNotices(db, userId, rows, locale);
  const talks = await conversationsOf(db, rows);
  return {
    list: rows.map((row) => ({ ...toNotice(row, talks, locale), about: about(row) })),
    ...counted,
  };
}

/** A conversation has the id of its interest, and most notices of a match know only the match. */
export async function conversationsOf(db: Db | Tx, rows: readonly NoticeRow[]): Promise<Map<number, number>> {
  const matches = rows.flatMap(({ params: { match } }) => (typeof match === 'number' ? [match] : []));
  if (matches.length === 0) return new Map();
  const { rows: found } = await db.execute<{ id: string; interest_id: string }>(
    sql`select id, interest_id from matches where id = any(${sql.param(matches)}::bigint[])`,
  );
  return new Map(found.map(({ id, interest_id }) => [Number(id), Number(interest_id)]));
}

function toNotice(row: NoticeRow, talks: ReadonlyMap<number, number>, locale: Locale): Omit<Notice, 'about'> {
  // During a deployment an older process may read a kind that only the newer one knows.
  const words = isNoticeKind(row.kind)
    ? noticeWords(row.kind, row.params, locale)
    : { title: row.kind, text: '' };
  return {
    id: row.id,
    kind: row.kind,
    ...words,
    told_at: row.toldAt.toISOString(),
    is_read: row.readAt !== null,
    path: pathOf(row, talks),
  };
}

/** Where a notice leads whose rows alone do not say it. */
const pathOfKind: Partial<Record<NoticeKindName, string>> = {
  ban_lifted: '/me/standing',
  trial_failed: '/my-tutoring',
  match_ended: '/my-tutoring',
  evidence_verified: '/me/tutor',
  evidence_refused: '/me/tutor',
  photo_removed: '/me/tutor',
  badge_expiring: '/me/tutor',
  badge_expired: '/me/tutor',
  badge_revoked: '/me/tutor',
  confirmed_badge_revoked: '/my-tutoring',
  // The check stands on the card of the match.
  police_check_asked: '/my-tutoring',
  police_check_shared: '/my-tutoring',
  police_check_ended: '/my-tutoring',
  police_check_confirmed: '/my-tutoring',
  shared_record_reported_decided: '/me/reports',
};
const pathOfQuota: Record<string, string> = { paper: '/erase', assistant: '/aitutor', voice: '/voice' };

/** The page of what a notice names. */
export function pathOf({ kind, params }: NoticeRow, talks: ReadonlyMap<number, number>) {
  const {
    report,
    occasion,
    lesson,
    class: cls,
    match,
    interest,
    record,
    pages,
    measure,
    number,
    family,
  } = params;
  const known = pathOfKind[kind];
  if (known) return known;
  if (typeof report === 'number') return '/me/reports';
  if (number === true) return '/me/number';
  if (typeof occasion === 'string' && typeof cls === 'number') return `/me/review/${cls}`;
  if (typeof lesson === 'number') return `/clock-in/${lesson}`;
  if (typeof cls === 'number') return `/clock-in?class=${cls}`;
  if (typeof match === 'number') return talks.has(match) ? `/message/${talks.get(match)}` : '/my-tutoring';
  if (typeof record === 'number') return `/test-paper/${record}`;
  if (typeof pages === 'number') return '/erase';
  if (typeof measure === 'number') return '/me/standing';
  if (typeof family === 'string') return pathOfQuota[family] ?? null;
  return interest === undefined ? null : '/my-tutoring';
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
export async function markReadUpTo(tx: Tx, userId: number, upTo: number) {
  const read = await tx
    .update(notices)
    .set({ readAt: sql`now()` })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.id, upTo)))
    .returning({ id: notices.id });
  if (read.length > 0) await announce(tx, userId, { kind: 'notice' });
  return unreadCount(tx, userId);
}

export async function unreadCount(db: Db | Tx, userId: number) {
  const [counted] = await db
    .select({ unread: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)));
  return { unread_count: counted?.unread ?? 0 };
}
