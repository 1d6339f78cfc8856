import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openMarket } from '#server/domains/market/market.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { dayOf } from '#shared/hong-kong.ts';
import { marketCalls } from '#shared/market.ts';
import { createTestDatabase, silentLog } from '#tests/database.ts';
import { testPhoneEncryption } from '#tests/people.ts';
import { sampleCounts, seedDemo } from './demo.ts';
import { addSampleAccounts, seedSampleAccounts } from './life/seed.ts';

const query = marketCalls['GET /api/common_info/parent_case'].query.parse({ page_size: 100 });

const files = { put: async () => undefined };
const parts = { files, vault: testPhoneEncryption };
const hourMs = 3600_000;
const { database, drop } = await createTestDatabase();
afterAll(drop);

test('demo mode seeds the market once, and marks every row as a sample', async () => {
  await Promise.all([seedDemo(database, files), seedDemo(database, files)]);
  await seedDemo(database, files);
  const market = await openMarket(database, silentLog);
  try {
    const [cases, tutors, children] = [
      await market.cases(query),
      await market.tutors(query),
      await market.children(query),
    ];
    expect([cases.total, tutors.total, children.total]).toEqual([
      sampleCounts.cases,
      sampleCounts.tutors,
      sampleCounts.cases,
    ]);
    expect([...cases.list, ...tutors.list].every(({ is_sample }) => is_sample)).toBe(true);
    expect(tutors.list.filter(({ rating }) => rating !== null).length).toBeGreaterThan(20);
    expect(tutors.list.filter(({ badges }) => badges.length > 0).length).toBeGreaterThan(40);
    const subjects = tutors.list.flatMap(({ subject_grades }) => subject_grades);
    expect(subjects.length).toBeGreaterThan(150);
  } finally {
    await market.close();
  }
});

test('nobody taught, was reviewed or verified before joining', async () => {
  const early = async (query: string) => (await database.pool.query(query)).rows.length;
  const listing = 'join tutor_listings as listing on listing.user_id =';
  expect(
    await early(`select from classes ${listing} tutor_user_id where classes.made_at < listing.created_at`),
  ).toBe(0);
  expect(
    await early(`select from reviews ${listing} about_user_id where written_at < listing.created_at`),
  ).toBe(0);
  expect(
    await early(`select from badges ${listing} badges.user_id where since < listing.created_at::date`),
  ).toBe(0);
  const { rows } = await database.pool.query<{ days: number }>(`
    select extract(day from max(created_at) - min(created_at))::int as days from tutor_listings`);
  expect(rows[0]?.days).toBeGreaterThan(600);
});

test('on any day and at any hour the sample accounts have something in every state', async () => {
  // A week that begins today: what goes by the clock of the database is near it.
  const start = new Date(`${dayOf(Date.now())}T00:00:00+08:00`).getTime();
  const hours = [3, 18.6, 23.9];
  for (const now of hours.map((hour, day) => start + (day * 24 + hour) * hourMs)) {
    const undone = new Error('undone');
    const work = database.transaction(async (tx) => {
      await addSampleAccounts(tx, parts, now);
      await expectEveryState(tx, now);
      throw undone;
    });
    await expect(work, new Date(now).toISOString()).rejects.toBe(undone);
  }
});

test('the sample accounts are written once, as samples, however many processes start', async () => {
  // Those of an earlier day make room for those of today.
  await seedSampleAccounts(database, parts, Date.now() - 4 * 24 * hourMs);
  await Promise.all([seedSampleAccounts(database, parts), seedSampleAccounts(database, parts)]);
  await seedSampleAccounts(database, parts);
  const ask = async (query: string) => (await database.pool.query(query)).rows;
  expect(await ask("select count(*)::int from users where name like '示範%'")).toEqual([{ count: 4 }]);
  const old = "(select id from users where name like '示範%' and phone_hash is null)";
  for (const left of [
    `interests where status = 'pending' and (family_user_id in ${old} or tutor_user_id in ${old})`,
    `matches where status in ('trial', 'going') and (family_user_id in ${old} or tutor_user_id in ${old})`,
    `cases where status <> 4 and user_id in ${old}`,
    `tutor_listings where is_listed and user_id in ${old}`,
  ])
    expect(await ask(`select from ${left}`), left).toEqual([]);
  expect(await ask('select name from users where phone_hash is not null order by id')).toEqual([
    { name: '示範家長 陳太' },
    { name: '示範導師 林老師' },
  ]);
  expect(await ask('select from cases where not is_sample')).toEqual([]);
  expect(await ask('select from tutor_listings where not is_sample')).toEqual([]);
});

async function expectEveryState(tx: Tx, now: number) {
  const at = new Date(now).toISOString();
  const { rows } = await tx.execute<Record<string, unknown>>(sql`
    with people as (select id, last_identity as identity from users where phone_hash is not null),
      own as (select people.identity, interests.* from people
        join interests on people.id in (family_user_id, tutor_user_id))
    select
      (select count(*) from people)::int as people,
      (select array_agg(distinct asked_by || ' ' || status order by asked_by || ' ' || status) from own
        where identity = 1 and status in ('pending', 'declined')) as family,
      (select array_agg(distinct status order by status) from own where identity = 1) as family_states,
      (select array_agg(distinct status order by status) from own where identity = 2) as tutor_states,
      (select array_agg(distinct matches.status order by matches.status) from matches
        join people on people.id = family_user_id) as family_matches,
      (select array_agg(distinct matches.status order by matches.status) from matches
        join people on people.id = tutor_user_id and identity = 2) as tutor_matches,
      (select array_agg(distinct state order by state) from lessons join classes on classes.id = class_id
        join people on people.id = family_user_id) as lessons,
      (select count(*) from lessons join people on people.id = lessons.tutor_user_id
        where ended_at > ${at} or settled_at > ${at})::int as from_the_future,
      (select count(*) from conversation_messages where sent_at > ${at})::int as said_later,
      (select count(*) from class_history join classes on classes.id = class_id
        join people on people.id in (classes.family_user_id, classes.tutor_user_id)
        where lesson_id is not null and class_history.at > ${at})::int as noted_later,
      (select array_agg(last_identity order by last_identity) from trial_proposals
        join matches on matches.id = match_id and matches.status = 'trial'
        join users on users.id in (family_user_id, tutor_user_id) and phone_hash is not null
        where starts_at + minutes * interval '1 minute' <= ${at}) as to_decide,
      (select array_agg(status order by status) from trial_proposals) as trials,
      (select count(*) from own join tutor_listings on tutor_listings.id = listing_id
        where not slots <@ match_slots)::int as not_free,
      (select count(*) from conversation_messages join users on users.id = user_id
        where active_on is null or active_on < (sent_at at time zone 'Asia/Hong_Kong')::date)::int as wrote_unseen`);
  expect(rows[0]).toEqual({
    people: 2,
    family: ['family declined', 'family pending', 'tutor declined', 'tutor pending'],
    family_states: ['accepted', 'closed', 'declined', 'pending', 'withdrawn'],
    tutor_states: ['accepted', 'closed', 'declined', 'pending', 'withdrawn'],
    family_matches: ['ended', 'going', 'trial'],
    tutor_matches: ['ended', 'going', 'trial'],
    lessons: ['awaiting', 'confirmed', 'disputed'],
    from_the_future: 0,
    said_later: 0,
    noted_later: 0,
    to_decide: [1, 2],
    trials: ['agreed', 'agreed', 'agreed', 'agreed', 'open', 'open'],
    not_free: 0,
    wrote_unseen: 0,
  });
}
