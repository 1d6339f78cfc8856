import type pg from 'pg';
import { eventually } from '../../deploy/cluster/keep.ts';
import { createChatClient } from '../../tests/chat.ts';
import { judge as judgeTaps } from '../../tests/clock-in/check.ts';
import type { Records, World } from './people.ts';

/** Waits until no page, answer, call or job is running. */
export const untilQuiet = (pool: pg.Pool) =>
  eventually(
    'everything that was begun has ended',
    async () => {
      const { rows } = await pool.query<{ left: number }>(`
        select (select count(*) from eraser_pages where status in ('waiting', 'running'))
          + (select count(*) from chat_generations where state = 'running')
          + (select count(*) from voice_calls where ended_at is null)
          + (select count(*) from graphile_worker.jobs where attempts > 0 or run_at < now()) as left`);
      return Number(rows[0]?.left) === 0;
    },
    180_000,
  );

/** Compares what is stored with what was acknowledged. */
export async function judge(pool: pg.Pool, address: string, world: World, records: Records) {
  const one = async (query: string, values: unknown[] = []) =>
    Number((await pool.query<{ value: string }>(query, values)).rows[0]?.value);
  const { rows: stored } = await pool.query<{ key: string; times: number }>(
    'select client_key as key, count(*)::int as times from conversation_messages group by 1',
  );
  const timesOf = new Map(stored.map(({ key, times }) => [key, times]));
  const messages = [...records.messages];

  const wrongChats: string[] = [];
  for (const { userId, messageId, shown } of records.chats) {
    const { rows } = await pool.query<{ text: string; state: string }>(
      'select text, state from chat_messages where id = $1',
      [messageId],
    );
    if (rows[0]?.text !== shown || rows[0]?.state !== 'done')
      wrongChats.push(`answer ${messageId} is not as shown`);
    const me = createChatClient(address, { 'x-caller': JSON.stringify({ id: userId, identity: 1 }) });
    const left = await me.remaining();
    if (left !== 99) wrongChats.push(`person ${userId} has ${left} messages left`);
  }

  const taps = await judgeTaps(pool, records.answers);
  return {
    messages: messages.length,
    messagesLost: messages.filter((key) => !timesOf.has(key)).length,
    messagesDoubled: stored.filter(({ times }) => times > 1).length,
    taps: records.answers.length,
    tapsLost: taps.lostAnswers,
    tapsWrong: [...taps.wrong, ...Array.from({ length: taps.overlaps + taps.doubleOpen }, () => 'overlap')],
    chats: records.chats.length,
    wrongChats,
    pages: await one('select count(*) as value from eraser_pages'),
    pagesNotOnce: await one(`
      select count(*) as value from eraser_pages where status <> 'done' or versions <> 1 or charged_at is null
        or (select count(*) from eraser_versions where page_id = eraser_pages.id) <> 1`),
    pagesBesideLedger: Math.abs(
      (await one(
        `select coalesce(sum(used), 0) as value from quota_grants where user_id = any($1) and kind like 'paper%'`,
        [world.paperOwners],
      )) - (await one('select count(*) as value from eraser_pages where charged_at is not null')),
    ),
    held: await one('select coalesce(sum(held), 0) as value from quota_grants'),
    jobsLeft: await one(
      `select count(*) as value from graphile_worker.jobs where attempts > 0 or run_at < now() - interval '10 s'`,
    ),
  };
}
