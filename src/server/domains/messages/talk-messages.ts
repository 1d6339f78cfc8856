import { sql } from 'drizzle-orm';
import { pushLater } from '#server/domains/push/send-later.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverMessages, splitMessages } from '#shared/contacts/cover-contacts.ts';
import type { ChatMessage } from '#shared/conversations.ts';
import { talkRules } from '#shared/rules/talk-rules.ts';
import { announce } from './events.ts';
import { offerLine } from './offer-line.ts';
import { refuseClosed, talkOf, talkToWriteIn } from './talk-access.ts';
import { filesOfMessages, sendFiles, type TalkFiles } from './talk-files.ts';

export type MessageRow = {
  id: string | number;
  user_id: string | number;
  text: string;
  sent_at: Date | string;
};

export async function listMessages(
  db: Db,
  userId: number,
  id: number,
  { before, page_size }: { before?: number | undefined; page_size: number },
) {
  const { shared } = await talkOf(db, userId, id);
  const { rows } = await db.execute<MessageRow>(sql`
    select id, user_id, text, sent_at from conversation_messages
    where interest_id = ${id} and id < ${before ?? Number.MAX_SAFE_INTEGER}
    order by id desc limit ${page_size + 1}`);
  const page = rows.slice(0, page_size);
  const shown = new Set(page.map((row) => Number(row.id)));
  const around = shared ? [] : await messagesAround(db, id, page);
  const files = await filesOfMessages(db, id, [...shown]);
  const list = messagesOf([...page, ...around], userId, shared, files).filter(({ id: one }) =>
    shown.has(one),
  );
  return { list, has_more: rows.length > page_size };
}

/** What each person wrote just before and after a page: a number may be told over its edge. */
async function messagesAround(db: Db | Tx, id: number, page: readonly MessageRow[]): Promise<MessageRow[]> {
  const ids = page.map((row) => Number(row.id));
  if (ids.length === 0) return [];
  const [first, last] = [Math.min(...ids), Math.max(...ids)];
  const { rows } = await db.execute<MessageRow>(sql`
    select beside.* from interests
      cross join lateral unnest(array[family_user_id, tutor_user_id]) as person (user_id)
      cross join lateral (
        (select * from (
           (select id, user_id, text, sent_at from conversation_messages
            where interest_id = ${id} and user_id = person.user_id and id < ${first}
            order by id desc limit ${splitMessages - 1})
           union all
           select id, user_id, text, sent_at from ${offerLine} line where line.user_id = person.user_id) earlier
         order by id desc limit ${splitMessages - 1})
        union all
        (select id, user_id, text, sent_at from conversation_messages
         where interest_id = ${id} and user_id = person.user_id and id > ${last}
         order by id limit ${splitMessages - 1})) beside
    where interests.id = ${id}`);
  return rows;
}

type NewMessage = { text: string; files: readonly number[]; client_key: string };

/** The same key means the same message. */
export async function sendMessage(
  tx: Tx,
  userId: number,
  id: number,
  { text, files, client_key }: NewMessage,
): Promise<ChatMessage> {
  const talk = await talkToWriteIn(tx, userId, id);
  const earlier = await messageWith(tx, userId, id, client_key);
  if (earlier) return shownAlone(tx, userId, id, earlier, talk.shared);
  refuseClosed(talk);
  if (talk.state.interest === 'pending' && (await unansweredLeft(tx, userId, id)) === 0)
    throw new AppError('answerAwaited', { details: { limit: talkRules.unanswered } });
  await tx.execute(sql`
    insert into conversation_messages (interest_id, user_id, client_key, text)
    values (${id}, ${userId}, ${client_key}, ${text})`);
  const sent = await messageWith(tx, userId, id, client_key);
  if (!sent) throw new Error('a message that was sent is not there');
  await sendFiles(tx, { userId, id, messageId: Number(sent.id), files });
  // Other open pages of the sender show it too.
  for (const person of [talk.other, userId])
    await announce(tx, person, { kind: 'message', conversation: id });
  await pushLater(tx, talk.other, id);
  return shownAlone(tx, userId, id, sent, talk.shared);
}

/** How many more messages may follow before the other side writes again. */
async function unansweredLeft(tx: Tx, userId: number, id: number) {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select ${unansweredBy(userId, sql`${id}::bigint`)} as count`,
  );
  return Math.max(0, talkRules.unanswered - (rows[0]?.count ?? 0));
}

/** SQL: how many messages in a row this person wrote last. */
export const unansweredBy = (userId: number, interestId: ReturnType<typeof sql>) => sql`
  (select count(*)::int from conversation_messages mine
   where mine.interest_id = ${interestId} and mine.user_id = ${userId}
     and mine.id > coalesce((select max(id) from conversation_messages theirs
                             where theirs.interest_id = ${interestId} and theirs.user_id <> ${userId}), 0))`;

/** One message as both sides see it. */
async function shownAlone(tx: Tx, userId: number, id: number, row: MessageRow, shared: boolean) {
  const around = shared ? [] : await messagesAround(tx, id, [row]);
  const files = await filesOfMessages(tx, id, [Number(row.id)]);
  const found = messagesOf([row, ...around], userId, shared, files).find(
    ({ id: one }) => one === Number(row.id),
  );
  if (!found) throw new Error('a message that was sent is not there');
  return found;
}

async function messageWith(tx: Tx, userId: number, id: number, key: string) {
  const { rows } = await tx.execute<MessageRow>(sql`
    select id, user_id, text, sent_at from conversation_messages
    where interest_id = ${id} and user_id = ${userId} and client_key = ${key}`);
  return rows[0];
}

/** The messages, the oldest first. Until both share their contacts, both see what is covered in the same way. */
export function messagesOf(
  rows: readonly MessageRow[],
  userId: number,
  shared: boolean,
  files: TalkFiles,
): ChatMessage[] {
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
    files: files.get(id) ?? [],
    sent_at: sentAt.toISOString(),
  }));
}
