import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { classroom } from '#tests/classes.ts';
import { silentLog } from '#tests/database.ts';
import { marketOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { makePartitionsJob } from './partitions-job.ts';

const market = marketOf(await serve());
const room = classroom(market);

const folder = new URL('../../../../db/migrations/', import.meta.url);
const migrations = readdirSync(folder).sort();
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const before = migrations
  .filter((name) => name < '0070')
  .map(read)
  .join('\n');
const partition = read('0070_partitions.sql');
/** Puts conversations, which named their match then, under the id of their interest. */
const talk = read('0096_talk.sql');

const partitioned = [
  'conversation_messages',
  'clock_entries',
  'notices',
  'class_history',
  'matching_shows',
] as const;
const counted = partitioned.slice(0, 4);

/** All rows of the partitioned tables. */
async function contents() {
  const rows = partitioned.map(async (table) => [
    table,
    await market.query(`select * from ${table} t order by t::text`),
  ]);
  return Object.fromEntries(await Promise.all(rows));
}

const definitionOf = (table: string) => {
  const [definition] = new RegExp(`create table ${table} \\(.*?\\n\\);`, 's').exec(before) ?? [];
  if (!definition) throw new Error(`no migration before made ${table}`);
  return definition;
};

/** Every row that names a conversation by its id. */
const naming = () =>
  market.query(`
    select 'read' as what, interest_id::text as id, read_up_to::text as of from conversation_reads
    union all select 'report', place_id::text, reporter_user_id::text from reports where place = 'conversation'
    union all select 'block', place_id::text, blocker_user_id::text from user_blocks where place = 'conversation'
    union all select 'item', subject_id, about_user::text from queue_items where subject_id like 'conversation:%'
    order by 1, 2, 3`);

/** Conversations as they were before, with the ids of matches. */
async function nameByMatch() {
  const toMatch = (id: string) => `(select matches.id from matches where matches.interest_id = ${id})`;
  await market.query('drop table conversation_files');
  await market.query(`create table kept as select ${toMatch('interest_id')} as match_id, user_id, read_up_to
    from conversation_reads`);
  await market.query('drop table conversation_reads');
  await market.query(definitionOf('conversation_reads'));
  await market.query('insert into conversation_reads select * from kept');
  await market.query('drop table kept');
  for (const table of ['reports', 'user_blocks'])
    await market.query(`update ${table} set place_id = ${toMatch('place_id')} where place = 'conversation'`);
  await market.query(`update queue_items set subject_id = 'conversation:' ||
    ${toMatch("split_part(subject_id, ':', 2)::bigint")} || ':' || split_part(subject_id, ':', 3)
    where subject_id like 'conversation:%'`);
}

/** Recreates the tables as they were before partitioning, with their current rows. */
async function removePartitions() {
  // What came later than partitions and refers to them.
  await market.query(`alter table deliveries drop constraint deliveries_user_id_notice_id_fkey,
    drop constraint deliveries_interest_id_message_id_fkey`);
  await nameByMatch();
  for (const table of partitioned) {
    await market.query(
      table === 'conversation_messages'
        ? `create table kept as select id, (select matches.id from matches where matches.interest_id =
             messages.interest_id) as match_id, user_id, client_key, text, sent_at
           from conversation_messages messages`
        : `create table kept as table ${table}`,
    );
    await market.query(`drop table ${table}`);
    await market.query(definitionOf(table));
    await market.query(`insert into ${table} overriding system value select * from kept`);
    await market.query('drop table kept');
  }
  for (const table of counted) await market.query(`select setval('${table}_id_seq', 5000)`);
  await market.query('drop function make_month_partitions, guard_part');
}

const sendMessage = (person: { id: number }, talkId: number, client_key = randomUUID()) =>
  market.call(person as never, `POST /api/users/conversations/${talkId}/messages`, {
    text: '你好',
    client_key,
  });

test('the migrations of partitions and of conversations keep all rows and ids, and uniqueness and references still hold afterwards', async () => {
  // Ids of matches and of interests that cannot be taken for each other, yet are used by both.
  await market.query("select setval('interests_id_seq', 1010)");
  const pair = await room.pair();
  await room.taught(pair, -90, -30);
  expect(await sendMessage(pair.tutor, pair.talkId)).toMatchObject({ code: 0 });
  expect(await sendMessage(pair.family, pair.talkId)).toMatchObject({ code: 0 });
  await market.query(`
    insert into class_history (class_id, actor, what, at)
    select ${pair.classId}, 'system', 'long_ago', now() - make_interval(months => ago) from generate_series(1, 5) as ago`);
  await market.query(`
    insert into matching_shows (case_id, listing_id, direction, position, features, shown_on)
    select ${pair.family.caseId}, ${pair.tutor.listingId}, 'tutors', 0, '{1,2}', current_date - 40 * ago
    from generate_series(0, 4) as ago`);
  const at = { place: 'conversation', place_id: pair.talkId };
  await market.call(pair.family, `PUT /api/users/conversations/${pair.talkId}/read`, { up_to: 1_000_000 });
  await market.call(pair.family, 'POST /api/users/reports', { ...at, kind: 'spam', words: '廣告' });
  await market.query(
    `insert into user_blocks (blocker_user_id, blocked_user_id, place, place_id) values ($1, $2, $3, $4)`,
    [pair.family.id, pair.tutor.id, at.place, at.place_id],
  );
  const before = await contents();
  const named = await naming();
  expect(named).toHaveLength(4);
  for (const table of partitioned) expect(before[table].length, table).toBeGreaterThan(1);

  await removePartitions();
  expect((await contents()).conversation_messages).not.toEqual(before.conversation_messages);
  await market.query(`begin; ${partition}; commit`);
  await market.query(`begin; ${talk}; commit`);
  expect(await contents()).toEqual(before);
  expect(await naming()).toEqual(named);
  await market.query('delete from user_blocks');
  const [left] = await market.query(`
    select (select count(*)::int from class_history_default) as history,
      (select count(*)::int from matching_shows_default) as shows`);
  expect(left).toEqual({ history: 0, shows: 0 });

  const client_key = randomUUID();
  const said = await sendMessage(pair.tutor, pair.talkId, client_key);
  expect(said.data.id).toBeGreaterThan(5000);
  expect((await sendMessage(pair.tutor, pair.talkId, client_key)).data.id).toBe(said.data.id);
  await room.taught(pair, -20, -1);
  const [entry] = await market.query(
    'select user_id, key, class_id, lesson_id from clock_entries order by id desc limit 1',
  );
  const again = `insert into clock_entries (user_id, key, class_id, status, lesson_id, device_at, received_at, made_change)
    values ($1, $2, $3, 1, $4, now(), now(), false)`;
  const twice = market.query(again, [entry.user_id, entry.key, entry.class_id, entry.lesson_id]);
  await expect(twice).rejects.toThrow(/clock_entries_\d+_user_id_key_key/);
  // A user that does not exist, like one whose account is deleted.
  await expect(market.query(`insert into notices (user_id, kind) values (999999, 'x')`)).rejects.toThrow(
    /is deleted/,
  );
});

test('the class history is append-only in each partition too', async () => {
  const parts = await market.query(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'class_history'::regclass`,
  );
  expect(parts.length).toBeGreaterThan(4);
  for (const { name } of [...parts, { name: 'class_history' }]) {
    await expect(market.query(`truncate ${name}`), name).rejects.toThrow(/append only/);
  }
  await expect(market.query('delete from class_history')).rejects.toThrow(/append only/);
  await expect(market.query(`update class_history set what = 'x'`)).rejects.toThrow(/append only/);
});

const partsOf = async (table: string) =>
  (
    await market.query(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ name }) => name as string);

test('the job creates the partitions of the next months once, and rows of a month without a partition are still accepted', async () => {
  const database = market.database;
  const context = { database, log: silentLog, signal: new AbortController().signal, attempt: 1 };
  await makePartitionsJob.run({}, context);
  const made = await partsOf('matching_shows');
  const month = (ahead: number) =>
    new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + ahead, 1));
  for (const ahead of [0, 1, 2, 3])
    expect(made).toContain(`matching_shows_${month(ahead).toISOString().slice(0, 7).replace('-', '_')}`);
  await makePartitionsJob.run({}, context);
  expect(await partsOf('matching_shows')).toEqual(made);
  const waiting = await market.query(
    `select key from graphile_worker.jobs where task_identifier = 'make_partitions'`,
  );
  expect(waiting).toHaveLength(1);

  // Two concurrent calls, and a month with a row in the default partition, which gets no partition of its
  // own.
  const pair = await room.pair();
  const show = `insert into matching_shows (case_id, listing_id, direction, position, features, shown_on)
    values (${pair.family.caseId}, ${pair.tutor.listingId}, 'cases', 0, '{1}', '2041-05-05')`;
  await market.query(show);
  const make = () =>
    database.db.execute<{ made: number }>(
      sql`select make_month_partitions('matching_shows', '2041-04-01', '2041-06-30') as made`,
    );
  const both = await Promise.all([make(), make()]);
  expect(both.map(({ rows }) => rows[0]?.made).sort()).toEqual([0, 2]);
  const names = await partsOf('matching_shows');
  expect(names).toEqual(expect.arrayContaining(['matching_shows_2041_04', 'matching_shows_2041_06']));
  expect(names).not.toContain('matching_shows_2041_05');
  expect(await market.query(`select from matching_shows where shown_on = '2041-05-05'`)).toHaveLength(1);
});
