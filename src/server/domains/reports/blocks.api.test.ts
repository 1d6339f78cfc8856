import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Person } from '#tests/callers.ts';
import { classroom } from '#tests/classes.ts';
import { type Family, marketOf, type Tutor } from '#tests/market.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { whileLocked } from '#tests/while-locked.ts';
import { blockPerson } from './block.ts';
import { reportData } from './personal-data.ts';

const market = marketOf(await serve());
const { pair, held } = classroom(market);
const { call } = market;

const block = (person: Person, place: string, place_id: number) =>
  call(person, 'POST /api/users/blocks', { place, place_id });
const blocksOf = async (person: Person) => (await call(person, 'GET /api/users/blocks')).data.list;
const unblock = async (person: Person) => {
  for (const { id } of await blocksOf(person)) await call(person, `DELETE /api/users/blocks/${id}`);
};

/** Every row of a public list, page by page, and the total that it tells. */
async function wholeList(person: Person | undefined, kind: string) {
  const ids: number[] = [];
  let next: string | null = null;
  let total = 0;
  do {
    const query: string = next === null ? '?page_size=2' : `?page_size=2&cursor=${next}`;
    const { data } = await call(person, `GET /api/common_info/${kind}${query}`);
    ids.push(...data.list.map(({ id }: { id: number }) => id));
    total = data.total;
    next = data.next_cursor;
  } while (next !== null);
  const first = (await call(person, `GET /api/common_info/${kind}`)).data;
  expect(first.total).toBe(total);
  expect(first.list.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, first.page_size));
  return { ids, total };
}

/** The market's index follows slightly later. */
const listed = (kind: string, id: number) =>
  expect.poll(async () => (await wholeList(undefined, kind)).ids, { timeout: 10_000 }).toContain(id);

async function neighbours() {
  const [family, tutor] = [await market.family(), await market.tutor()];
  const [otherFamily, otherTutor] = [await market.family(), await market.tutor()];
  await listed('teacher_case', otherTutor.listingId);
  await listed('parent_case', otherFamily.caseId);
  return { family, tutor, otherFamily, otherTutor };
}

test.each(['family', 'tutor'] as const)(
  'when the %s blocks, both are left out of every list, page, cursor and count of the other',
  async (who) => {
    const { family, tutor, otherFamily, otherTutor } = await neighbours();
    const before = {
      tutors: await wholeList(family, 'teacher_case'),
      cases: await wholeList(tutor, 'parent_case'),
      children: await wholeList(tutor, 'child_case'),
    };
    expect(before.tutors.ids).toContain(tutor.listingId);
    expect(before.children.ids).toContain(family.caseId);
    if (who === 'family') expect(await block(family, 'tutor', tutor.listingId)).toMatchObject({ code: 0 });
    else expect(await block(tutor, 'case', family.caseId)).toMatchObject({ code: 0 });

    const without = (ids: number[], id: number) => ids.filter((one) => one !== id);
    expect(await wholeList(family, 'teacher_case')).toEqual({
      ids: without(before.tutors.ids, tutor.listingId),
      total: before.tutors.total - 1,
    });
    expect(await wholeList(tutor, 'parent_case')).toEqual({
      ids: without(before.cases.ids, family.caseId),
      total: before.cases.total - 1,
    });
    const children = await wholeList(tutor, 'child_case');
    expect(children.ids).toEqual(without(before.children.ids, family.caseId));
    expect(children.total).toBe(children.ids.length);
    // Nobody else notices anything.
    for (const viewer of [undefined, otherFamily, otherTutor]) {
      expect(await wholeList(viewer, 'teacher_case')).toEqual(before.tutors);
      expect(await wholeList(viewer, 'parent_case')).toEqual(before.cases);
    }

    const missing = await call(family, 'GET /api/common_info/teacher_case/987654321');
    for (const path of ['', '/reviews']) {
      const hidden = await call(family, `GET /api/common_info/teacher_case/${tutor.listingId}${path}`);
      expect([hidden.status, hidden.code, hidden.message]).toEqual([
        missing.status,
        missing.code,
        missing.message,
      ]);
    }
    expect(await call(tutor, `GET /api/common_info/parent_case/${family.caseId}`)).toMatchObject({
      code: 1005,
    });
    expect(await call(undefined, `GET /api/common_info/teacher_case/${tutor.listingId}`)).toMatchObject({
      code: 0,
    });

    await unblock(who === 'family' ? family : tutor);
    expect(await wholeList(family, 'teacher_case')).toEqual(before.tutors);
    expect(await call(tutor, `GET /api/common_info/parent_case/${family.caseId}`)).toMatchObject({ code: 0 });
  },
);

test('matching leaves out whoever is blocked, also in drafts and in results kept from before', async () => {
  const match_time = ['17:00', '17:30', '18:00', '18:30'].map((start) => ({ weekday: 3, start }));
  const fitting = {
    child_info: [{ nickname: '小明', gender: 'M', grade: 13, major_subject: [3] }],
    ...{ tutoring_days_per_week: 1, weekday: [], start_tutoring_time: null, match_time },
    weekend_start_tutoring_time: null,
  };
  const [family, tutor] = [await market.family(fitting), await market.tutor({ match_time })];
  await listed('teacher_case', tutor.listingId);
  await listed('parent_case', family.caseId);
  const draft = { child_info: [{ grade: 13, major_subject: [3] }], tutoring_region: 16 };
  const drafted = async (person: Person | undefined) =>
    (await call(person, 'POST /api/algorithms/tutor_matcher', { draft })).data.total;
  const tutorsFor = () => call(family, 'POST /api/algorithms/tutor_matcher', { case_id: family.caseId });
  const kept = () => call(family, `GET /api/algorithms/tutor_matcher?case_id=${family.caseId}`);
  const casesFor = () => call(tutor, 'POST /api/algorithms/case_matcher');
  const tutorIds = (list: { tutor: { id: number } }[]) => list.map((one) => one.tutor.id);
  const caseIds = (list: { case: { id: number } }[]) => list.map((one) => one.case.id);

  const [tutors, cases] = [(await tutorsFor()).data, (await casesFor()).data];
  expect(tutorIds(tutors.list)).toContain(tutor.listingId);
  expect(caseIds(cases.list)).toContain(family.caseId);
  const everybody = await drafted(family);
  await block(tutor, 'case', family.caseId);
  expect(await kept()).toMatchObject({ code: 1005 });
  expect(await call(tutor, 'GET /api/algorithms/case_matcher')).toMatchObject({ code: 1005 });
  const [fewer, fewerCases] = [(await tutorsFor()).data, (await casesFor()).data];
  expect(fewer.total).toBe(tutors.total - 1);
  expect(fewerCases.total).toBe(cases.total - 1);
  expect(tutorIds(fewer.list)).not.toContain(tutor.listingId);
  expect(caseIds(fewerCases.list)).not.toContain(family.caseId);
  expect((await kept()).data.total).toBe(fewer.total);
  expect([await drafted(family), await drafted(undefined)]).toEqual([everybody - 1, everybody]);
});

test('what is pending is closed without a word of the block, and new requests find nothing on offer', async () => {
  const { family, tutor, otherFamily } = await neighbours();
  const applied = await market.apply(tutor, family);
  expect(applied).toMatchObject({ code: 0 });
  expect(await block(family, 'interest', applied.data.id)).toMatchObject({ code: 0 });
  expect(await market.noticeKindsOf(tutor)).toEqual(['interest_closed']);
  for (const person of [family, tutor]) {
    expect((await call(person, 'GET /api/users/interests')).data).toMatchObject({ list: [], total: 0 });
    expect(await call(person, `GET /api/users/interests/${applied.data.id}`)).toMatchObject({ code: 1005 });
  }

  await call(otherFamily, `PUT /api/users/case_offline/${otherFamily.caseId}`);
  const [offline, refused] = [await market.apply(tutor, otherFamily), await market.apply(tutor, family)];
  expect([refused.status, refused.code, refused.message]).toEqual([
    offline.status,
    offline.code,
    offline.message,
  ]);
  const [gone, invited] = [
    await market.invite(family, { listingId: 987654321 }),
    await market.invite(family, tutor),
  ];
  expect([invited.status, invited.code, invited.message]).toEqual([gone.status, gone.code, gone.message]);
  await unblock(family);
  expect(await market.apply(tutor, family)).toMatchObject({ code: 0 });
});

test('an application and a block at the same time leave nothing pending between the two', async () => {
  for (let round = 0; round < 8; round++) {
    const [family, tutor] = [await market.family(), await market.tutor()];
    await Promise.all([
      market.apply(tutor, family),
      block(family, 'tutor', tutor.listingId),
      block(tutor, 'case', family.caseId),
    ]);
    const pending = await market.query(
      `select id from interests where family_user_id = $1 and tutor_user_id = $2 and status = 'pending'`,
      [family.id, tutor.id],
    );
    expect(pending).toEqual([]);
    expect((await blocksOf(family)).length + (await blocksOf(tutor)).length).toBeGreaterThan(0);
  }
});

test('an application made while a block is being written waits for it, and is refused', async () => {
  const [family, tutor] = [await market.family(), await market.tutor()];
  const at = { place: 'tutor', place_id: tutor.listingId } as const;
  const [applied] = await whileLocked(market.database, (tx) => blockPerson(tx, family.id, at), [
    () => market.apply(tutor, family),
  ]);
  expect(applied).toMatchObject({ code: 2301 });
});

test('the conversation is gone for both and a message finds nobody, while the class goes on until it is ended', async () => {
  const couple = await pair();
  const { family, tutor, matchId, talkId } = couple;
  const send = (person: Person, id = talkId) =>
    call(person, `POST /api/users/conversations/${id}/messages`, { text: '你好', client_key: randomUUID() });
  expect(await send(tutor)).toMatchObject({ code: 0 });
  expect((await call(family, 'GET /api/users/unread')).data.messages).toBe(1);
  for (const person of [family, tutor])
    await call(person, `PUT /api/users/matches/${matchId}/contact`, { agree: true });
  expect((await call(tutor, `GET /api/users/matches/${matchId}`)).data.contact.name).not.toBe('');

  expect(await block(family, 'conversation', talkId)).toMatchObject({ code: 0 });
  expect((await call(family, 'GET /api/users/unread')).data.messages).toBe(0);
  for (const person of [family, tutor]) {
    expect((await call(person, 'GET /api/users/conversations')).data).toMatchObject({ list: [], total: 0 });
    const missing = await send(person, 987654321);
    const refused = await send(person);
    expect([refused.status, refused.code, refused.message]).toEqual([
      missing.status,
      missing.code,
      missing.message,
    ]);
    for (const path of ['', '/messages'])
      expect(await call(person, `GET /api/users/conversations/${talkId}${path}`)).toMatchObject({
        code: 1005,
      });
    expect(await call(person, `PUT /api/users/conversations/${talkId}/read`, { up_to: 1 })).toMatchObject({
      code: 1005,
    });
    const { data } = await call(person, `GET /api/users/matches/${matchId}`);
    expect(data).toMatchObject({ status: 'going', can_talk: false, contact: { name: '' } });
    expect(data.contact.mobile).toMatch(/[•*]/);
    expect((await call(person, 'GET /api/users/matches')).data.total).toBe(1);
  }
  expect(
    await market.query('select id from conversation_messages where interest_id = $1', [talkId]),
  ).toHaveLength(1);

  expect(await call(family, `PUT /api/users/matches/${matchId}/end`, { relist: false })).toMatchObject({
    code: 0,
  });
  expect(await market.query('select status from matches where id = $1', [matchId])).toEqual([
    { status: 'ended' },
  ]);
  for (const person of [family, tutor])
    expect((await call(person, 'GET /api/users/matches')).data).toMatchObject({ list: [], total: 0 });
});

test('a review is hidden from a reader who blocks, never from the one it is about, who may answer and report it', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  for (const at of [-300, -200, -100]) await held(couple, at, at + 60);
  const write = (person: Person, text: string) =>
    call(person, `PUT /api/users/classes/${classId}/reviews/third`, { stars: 2, text });
  await write(family, '遲到');
  await write(tutor, '很好');
  const reader = await market.family();
  const reviews = async (person: Person | undefined) =>
    (await call(person, `GET /api/common_info/teacher_case/${tutor.listingId}/reviews`)).data;
  const [review] = (await reviews(reader)).list;
  expect(review.text).toBe('遲到');

  expect(await block(reader, 'review', review.id)).toMatchObject({ code: 0 });
  expect((await reviews(reader)).list).toEqual([]);
  expect((await reviews(undefined)).list).toHaveLength(1);
  expect(await blocksOf(reader)).toMatchObject([{ place: 'review', place_id: review.id, surname: '' }]);

  const theirs = async (person: Person) =>
    (await call(person, `GET /api/users/classes/${classId}/reviews`)).data.occasions[0].theirs;
  expect(await theirs(family)).toMatchObject({ text: '很好' });
  await block(tutor, 'conversation', couple.talkId);
  expect((await reviews(undefined)).list).toHaveLength(1);
  // The family blocks too, before the tutor has answered.
  await block(family, 'conversation', couple.talkId);
  // Each knows later whom: the family by the tutor's surname and number, the tutor by the case.
  expect(await blocksOf(family)).toMatchObject([
    { place: 'conversation', surname: '陳', listing_id: tutor.listingId, about: null },
  ]);
  const [met] = await blocksOf(tutor);
  expect(met).toMatchObject({ place: 'conversation', surname: '', listing_id: null });
  expect(met.about.grade).not.toEqual([]);
  expect(await theirs(family)).toMatchObject({ text: '很好', can_reply: true, can_report: true });
  expect(await theirs(tutor)).toMatchObject({
    id: review.id,
    text: '遲到',
    can_reply: true,
    can_report: true,
  });
  expect((await reviews(tutor)).list).toMatchObject([{ id: review.id }]);
  expect(await call(tutor, `PUT /api/users/reviews/${review.id}/reply`, { text: '只有一次' })).toMatchObject({
    code: 0,
  });
  expect(await call(tutor, `POST /api/users/reviews/${review.id}/report`, { reason: '不實' })).toMatchObject({
    code: 0,
  });
});

async function sharedPaper(owner: Person) {
  const [row] = await market.query(
    `insert into eraser_records (user_id, title, shared_at) values ($1, '示範', now()) returning id::int`,
    [owner.id],
  );
  return row.id as number;
}

test('shared papers and threads of somebody blocked cannot be found, read, copied or taken', async () => {
  const [author, reader] = [await market.family(), await market.family()];
  const ai = (person: Person): Person => ({ id: person.id, face: 'ai' });
  const paper = await sharedPaper(author);
  const list = async (person: Person | undefined) =>
    (await call(person, 'GET /api_ai/eraser/shared_record')).data;
  const before = await list(ai(reader));
  expect(before.list.map(({ id }: { id: number }) => id)).toContain(paper);

  const { data: thread } = await call(ai(author), 'POST /api_ai/chat_ai/threads', { assistant_id: 1 });
  const [leaf] = await market.query(
    `insert into chat_messages (thread_id, role, text, state) values ($1, 'user', '問題', 'done') returning id`,
    [thread.id],
  );
  await market.query('update chat_threads set leaf_id = $2 where id = $1', [thread.id, leaf.id]);
  const { code } = (
    await call(ai(author), `GET /api_ai/chat_ai/share_code?assistant_id=1&thread_id=${thread.id}`)
  ).data;
  const take = (person: Person) => call(ai(person), 'POST /api_ai/chat_ai/share_code', { code });
  const taken = await take(reader);
  expect(taken.data.is_from_other).toBe(true);
  expect((await take(author)).data.is_from_other).toBe(false);

  const answer = await call(ai(reader), 'POST /api_ai/user/blocks', {
    place: 'shared_thread',
    place_id: taken.data.id,
  });
  expect(answer).toMatchObject({ code: 0 });
  expect((await list(ai(reader))).total).toBe(before.total - 1);
  for (const key of [`GET ${paper}`, `POST ${paper}/copy`].map((one) =>
    one.replace(' ', ' /api_ai/eraser/shared_record/'),
  ))
    expect(await call(ai(reader), key)).toMatchObject({ code: 1005 });
  expect((await list(undefined)).total).toBe(before.total);
  expect(await take(reader)).toMatchObject({ code: 1005 });
  const mine = await call(ai(reader), 'GET /api_ai/chat_ai/threads');
  expect(mine.data.total).toBe(1);
});

test('blocks are for people who are logged in, count once, are one’s own to see and undo, and never hit oneself', async () => {
  const { family, tutor } = await neighbours();
  expect(await call(undefined, 'POST /api/users/blocks', { place: 'tutor', place_id: 1 })).toMatchObject({
    code: 3002,
  });
  expect(await block(tutor, 'tutor', tutor.listingId)).toMatchObject({ code: 3006 });
  expect(await block(family, 'tutor', 987654321)).toMatchObject({ code: 1005 });
  expect(await block(family, 'conversation', 987654321)).toMatchObject({ code: 1005 });
  for (let times = 0; times < 2; times++)
    expect(await block(family, 'tutor', tutor.listingId)).toMatchObject({ code: 0 });
  const [mine, ...rest] = await blocksOf(family);
  expect(rest).toEqual([]);
  expect(mine).toMatchObject({ place: 'tutor', place_id: tutor.listingId });
  expect([...mine.surname]).toHaveLength(1);
  expect(await blocksOf(tutor)).toEqual([]);
  // To the one who was blocked the case is not there, neither to see nor to block.
  expect(await block(tutor, 'case', family.caseId)).toMatchObject({ code: 1005 });
  expect(await call(tutor, `DELETE /api/users/blocks/${mine.id}`)).toMatchObject({ code: 1005 });
  expect(await market.noticeKindsOf(tutor)).toEqual([]);
});

test('the export has whom I blocked but not who blocked me, and both go with the account', async () => {
  const { family, tutor, otherTutor } = await neighbours();
  await block(family, 'tutor', tutor.listingId);
  await block(otherTutor, 'case', family.caseId);
  const exported = async ({ id }: Family | Tutor) =>
    (await reportData.exportRows(market.database.db, samplePerson(id))).blocks;
  expect(await exported(family)).toMatchObject([{ place: 'tutor', place_id: String(tutor.listingId) }]);
  expect(await exported(tutor)).toEqual([]);
  await market.database.transaction((tx) => reportData.forget(tx, samplePerson(family.id)));
  const left = await market.query(
    'select id from user_blocks where $1 in (blocker_user_id, blocked_user_id)',
    [family.id],
  );
  expect(left).toEqual([]);
});
