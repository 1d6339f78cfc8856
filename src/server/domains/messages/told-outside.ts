import { getTableColumns, sql } from 'drizzle-orm';
import type { EventNow, ReadEvents, Waiting } from '#server/domains/delivery/events.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import { isNoticeKind, noticePage, noticeWords } from '#shared/messages.ts';
import { aboutNotices, linksOf } from './notice-about.ts';
import { factsOf, noticeItems } from './notices.ts';
import { notices } from './tables.ts';

/** What has become of notices and messages that are to be told outside the page. */
export const readEvents: ReadEvents = async (db, rows, { localeOf, withAbout }) => {
  const found = new Map<number, EventNow>();
  await readNotices(db, rows, { localeOf, withAbout, found });
  await readMessages(db, rows, { localeOf, withAbout, found });
  return found;
};

type Into = { localeOf(userId: number): Locale; withAbout: boolean; found: Map<number, EventNow> };

async function readNotices(db: Db | Tx, waiting: readonly Waiting[], { localeOf, withAbout, found }: Into) {
  const wanted = waiting.filter(({ noticeId }) => noticeId !== null);
  if (wanted.length === 0) return;
  // By both columns of the key, which say in which part of the table a notice is.
  const pairs = sql`unnest(${sql.param(wanted.map(({ userId }) => userId))}::bigint[],
    ${sql.param(wanted.map(({ noticeId }) => noticeId))}::bigint[]) as wanted (user_id, id)`;
  const rows = await db
    .select(getTableColumns(notices))
    .from(notices)
    .innerJoin(pairs, sql`wanted.user_id = ${notices.userId} and wanted.id = ${notices.id}`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const unread = rows.filter(({ readAt }) => readAt === null);
  const links = await linksOf(db, unread);
  const items = withAbout ? await noticeItems(db, unread, localeOf) : [];
  const named = new Map(items.map((item) => [item.id, item]));
  for (const { id, noticeId, userId } of waiting) {
    const row = noticeId === null ? undefined : byId.get(noticeId);
    if (!row || !isNoticeKind(row.kind)) continue;
    if (row.readAt !== null) found.set(id, { state: 'read' });
    else
      found.set(id, {
        state: 'unread',
        item: {
          kind: row.kind,
          ...noticeWords(row.kind, row.params, localeOf(userId)),
          titles: {
            'zh-Hant': noticeWords(row.kind, row.params, 'zh-Hant').title,
            en: noticeWords(row.kind, row.params, 'en').title,
          },
          about: named.get(row.id)?.about ?? null,
          path: named.get(row.id)?.path ?? noticePage(row.kind, row.params, links(row)),
          at: row.toldAt,
        },
      });
  }
}

async function readMessages(db: Db | Tx, waiting: readonly Waiting[], { localeOf, withAbout, found }: Into) {
  const messages = waiting.filter(({ messageId }) => messageId !== null);
  if (messages.length === 0) return;
  const { rows } = await db.execute<{
    id: string;
    case_id: string;
    is_read: boolean;
    is_blocked: boolean;
  }>(sql`
    select sent.id, interests.case_id, coalesce(read_up_to, 0) >= sent.id as is_read,
      exists (select from user_blocks where (blocker_user_id, blocked_user_id)
        in ((family_user_id, tutor_user_id), (tutor_user_id, family_user_id))) as is_blocked
    from unnest(${sql.param(messages.map(({ interestId }) => interestId))}::bigint[],
        ${sql.param(messages.map(({ messageId }) => messageId))}::bigint[]) as wanted (interest_id, id)
      join conversation_messages sent on sent.interest_id = wanted.interest_id and sent.id = wanted.id
      join interests on interests.id = sent.interest_id
      left join conversation_reads seen on seen.interest_id = sent.interest_id and seen.user_id <> sent.user_id`);
  const byId = new Map(rows.map((row) => [Number(row.id), row]));
  const talkOf = ({ userId, interestId, messageId }: Waiting) => ({
    userId,
    params: { interest: interestId, case: Number(byId.get(messageId as number)?.case_id) },
  });
  const aboutOf = withAbout ? await aboutNotices(db, messages.map(talkOf), localeOf) : undefined;
  for (const message of messages) {
    const row = byId.get(message.messageId as number);
    const { person = null, about = null } = aboutOf?.(talkOf(message)) ?? {};
    if (row?.is_blocked) found.set(message.id, { state: 'blocked' });
    else if (row?.is_read) found.set(message.id, { state: 'read' });
    else if (row) found.set(message.id, { state: 'unread', item: null, about: factsOf(person, about) });
  }
}
