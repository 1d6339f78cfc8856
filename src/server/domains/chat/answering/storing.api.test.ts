import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createQuota } from '#server/domains/quota/quota.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { DataPart } from '#shared/chat/parts.ts';
import { createTestDatabase, silentLog, type TestDatabase } from '#tests/database.ts';
import { addPerson, testKey } from '#tests/people.ts';
import { untilWaiting } from '#tests/while-locked.ts';
import { createCharges } from './charge.ts';
import { createChunkWriter, type Writing } from './chunk-writer.ts';
import { endGeneration, type Outcome } from './end-generation.ts';
import { openHeartbeat } from './heartbeat.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
});
afterAll(() => testDatabase.drop());

const quota = createQuota({ free: { assistant: 10 }, dailyMax: {} });
const charges = createCharges(quota, testKey, 10);
const me = randomUUID();
beforeEach(async () => {
  await database.pool.query(
    `insert into chat_processes (id) values ($1) on conflict (id) do update set is_ended = false, seen_at = now()`,
    [me],
  );
});

/** A running answer with a quota reservation. */
async function runningAnswer(processId = me): Promise<Writing & { userId: number }> {
  const { id: userId } = await addPerson(database);
  const reservation = await database.transaction((tx) =>
    quota.reserve(tx, { userId, kind: 'assistant:aitutor', amount: 1, key: 'one' }),
  );
  const one = async (text: string, values: unknown[]) =>
    Number((await database.pool.query<{ id: string }>(text, values)).rows[0]?.id);
  const thread = await one('insert into chat_threads (user_id, assistant_id) values ($1, 1) returning id', [
    userId,
  ]);
  const messageId = await one(
    `insert into chat_messages (thread_id, role, state) values ($1, 'assistant', 'running') returning id`,
    [thread],
  );
  const generationId = await one(
    `insert into chat_generations (message_id, assistant_id, process_id, client_key, reservation_id)
     values ($1, 1, $2, $3, $4) returning id`,
    [messageId, processId, randomUUID(), reservation],
  );
  return { generationId, messageId, userId };
}

function writing(args: Partial<Parameters<typeof createChunkWriter>[0]> = {}) {
  const shown: string[] = [];
  const lost: number[] = [];
  const writer = createChunkWriter({
    database,
    log: silentLog,
    processId: () => me,
    noticeFor: () => '',
    onStored: ({ writing, start, text }) => void shown.push(`${writing.messageId}@${start}:${text}`),
    onLost: ({ generationId }) => void lost.push(generationId),
    ...args,
  });
  return { writer, shown, lost };
}

const stored = async ({ messageId }: Writing) =>
  (
    await database.pool.query<{ text: string }>(
      'select text from chat_chunks where message_id = $1 order by start',
      [messageId],
    )
  ).rows.map(({ text }) => text);

/** The database with an intercepted `query`. */
const withQuery = (query: (run: () => Promise<unknown>, args: unknown) => Promise<unknown>) => {
  const pool = new Proxy(database.pool, {
    get: (target, name) =>
      name === 'query'
        ? (...args: [never]) => query(() => target.query(...args) as never, args[0])
        : Reflect.get(target, name),
  });
  return { ...database, pool };
};

test('chunks of many answers share a commit, at most thirty commits a second', {
  tags: ['whole'],
}, async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => runningAnswer()));
  let commits = 0;
  const counted = withQuery((run) => {
    commits += 1;
    return run();
  });
  const { writer, shown } = writing({ database: counted });
  const started = performance.now();
  for (let turn = 0; turn < 100; turn += 1) {
    for (const answer of answers) writer.append(answer, turn, 'x');
    await sleep(10);
  }
  for (const answer of answers) await writer.drained(answer);
  const seconds = (performance.now() - started) / 1000;
  expect(commits).toBeLessThanOrEqual(Math.ceil(seconds * 30) + 1);
  for (const answer of answers) expect((await stored(answer)).join('')).toBe('x'.repeat(100));
  expect(
    shown
      .filter((event) => event.startsWith(`${answers[0]?.messageId}@`))
      .join('')
      .replace(/\d+@\d+:/g, ''),
  ).toBe('x'.repeat(100));
});

test('text is not shown before it is stored', async () => {
  const answer = await runningAnswer();
  const atShow: Promise<string[]>[] = [];
  const { writer } = writing({ onStored: ({ writing }) => void atShow.push(stored(writing)) });
  writer.append(answer, 0, '一');
  await writer.drained(answer);
  writer.append(answer, 1, '二');
  await writer.drained(answer);
  expect((await Promise.all(atShow)).map((texts) => texts.length >= 1)).toEqual([true, true]);
  // Text that waits for a row lock is not shown either.
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from chat_processes where id = $1 for update', [me]);
  writer.append(answer, 2, '三');
  await untilWaiting(database, 1);
  expect(atShow).toHaveLength(2);
  await client.query('rollback');
  client.release();
  await writer.drained(answer);
  expect(atShow).toHaveLength(3);
});

test('data parts are stored with their text, before either is shown', async () => {
  const answer = await runningAnswer();
  const other = await runningAnswer();
  const partsOf = async ({ messageId }: { messageId: number }) => {
    const { rows } = await database.pool.query('select parts from chat_messages where id = $1', [messageId]);
    return rows[0].parts;
  };
  const notice = (text: string) =>
    ({ type: 'data-tutor', id: 'tutor', data: { built_in: true, notice: text } }) as const;
  const help: DataPart = { type: 'data-help', id: 'help', data: { message: '', lines: [] } };
  const shown: { parts: readonly DataPart[]; stored: Promise<unknown> }[] = [];
  const { writer } = writing({
    onStored: ({ writing, parts }) => void shown.push({ parts, stored: partsOf(writing) }),
  });
  writer.append(other, 0, '沒有');
  writer.append(answer, 0, '一', { parts: [help, notice('舊')] });
  await writer.drained(answer);
  for (const { parts, stored } of shown) expect(await stored).toEqual(parts);
  // A part with the same id replaces the earlier one.
  writer.append(answer, 1, '二', { parts: [notice('新')] });
  writer.append(answer, 2, '三');
  await writer.drained(answer);
  expect(shown.flatMap(({ parts }) => parts)).toEqual([help, notice('舊'), notice('新')]);
  expect(await partsOf(answer)).toEqual([help, notice('新')]);
  expect(await partsOf(other)).toEqual([]);
  expect((await stored(answer)).join('')).toBe('一二三');
});

test('a commit whose reply was lost is retried, and stored once', async () => {
  const answer = await runningAnswer();
  let failures = 2;
  const shaky = withQuery(async (run, args) => {
    const result = await run();
    if ((args as { name?: string }).name === 'chat_store_chunks' && failures-- > 0)
      throw new Error('connection lost');
    return result;
  });
  const { writer, shown, lost } = writing({ database: shaky });
  writer.append(answer, 0, '只有一次');
  await writer.drained(answer);
  expect(await stored(answer)).toEqual(['只有一次']);
  expect(shown).toEqual([`${answer.messageId}@0:只有一次`]);
  expect(lost).toEqual([]);
});

test('a process that was declared dead stores nothing more, and its writer reports the answer as lost', async () => {
  const answer = await runningAnswer();
  const { writer, shown, lost } = writing();
  writer.append(answer, 0, '之前');
  await writer.drained(answer);
  await database.pool.query('update chat_processes set is_ended = true where id = $1', [me]);
  writer.append(answer, 2, '之後');
  await writer.drained(answer);
  expect(await stored(answer)).toEqual(['之前']);
  expect(shown).toHaveLength(1);
  expect(lost).toEqual([answer.generationId]);
});

test('an answer of a silent process is interrupted once, keeps its stored text, and its quota is returned', async () => {
  const gone = randomUUID();
  await database.pool.query(`insert into chat_processes (id, seen_at) values ($1, now() - interval '6 s')`, [
    gone,
  ]);
  const answer = await runningAnswer(gone);
  await database.pool.query('insert into chat_chunks values ($1, 0, $2), ($1, 2, $3)', [
    answer.messageId,
    '一半',
    '了',
  ]);
  const alive = await runningAnswer();
  let ended = 0;
  const open = () =>
    openHeartbeat({
      database,
      log: silentLog,
      interrupt: async (tx, generationId) => {
        if (await endGeneration(tx, charges, { generationId, outcome: 'interrupted' })) ended += 1;
      },
      onDeclaredDead: () => {},
      onStopAsked: () => {},
    });
  const sweepers = await Promise.all([open(), open(), open()]);
  onTestFinished(async () => void (await Promise.all(sweepers.map(({ close }) => close()))));
  await Promise.all(sweepers.map(({ sweep }) => sweep()));
  const { rows } = await database.pool.query(
    'select id::int, text, state from chat_messages where id = any($1)',
    [[answer.messageId, alive.messageId]],
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: answer.messageId, text: '一半了', state: 'interrupted' },
      { id: alive.messageId, text: '', state: 'running' },
    ]),
  );
  expect(ended).toBe(1);
  const left = async (userId: number) =>
    (await quota.allowanceOf(database.db, userId, 'assistant:aitutor')).remaining_count;
  expect([await left(answer.userId), await left(alive.userId)]).toEqual([10, 9]);
  expect(await stored(answer)).toEqual([]);
});

test('an answer that is ended four times at once is ended and charged once', async () => {
  const answer = await runningAnswer();
  await database.pool.query('insert into chat_chunks values ($1, 0, $2)', [answer.messageId, '好']);
  const { generationId, userId } = answer;
  const states = await Promise.all(
    (['done', 'interrupted', 'stopped', 'cut'] as const).map((outcome) =>
      database.transaction((tx) => endGeneration(tx, charges, { generationId, outcome })),
    ),
  );
  expect(states.filter(Boolean)).toHaveLength(1);
  const { rows } = await database.pool.query('select text, state from chat_messages where id = $1', [
    answer.messageId,
  ]);
  expect(rows[0].text).toBe('好');
  const isPaid = ['done', 'stopped'].includes(rows[0].state);
  const { remaining_count } = await quota.allowanceOf(database.db, userId, 'assistant:aitutor');
  expect(remaining_count).toBe(isPaid ? 9 : 10);
});

test('the owner of an answer is told of it once, if nobody followed it to its end after a long wait', async () => {
  const told = async ({ userId }: { userId: number }) =>
    (await database.pool.query('select kind from notices where user_id = $1', [userId])).rows.map(
      ({ kind }) => kind,
    );
  const end = async ({ generationId }: Writing, waited: number, isAlone: boolean, outcome: Outcome) => {
    await database.pool.query(
      'update chat_generations set started_at = now() - make_interval(secs => $2) where id = $1',
      [generationId, waited],
    );
    await database.transaction((tx) => endGeneration(tx, charges, { generationId, outcome, isAlone }));
  };
  const [left, quick, stayed, broken] = await Promise.all([1, 2, 3, 4].map(() => runningAnswer()));
  if (!left || !quick || !stayed || !broken) throw new Error('no answers');
  await end(left, 60, true, 'done');
  await end(left, 60, true, 'done');
  await end(quick, 1, true, 'done');
  await end(stayed, 60, false, 'done');
  await end(broken, 60, true, 'cut');
  expect(await told(left)).toEqual(['answer_ready']);
  for (const answer of [quick, stayed, broken]) expect(await told(answer)).toEqual([]);
});
