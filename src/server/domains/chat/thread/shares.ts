import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { notBlocked } from '#server/domains/blocks/blocks.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { createThread, readThread } from './threads.ts';

/** Without characters that look or sound alike: codes are read out and typed. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 12;
const validDays = 30;
const mostCodes = 100;

const newCode = () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

type CodeRequest = { userId: number; assistantId: number; threadId?: number | undefined };

/** A code for an assistant, or for a thread as it is now, with the assistant of that thread. */
export async function giveCode(tx: Tx, { userId, assistantId, threadId }: CodeRequest) {
  await lockAccount(tx, userId);
  const thread = threadId === undefined ? undefined : await readThread(tx, { userId }, threadId);
  const { rows: counted } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from chat_share_codes where user_id = ${userId} and expires_at > now()`);
  if ((counted[0]?.count ?? 0) >= mostCodes)
    throw new AppError('reachedLimit', { details: { limit: mostCodes } });
  const { rows } = await tx.execute<{ code: string; expires_at: string }>(sql`
    insert into chat_share_codes (code, user_id, assistant_id, thread_id, leaf_id, expires_at)
    values (${newCode()}, ${userId}, ${thread?.assistant_id ?? assistantId}, ${threadId ?? null},
      ${threadId === undefined ? null : sql`(select leaf_id from chat_threads where id = ${threadId})`},
      now() + make_interval(days => ${validDays}))
    returning code, expires_at`);
  const [made] = rows;
  if (!made) throw new Error('a code that was written did not come back');
  return { code: made.code, expires_at: new Date(made.expires_at).toISOString() };
}

type CodeRow = {
  user_id: string;
  assistant_id: string;
  thread_id: string | null;
  leaf_id: string | null;
  title: string | null;
};

/**
 * Turns a code into a thread of the user: a copy, so that neither user sees what the other writes afterwards.
 */
export async function takeCode(
  tx: Tx,
  { userId, isDomestic, ...taken }: { userId: number; code: string; isDomestic: boolean },
) {
  await lockAccount(tx, userId);
  const code = taken.code.toUpperCase().replaceAll(/[\s-]/g, '');
  const { rows } = await tx.execute<CodeRow>(sql`
    select codes.user_id, codes.assistant_id, codes.thread_id, codes.leaf_id, threads.title
    from chat_share_codes codes left join chat_threads threads on threads.id = codes.thread_id
    join chat_assistants assistants on assistants.id = codes.assistant_id and assistants.is_shown
      and not (assistants.is_hidden_domestic and ${isDomestic})
    where code = ${code} and expires_at > now() and ${notBlocked(userId, sql`codes.user_id`)}
      and ${inGoodStanding(sql`codes.user_id`)}`);
  const [found] = rows;
  if (!found) throw new AppError('notFound');
  const made = await createThread(
    tx,
    { userId },
    { assistantId: Number(found.assistant_id), title: coverContacts(found.title ?? '') },
  );
  if (found.leaf_id === null) return made;
  await tx.execute(sql`update chat_threads set copied_from = ${found.thread_id} where id = ${made.id}`);
  const leaf = await copyPath(tx, found.leaf_id, made.id);
  if (Number(found.user_id) !== userId)
    await tx.execute(sql`
      update chat_threads set shared_by = ${found.user_id}, shared_leaf_id = ${leaf} where id = ${made.id}`);
  return readThread(tx, { userId }, made.id);
}

/**
 * Copies text and parts as far as they have come; files stay with their uploader, and feedback with its
 * author. Contact details in what the person wrote are covered; those in answers are help lines.
 */
async function copyPath(tx: Tx, leafId: string, threadId: number) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive path as (
      select id, parent_id, 1 as depth from chat_messages where id = ${leafId}
      union all
      select messages.id, messages.parent_id, depth + 1
      from chat_messages messages join path on messages.id = path.parent_id
    )
    select id from path order by depth desc`);
  let parent: string | null = null;
  for (const { id } of rows) {
    const copied: { rows: { id: string; role: string; text: string }[] } = await tx.execute<{
      id: string;
      role: string;
      text: string;
    }>(sql`
      insert into chat_messages (thread_id, parent_id, role, text, parts, wish, is_spoken, state)
      select ${threadId}, ${parent}, role, text || case when state = 'running' then coalesce((
          select string_agg(chunks.text, '' order by chunks.start) from chat_chunks chunks
          where message_id = chat_messages.id), '') else '' end, parts, wish, is_spoken, case state when 'running' then 'interrupted' else state end
      from chat_messages where id = ${id} returning id, role, text`);
    const [row] = copied.rows;
    if (!row) continue;
    parent = row.id;
    const covered = coverContacts(row.text);
    if (row.role === 'user' && covered !== row.text)
      await tx.execute(sql`update chat_messages set text = ${covered} where id = ${row.id}`);
  }
  await tx.execute(sql`update chat_threads set leaf_id = ${parent} where id = ${threadId}`);
  return parent;
}

/** The threads of a user that others keep copies of, with their number. */
export async function copiesOfThreads(db: Db, userId: number) {
  const { rows } = await db.execute<{ title: string; copies: number }>(sql`
    select threads.title, count(*)::int as copies
    from chat_threads threads join chat_threads copies on copies.copied_from = threads.id
    where threads.user_id = ${userId} and copies.user_id is distinct from ${userId}
    group by threads.id order by threads.id`);
  return rows;
}
