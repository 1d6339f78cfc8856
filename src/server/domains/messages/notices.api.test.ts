import { expect, test } from 'vitest';
import { tellStatement } from '#server/domains/classes/statements/notice.ts';
import { addDays, dayOf, formatShortTime, isoTimeAt, monthOf, today } from '#shared/hong-kong.ts';
import type { Notice, NoticeContent, NoticeGroup } from '#shared/messages.ts';
import type { Person } from '#tests/callers.ts';
import { classroom } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';
import { noticeItems, notify } from './notices.ts';
import { notices } from './tables.ts';

const market = marketOf(await serve());
const room = classroom(market);
const { call, database, people, query } = market;

const tell = (...told: ({ userId: number } & NoticeContent)[]) =>
  database.transaction(async (tx) => {
    for (const notice of told) await notify(tx, notice);
  });
const noticesOf = async (person: Person): Promise<Notice[]> =>
  (await call(person, 'GET /api/users/notices?page_size=100')).data.list;
const groupsOf = async (person: Person, paging = ''): Promise<NoticeGroup[]> =>
  (await call(person, `GET /api/users/notice_groups${paging}`)).data.list;

/** A pair with a lesson that was held. */
async function taughtPair() {
  const pair = await room.pair();
  await room.age(pair.classId, 2);
  return { ...pair, lesson: await room.taught(pair, -90, -30) };
}

test('a tutor is named by the surname and a family not at all, until both share their contacts', async () => {
  const pair = await room.pair();
  const { family, tutor, matchId, classId } = pair;
  const params = { class: classId, planned_at: new Date(isoTimeAt(today(), '18:00')).toISOString() };
  await tell(
    { userId: family.id, kind: 'lesson_cancelled', params },
    { userId: tutor.id, kind: 'lesson_cancelled', params },
  );
  const namesFor = async (person: Person) => {
    const [newest] = await noticesOf(person);
    // Read for both at once, each gets what is for them.
    const rows = await database.db.select().from(notices);
    const items = await noticeItems(database.db, rows, (id) =>
      id === person.id ? (person.locale ?? 'en') : 'zh-Hant',
    );
    const item = items.find(({ id }) => id === newest?.id);
    return { person: newest?.person, child: newest?.about?.includes('小明'), told: item?.about };
  };
  const [forFamily, forTutor] = [await namesFor({ ...family, locale: 'zh-Hant' }), await namesFor(tutor)];
  expect(forFamily).toMatchObject({ person: '陳導師' });
  expect(forFamily.told).toMatch(/^陳導師 ・ /);
  expect((await namesFor(family)).person).toBe('Tutor Chan');
  expect(forTutor.person).toBeNull();
  expect(forTutor.told).not.toContain('陳導師');

  for (const person of [family, tutor])
    await call(person, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
  await query('delete from notices where kind <> $1 and user_id = any($2)', [
    'lesson_cancelled',
    [family.id, tutor.id],
  ]);
  const [listing] = await query('select display_name from tutor_listings where id = $1', [tutor.listingId]);
  const [own] = await query('select name from users where id = $1', [family.id]);
  expect((await namesFor(family)).person).toBe(listing.display_name);
  expect((await namesFor(tutor)).person).toBe(own.name);

  // Who has blocked the other is neither named nor led to a conversation that does not exist for them.
  await tell({ userId: tutor.id, kind: 'match_made', params: { match: matchId, case: family.caseId } });
  const blocked = await call(tutor, 'POST /api/users/blocks', {
    place: 'conversation',
    place_id: pair.talkId,
  });
  expect(blocked.code).toBe(0);
  const [made] = (await noticesOf(tutor)).filter(({ kind }) => kind === 'match_made');
  expect(made).toMatchObject({ person: null, path: '/my-tutoring' });
});

test('the child is named to its own family only', async () => {
  const { family, tutor, classId } = await room.pair();
  const [child] = await query(
    `select nickname from case_children join children on children.id = child_id where case_id = $1`,
    [family.caseId],
  );
  const params = { class: classId, occasion: 'end' as const };
  await tell(
    { userId: family.id, kind: 'review_open', params },
    { userId: tutor.id, kind: 'review_open', params },
  );
  expect((await noticesOf(family))[0]?.about).toContain(child.nickname);
  const [theirs] = await noticesOf(tutor);
  expect(theirs?.about).toBeTruthy();
  expect(theirs?.about).not.toContain(child.nickname);
});

test('notices about one lesson, class or case of a day are a group, and no page cuts one', async () => {
  const { family, classId, lesson, matchId } = await taughtPair();
  const { id: userId } = family;
  await query('delete from notices where user_id = $1', [userId]);
  const [held] = await query('select started_at from lessons where id = $1', [lesson]);
  await query('update lessons set planned_at = started_at where id = $1', [lesson]);
  const starts_at = held.started_at.toISOString();
  const taught = { lesson, class: classId };
  await tell(
    { userId, kind: 'match_made', params: { match: matchId, case: family.caseId } },
    { userId, kind: 'lesson_soon', params: { class: classId, starts_at, planned_at: starts_at } },
    { userId, kind: 'lesson_started', params: taught },
    { userId, kind: 'new_device', params: { browser: '' } },
    { userId, kind: 'new_device', params: { browser: '' } },
    { userId, kind: 'review_open', params: { class: classId, occasion: 'third' } },
    { userId, kind: 'lesson_ended', params: taught },
    { userId, kind: 'contact_asked', params: { match: matchId, case: family.caseId } },
  );
  await query(
    `update notices set told_at = told_at - interval '1 day' where user_id = $1 and kind = 'match_made'`,
    [userId],
  );
  const kindsOf = (groups: NoticeGroup[]) =>
    groups.map(({ notices }) => notices.map(({ kind }) => kind).join(' '));
  const expected = [
    'contact_asked',
    'lesson_ended lesson_started lesson_soon',
    'review_open',
    'new_device',
    'new_device',
    'match_made',
  ];
  const groups = await groupsOf(family);
  expect(kindsOf(groups)).toEqual(expected);
  expect(new Set(groups.map(({ key }) => key)).size).toBe(6);
  expect(groups.map(({ day }) => day)).toEqual([...Array(5).fill(today()), addDays(today(), -1)]);
  expect(groups[1]).toMatchObject({ unread_count: 3 });
  expect(groups[1]?.notices[0]).toMatchObject({ lesson_at: starts_at });
  const paged = [await groupsOf(family, '?page_size=2'), await groupsOf(family, '?page=2&page_size=2')];
  expect(kindsOf(paged.flat())).toEqual(expected.slice(0, 4));
  expect((await groupsOf(family, '?page=9')).length).toBe(0);

  const ids = groups[1]?.notices.slice(0, 2).map(({ id }) => id);
  const stranger = await people.add();
  await call(stranger, 'PUT /api/users/notices/read', { ids });
  expect((await groupsOf(family))[1]).toMatchObject({ unread_count: 3 });
  const marked = await call(family, 'PUT /api/users/notices/read', { ids });
  expect(marked.data).toEqual({ unread_count: 6 });
  const { data } = await call(family, 'GET /api/users/notice_groups');
  expect(data).toMatchObject({ total: 6, unread_count: 6 });
  expect(data.list[1]).toMatchObject({ unread_count: 1 });
  expect(await call(family, 'PUT /api/users/notices/read', { ids: [] })).toMatchObject({ status: 400 });
});

test('a case that many apply to on one day makes groups of a bounded size, and none is lost', async () => {
  const { id } = await people.add();
  await query(
    `insert into notices (user_id, kind, params)
     select $1, 'interest_applied', '{"interest": 1, "case": 1}' from generate_series(1, 120)`,
    [id],
  );
  const groups = await groupsOf({ id });
  expect(groups.map(({ notices }) => notices.length)).toEqual([50, 50, 20]);
  expect(new Set(groups.flatMap(({ notices }) => notices.map((notice) => notice.id))).size).toBe(120);
});

test('a moved lesson is told with its new time', async () => {
  const { family, classId } = await room.pair();
  const [planned_at, starts_at] = ['18:00', '19:30'].map((time) =>
    new Date(isoTimeAt(addDays(today(), 3), time)).toISOString(),
  ) as [string, string];
  await tell({
    userId: family.id,
    kind: 'lesson_moved',
    params: { class: classId, planned_at, starts_at },
  });
  const [moved] = await noticesOf(family);
  expect(moved?.text).toContain(formatShortTime(starts_at, 'en'));
  expect(moved).toMatchObject({
    lesson_at: starts_at,
    path: `/clock-in?class=${classId}&day=${dayOf(starts_at)}`,
  });
});

test('the statement of a month with lessons is told once to both sides, and that of a month without is not', async () => {
  const { family, tutor, classId, lesson } = await taughtPair();
  const month = monthOf(
    dayOf((await query('select started_at from lessons where id = $1', [lesson]))[0].started_at),
  );
  const told = async () =>
    (
      await query(`select user_id::int as id from notices where kind = 'statement_ready' order by user_id`)
    ).map(({ id }) => id);
  const [job] = await query(`select run_at from graphile_worker.jobs where key = $1`, [
    `statement:${classId}:${month}`,
  ]);
  expect(job.run_at > new Date()).toBe(true);
  const both = [family.id, tutor.id].sort((a, b) => a - b);
  const before = await told();
  await Promise.all([1, 2, 3].map(() => database.transaction((tx) => tellStatement(tx, classId, month))));
  await database.transaction((tx) => tellStatement(tx, classId, '2025-01'));
  expect((await told()).filter((id) => !before.includes(id))).toEqual(both);
});

const newKindsOf = async (person: Person) =>
  (await noticesOf(person)).filter(({ is_read }) => !is_read).map(({ kind }) => kind);

test('a notice is no longer new once what it asks for is done, by whom and however it was done', async () => {
  const [family, one, other] = [await market.family(), await market.tutor(), await market.tutor()];
  const applied = await market.apply(one, family);
  await market.apply(other, family);
  expect(await newKindsOf(family)).toEqual(['interest_applied', 'interest_applied']);
  await market.act(family, { action: 'accept', interest_id: applied.data.id });
  // The other application was closed by that; what has to be done next is new.
  expect(await newKindsOf(family)).toEqual(['match_made']);
  expect(await newKindsOf(other)).toEqual(['interest_closed']);

  const [{ id: matchId }] = (await call(one, 'GET /api/users/matches')).data.list;
  const proposed = await call(one, `POST /api/users/matches/${matchId}/trial_proposal`, {
    starts_at: new Date(isoTimeAt(addDays(today(), 2), '18:00')).toISOString(),
  });
  expect(await newKindsOf(one)).toEqual([]);
  expect(await newKindsOf(family)).toEqual(['trial_proposed']);
  await call(one, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
  await call(family, `PUT /api/users/matches/${matchId}/trial_proposal/accept`, {
    proposal_id: proposed.data.trial.proposal.id,
  });
  expect(await newKindsOf(family)).toEqual(['contact_asked']);
  await call(family, 'POST /api/users/police_checks', { match_id: matchId });
  await call(one, `PUT /api/users/matches/${matchId}/end`, { relist: false });
  expect(await newKindsOf(family)).toEqual(['match_ended']);
  expect(await newKindsOf(one)).toEqual(['trial_agreed']);
});

test('a lesson that was confirmed or disputed asks its family no more, and its account the tutor', async () => {
  const pair = await taughtPair();
  const disputed = await room.taught(pair, -180, -130);
  expect(await newKindsOf(pair.family)).toEqual(expect.arrayContaining(['lesson_ended', 'lesson_ended']));
  await call(pair.family, `PUT /api/users/clock_in/${pair.lesson}/confirm`);
  await call(pair.family, `PUT /api/users/clock_in/${disputed}/dispute`, { note: '早走了' });
  expect(await newKindsOf(pair.family)).not.toContain('lesson_ended');
  expect(await newKindsOf(pair.tutor)).toContain('lesson_disputed');
  await call(pair.tutor, `PUT /api/users/clock_in/${disputed}/account`, { note: '沒有早走' });
  expect(await newKindsOf(pair.tutor)).not.toContain('lesson_disputed');
});
