import { sql } from 'drizzle-orm';
import { haltsOf } from '#server/domains/accounts/standing.ts';
import { notBlocked } from '#server/domains/blocks/blocks.ts';
import { pushLater } from '#server/domains/push/send-later.ts';
import { portraitsOf } from '#server/domains/tutors/portraits.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverMessages, splitMessages } from '#shared/contacts/cover-contacts.ts';
import type { ChatMessage, Conversation } from '#shared/conversations.ts';
import { isLive } from '#shared/interest.ts';
import { nameShown } from '#shared/tutor-name.ts';
import { announce } from './events.ts';
import { unreadCount } from './notices.ts';

type MessageRow = { id: string | number; user_id: string | number; text: string; sent_at: Date | string };
type ConversationRow = {
  id: string;
  case_id: string;
  listing_id: string | null;
  family_user_id: string;
  tutor_user_id: string;
  status: Conversation['status'];
  closed_for: 'ban' | 'child_safety' | null;
  tutor_name: string | null;
  children: { grade: number; major_subject: number[]; other_subject: number[] }[] | null;
  family_agreed: boolean;
  tutor_agreed: boolean;
  read_by_other: string;
  /** The last message, and those before it by the same person. */
  latest: MessageRow[] | null;
  unread_count: number;
};

const unread = (userId: number) => sql`
  (select count(*)::int from conversation_messages theirs
   where theirs.match_id = matches.id and theirs.user_id <> ${userId}
     and theirs.id > coalesce((select read_up_to from conversation_reads seen
                               where seen.match_id = matches.id and seen.user_id = ${userId}), 0))`;
/** For somebody who blocked the other side, or was blocked by it, the conversation does not exist. */
const isSide = (userId: number) =>
  sql`(${userId} in (family_user_id, tutor_user_id) and ${notBlocked(
    userId,
    sql`case when family_user_id = ${userId} then tutor_user_id else family_user_id end`,
  )})`;

async function readConversations(db: Db, userId: number, which: ReturnType<typeof sql>) {
  const { rows } = await db.execute<ConversationRow>(sql`
    select matches.id, matches.case_id, matches.listing_id, family_user_id, tutor_user_id, matches.status, closed_for,
      (select display_name from tutor_listings where id = matches.listing_id) as tutor_name,
      (select json_agg(json_build_object('grade', grade_id, 'major_subject', major_subject_ids,
                                         'other_subject', other_subject_ids) order by position)
       from case_children join children on children.id = child_id
       where case_children.case_id = matches.case_id) as children,
      family_agreed_at is not null as family_agreed, tutor_agreed_at is not null as tutor_agreed,
      coalesce((select read_up_to from conversation_reads seen
                where seen.match_id = matches.id and seen.user_id <> ${userId}), 0) as read_by_other,
      (select json_agg(latest) from (
         select id, user_id, text, sent_at from conversation_messages
         where match_id = matches.id and user_id = (
           select user_id from conversation_messages newest
           where newest.match_id = matches.id order by newest.id desc limit 1)
         order by id desc limit ${splitMessages}) latest) as latest,
      ${unread(userId)} as unread_count
    from matches where ${isSide(userId)} and ${which}`);
  const halts = await haltsOf(
    db,
    rows.map((row) => ({
      familyUserId: Number(row.family_user_id),
      tutorUserId: Number(row.tutor_user_id),
      isLive: isLive(row.status),
      closedFor: row.closed_for,
    })),
  );
  const portraits = await portraitsOf(
    db,
    rows.flatMap(({ listing_id }) => (listing_id === null ? [] : Number(listing_id))),
  );
  return rows.map((row, at): Conversation => {
    const children = row.children ?? [];
    const isFamily = Number(row.family_user_id) === userId;
    const halt = halts[at] ?? null;
    const contact_shared = row.family_agreed && row.tutor_agreed && halt === null;
    return {
      id: Number(row.id),
      my_side: isFamily ? 'family' : 'tutor',
      status: row.status,
      halt,
      case_id: Number(row.case_id),
      tutor_name: nameShown(row.tutor_name ?? '', !isFamily || contact_shared),
      tutor_portrait: portraits.get(Number(row.listing_id)) ?? null,
      grade: children.map(({ grade }) => grade),
      major_subject: [...new Set(children.flatMap(({ major_subject }) => major_subject))],
      other_subject: [...new Set(children.flatMap(({ other_subject }) => other_subject))],
      contact_shared,
      i_agreed: isFamily ? row.family_agreed : row.tutor_agreed,
      other_agreed: isFamily ? row.tutor_agreed : row.family_agreed,
      read_by_other: Number(row.read_by_other),
      last: messagesOf(row.latest ?? [], userId, contact_shared).at(-1) ?? null,
      unread_count: row.unread_count,
    };
  });
}

export async function listConversations(db: Db, userId: number, { page, page_size }: Paging) {
  const list = await readConversations(
    db,
    userId,
    sql`true order by coalesce((select max(id) from conversation_messages where match_id = matches.id), 0) desc,
      matches.id desc limit ${page_size} offset ${(page - 1) * page_size}`,
  );
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from matches where ${isSide(userId)}`,
  );
  return { list, total: rows[0]?.total ?? 0, page, page_size };
}

export async function readConversation(db: Db, userId: number, id: number) {
  const [found] = await readConversations(db, userId, sql`matches.id = ${id}`);
  if (!found) throw new AppError('notFound');
  return found;
}

export async function listMessages(
  db: Db,
  userId: number,
  id: number,
  { before, page_size }: { before?: number | undefined; page_size: number },
) {
  const { shared } = await sideOfMatch(db, userId, id);
  const { rows } = await db.execute<MessageRow>(sql`
    select id, user_id, text, sent_at from conversation_messages
    where match_id = ${id} and id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by id desc limit ${page_size + 1}`);
  const page = rows.slice(0, page_size);
  const shown = new Set(page.map((row) => Number(row.id)));
  const around = shared ? [] : await messagesAround(db, id, page);
  const list = messagesOf([...page, ...around], userId, shared).filter((message) => shown.has(message.id));
  return { list, has_more: rows.length > page_size };
}

/** What each person wrote just before and after a page: a number may be told over its edge. */
async function messagesAround(db: Db | Tx, id: number, page: readonly MessageRow[]): Promise<MessageRow[]> {
  const ids = page.map((row) => Number(row.id));
  if (ids.length === 0) return [];
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  const { rows } = await db.execute<MessageRow>(sql`
    select beside.* from matches
      cross join lateral unnest(array[family_user_id, tutor_user_id]) as person (user_id)
      cross join lateral (
        (select id, user_id, text, sent_at from conversation_messages
         where match_id = ${id} and user_id = person.user_id and id < ${first}
         order by id desc limit ${splitMessages - 1})
        union all
        (select id, user_id, text, sent_at from conversation_messages
         where match_id = ${id} and user_id = person.user_id and id > ${last}
         order by id limit ${splitMessages - 1})) beside
    where matches.id = ${id}`);
  return rows;
}

/** The same key means the same message. A conversation of an ended match is read-only. */
export async function sendMessage(
  tx: Tx,
  userId: number,
  id: number,
  { text, client_key }: { text: string; client_key: string },
): Promise<ChatMessage> {
  // A ban or a suspension that is under way holds the account, then the match; what it says is read after that.
  await tx.execute(sql`
    with sender as (select id from users where id = ${userId} for key share)
    select from matches where id = ${id} and (select id from sender) in (family_user_id, tutor_user_id)
    for share of matches`);
  const { other, live, halt, shared } = await sideOfMatch(tx, userId, id);
  const earlier = await messageWith(tx, userId, id, client_key);
  if (earlier) return shownAlone(tx, userId, id, earlier, shared);
  if (!live) throw new AppError('matchOver');
  if (halt) throw new AppError('matchRests');
  await tx.execute(sql`
    insert into conversation_messages (match_id, user_id, client_key, text)
    values (${id}, ${userId}, ${client_key}, ${text})
    on conflict do nothing`);
  const sent = await messageWith(tx, userId, id, client_key);
  if (!sent) throw new Error('a message that was sent is not there');
  // Other open pages of the sender show it too.
  for (const person of [other, userId]) await announce(tx, person, { kind: 'message', conversation: id });
  await pushLater(tx, other, id);
  return shownAlone(tx, userId, id, sent, shared);
}

/** One message as both sides see it. */
async function shownAlone(tx: Tx, userId: number, id: number, row: MessageRow, shared: boolean) {
  const around = shared ? [] : await messagesAround(tx, id, [row]);
  const found = messagesOf([row, ...around], userId, shared).find((message) => message.id === Number(row.id));
  if (!found) throw new Error('a message that was sent is not there');
  return found;
}

async function messageWith(tx: Tx, userId: number, id: number, key: string) {
  const { rows } = await tx.execute<MessageRow>(sql`
    select id, user_id, text, sent_at from conversation_messages
    where match_id = ${id} and user_id = ${userId} and client_key = ${key}`);
  return rows[0];
}

/** The read position only moves forward, and not beyond the last message. */
export async function readUpTo(tx: Tx, userId: number, id: number, upTo: number) {
  const { other } = await sideOfMatch(tx, userId, id);
  const moved = await tx.execute(sql`
    insert into conversation_reads (match_id, user_id, read_up_to)
    select ${id}, ${userId}, max(id) from conversation_messages where match_id = ${id} and id <= ${upTo}
    having max(id) is not null
    on conflict (match_id, user_id)
    do update set read_up_to = excluded.read_up_to where conversation_reads.read_up_to < excluded.read_up_to
    returning match_id`);
  // Other open pages of the reader update their count; the sender sees how far was read.
  if (moved.rows.length > 0)
    for (const person of [userId, other]) await announce(tx, person, { kind: 'read', conversation: id });
  return { unread_count: await unreadIn(tx, userId, id) };
}

/** The unread count of a conversation, or of the notices. */
export const unreadOf = async (db: Db, userId: number, conversation: number | null) =>
  conversation === null ? (await unreadCount(db, userId)).unread_count : unreadIn(db, userId, conversation);

/** The unread count of one conversation. */
async function unreadIn(db: Db | Tx, userId: number, id: number) {
  const { rows } = await db.execute<{ unread_count: number }>(
    sql`select ${unread(userId)} as unread_count from matches where id = ${id} and ${isSide(userId)}`,
  );
  return rows[0]?.unread_count ?? 0;
}

export async function unreadMessages(db: Db, userId: number) {
  const { rows } = await db.execute<{ unread: number }>(
    sql`select coalesce(sum(${unread(userId)}), 0)::int as unread from matches where ${isSide(userId)}`,
  );
  return rows[0]?.unread ?? 0;
}

async function sideOfMatch(db: Db | Tx, userId: number, id: number) {
  const { rows } = await db.execute<{
    family: string;
    tutor: string;
    live: boolean;
    agreed: boolean;
    closed_for: 'ban' | 'child_safety' | null;
  }>(sql`
    select family_user_id as family, tutor_user_id as tutor, status in ('trial', 'going') as live,
      family_agreed_at is not null and tutor_agreed_at is not null as agreed, closed_for
    from matches where id = ${id} and ${isSide(userId)}`);
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  const sides = { familyUserId: Number(row.family), tutorUserId: Number(row.tutor) };
  const [halt = null] = await haltsOf(db, [{ ...sides, isLive: row.live, closedFor: row.closed_for }]);
  const other = sides.familyUserId === userId ? sides.tutorUserId : sides.familyUserId;
  return { other, live: row.live, halt, shared: row.agreed && halt === null };
}

/** The messages, the oldest first. Until both share their contacts, both see what is covered in the same way. */
function messagesOf(rows: readonly MessageRow[], userId: number, shared: boolean): ChatMessage[] {
  const sorted = rows
    .map(({ id, user_id, text, sent_at }) => ({
      id: Number(id),
      author: Number(user_id),
      text,
      sentAt: new Date(sent_at),
    }))
    .sort((one, other) => one.id - other.id);
  const covered = new Map<number, string>();
  for (const author of new Set(sorted.map((row) => row.author))) {
    const theirs = sorted.filter((row) => row.author === author);
    const texts = shared
      ? theirs.map(({ text }) => text)
      : coverMessages(theirs.map(({ text, sentAt }) => ({ text, at: sentAt.getTime() })));
    theirs.forEach((row, at) => {
      covered.set(row.id, texts[at] ?? '');
    });
  }
  return sorted.map(({ id, author, sentAt }) => ({
    id,
    is_mine: author === userId,
    text: covered.get(id) ?? '',
    sent_at: sentAt.toISOString(),
  }));
}
