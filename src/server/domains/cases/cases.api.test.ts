import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CaseDetail, Child } from '#shared/cases.ts';
import type { Person } from '#tests/callers.ts';
import { child, shortCase, wholeCase } from '#tests/forms.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { untilWaiting } from '#tests/while-locked.ts';
import { caseListOf } from './cases.ts';
import { addChild } from './children.ts';
import { caseData } from './personal-data.ts';

const { database, call, people } = await serve();
const path = '/api/common_info/student_detailed_registration';
let parent: Person;
let other: Person;
beforeEach(async () => {
  parent = await people.parent();
  other = await people.parent();
});

const post = (body: unknown, person = parent) => call(person, `POST ${path}`, body);
const put = (id: number, body: unknown, person = parent) => call(person, `PUT ${path}/${id}`, body);
const read = (id: number, person = parent) => call(person, `GET ${path}/${id}`);
async function posted(body: unknown = wholeCase, person = parent): Promise<CaseDetail> {
  const answer = await post(body, person);
  expect(answer.message).toBe('');
  return answer.data;
}
const setStatus = (id: number, status: number) =>
  database.db.execute(
    sql`update cases set status = ${status}, matched_at = case when ${status} = 3 then now() end where id = ${id}`,
  );
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code).sort((a, b) => a - b);

describe('a parent’s case', () => {
  test('has exactly the fields of SPEC.md plus a version', async () => {
    const made = await posted();
    const names =
      'id child_info price special_note start_tutoring_date status teacher_education teacher_gender teaching_language tutoring_days_per_week tutoring_region tutoring_time_per_class tutoring_type user weekday start_tutoring_time weekend_start_tutoring_time channel other_channel match_time major_subject other_subject';
    expect(Object.keys(made).sort()).toEqual([...names.split(' '), 'version'].sort());
    const { child_info, ...input } = wholeCase;
    expect(made).toMatchObject({ ...input, status: 1, user: parent.id, version: 1 });
    expect(made.child_info).toEqual([{ ...child_info[0], id: expect.any(Number) }]);
    expect([made.major_subject, made.other_subject]).toEqual([[3, 2], [1]]);
    expect((await read(made.id)).data).toEqual(made);
    expect(await caseListOf(database.db, parent.id)).toEqual([{ id: made.id, status: 1 }]);
  });

  test('gets default values for fields that were left out', async () => {
    expect(await posted(shortCase)).toMatchObject({
      status: 1,
      teacher_gender: 'U',
      price: null,
      special_note: '',
      start_tutoring_date: null,
      teacher_education: null,
      teaching_language: [],
      tutoring_region: null,
      weekday: [],
      match_time: [],
      channel: null,
    });
  });

  test('can have several children, and lists the subjects of all of them', async () => {
    const sister = { ...child, nickname: '小美', gender: 'F', major_subject: [2, 1], other_subject: [] };
    const made = await posted({ ...wholeCase, child_info: [child, sister] });
    expect(made.child_info.map(({ nickname }) => nickname)).toEqual(['小明', '小美']);
    expect(made.major_subject).toEqual([3, 2, 1]);
  });

  test('is replaced as a whole', async () => {
    const made = await posted();
    const own = { ...shortCase.child_info[0], id: made.child_info[0]?.id };
    const { data } = await put(made.id, { ...shortCase, child_info: [own], version: 1 });
    expect(data).toMatchObject({ version: 2, price: null, special_note: '', teaching_language: [] });
    expect(data.child_info).toEqual([{ ...own, school: null, other_subject: [] }]);
    expect((await call(parent, 'GET /api/users/children')).data.total).toBe(1);
  });
});

describe('permissions', () => {
  test('another family’s case is answered like a case that does not exist', async () => {
    const { id } = await posted();
    const none = 999_999_999;
    const [theirs, nobodys] = [await read(id, other), await read(none, other)];
    expect(theirs).toMatchObject({ status: 404, code: 1005, data: null });
    expect(theirs.message).toBe(nobodys.message);
    const body = { ...wholeCase, version: 1 };
    const [changed, nowhere] = [await put(id, body, other), await put(none, body, other)];
    expect(changed).toMatchObject({ status: 404, code: 1005, data: null });
    expect(changed.message).toBe(nowhere.message);
    expect((await read(id)).data.version).toBe(1);
  });

  test('a visitor cannot post a case, and neither can a tutor', async () => {
    expect((await call(undefined, `POST ${path}`, wholeCase)).code).toBe(3002);
    const tutor = { ...parent, identity: 2 } as const;
    const claims = { ...wholeCase, identity: 1, last_identity: 1, user: other.id, status: 3 };
    expect(await post(claims, tutor)).toMatchObject({ status: 403, code: 3006 });
    expect(await posted(claims)).toMatchObject({ user: parent.id, status: 1 });
  });
});

describe('validation of a case', () => {
  const bad: [string, object][] = [
    ['teacher_gender', { teacher_gender: 'X' }],
    ['child_info.0.gender', { child_info: [{ ...child, gender: 'f' }] }],
    ['tutoring_days_per_week', { tutoring_days_per_week: 0 }],
    ['tutoring_days_per_week', { tutoring_days_per_week: 8 }],
    ['tutoring_days_per_week', { tutoring_days_per_week: 1.5 }],
    ['tutoring_days_per_week', { tutoring_days_per_week: '2' }],
    ['price', { price: 49 }],
    ['price', { price: 5001 }],
    ['price', { price: 99.5 }],
    ['start_tutoring_date', { start_tutoring_date: '0000-01-01' }],
    ['start_tutoring_date', { start_tutoring_date: '2026-02-30' }],
    ['start_tutoring_time', { start_tutoring_time: '24:00' }],
    ['weekday.0', { weekday: [8] }],
    ['match_time.0.start', { match_time: [{ weekday: 1, start: '17:15' }] }],
    ['match_time.0.weekday', { match_time: [{ weekday: 0, start: '17:00' }] }],
    ['child_info', { child_info: [] }],
    ['child_info.0.nickname', { child_info: [{ ...child, nickname: '   ' }] }],
    ['child_info.0.major_subject', { child_info: [{ ...child, major_subject: [], other_subject: [] }] }],
    ['child_info.0.grade', { child_info: [{ ...child, grade: 999 }] }],
    ['child_info.0.school', { child_info: [{ ...child, school: 2_000_000_000 }] }],
    ['child_info.0.major_subject.1', { child_info: [{ ...child, major_subject: [3, 999] }] }],
    ['child_info.1.other_subject.0', { child_info: [child, { ...child, other_subject: [999] }] }],
    ['tutoring_type', { tutoring_type: 999 }],
    ['tutoring_region', { tutoring_region: 99 }],
    ['tutoring_region', { tutoring_region: null }],
    ['tutoring_time_per_class', { tutoring_time_per_class: 99 }],
    ['teacher_education', { teacher_education: 99 }],
    ['teaching_language.1', { teaching_language: [1, 99] }],
    ['channel', { channel: 2_147_483_648 }],
    ['idempotency_key', { idempotency_key: 'again' }],
  ];
  test.each(bad)('%s: %j is a field error', async (field, change) => {
    const answer = await post({ ...wholeCase, ...change });
    expect(answer).toMatchObject({ status: 400, code: 1001 });
    expect(Object.keys(answer.data.fields)).toEqual([field]);
    expect(answer.data.fields[field]).not.toBe('');
  });

  test('field errors are in the language of the request', async () => {
    const wrong = { ...wholeCase, tutoring_region: 99 };
    const answer = await call(parent, `POST ${path}`, wrong, 'zh-Hant');
    expect(answer.data.fields.tutoring_region).toBe('請選擇列出的其中一項');
  });

  test('a refused case stores nothing', async () => {
    await post({ ...wholeCase, child_info: [child, { ...child, id: 1 }] });
    expect((await call(parent, 'GET /api/users/children')).data.total).toBe(0);
  });
});

describe('repeated and concurrent requests', () => {
  test('a double tap creates one case, and every request is answered with that case', async () => {
    const body = { ...wholeCase, idempotency_key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(body)));
    expect(codes(answers)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await caseListOf(database.db, parent.id)).toHaveLength(1);
    expect((await post(body, other)).data.id).not.toBe(answers[0]?.data.id);
  });

  test('a retry with the same content gets the stored case; with other content it gets the id of the case to change', async () => {
    const body = { ...wholeCase, idempotency_key: randomUUID() };
    const made = await posted(body);
    const again = { ...body, weekday: [6, 3, 3], match_time: body.match_time.toReversed() };
    expect((await post(again)).data).toEqual(made);
    const sister = { ...child, nickname: '小美' };
    for (const edit of [
      { price: 300 },
      { special_note: '要準時' },
      { match_time: [] },
      { child_info: [sister] },
      { child_info: [child, sister] },
      { child_info: [{ ...child, major_subject: [3] }] },
    ])
      expect(await post({ ...body, ...edit })).toMatchObject({
        status: 409,
        code: 2203,
        data: { id: made.id },
      });
    expect((await read(made.id)).data).toEqual(made);
    expect((await call(parent, 'GET /api/users/children')).data.total).toBe(1);
    const two = { ...body, child_info: [child, sister], idempotency_key: randomUUID() };
    await posted(two);
    expect((await post({ ...two, child_info: [child] })).code).toBe(2203);
    // Changed elsewhere since then: a late retry of the first request must not be answered as if it had been
    // saved.
    await put(made.id, { ...wholeCase, child_info: made.child_info, price: 300, version: 1 });
    expect((await post(body)).code).toBe(2203);
    expect((await post({ ...body, price: 300 })).data).toMatchObject({ id: made.id, version: 2 });
  });

  test('a change based on an outdated version is refused', async () => {
    const made = await posted();
    const body = { ...wholeCase, child_info: made.child_info };
    const both = await Promise.all(
      [1, 2].map((price) => put(made.id, { ...body, price: price * 100, version: 1 })),
    );
    expect(codes(both)).toEqual([0, 1012]);
    expect((await put(made.id, { ...body, version: 1 })).status).toBe(409);
    expect((await put(made.id, { ...body, version: 2 })).data.version).toBe(3);
    expect((await put(made.id, body)).data.fields.version).toBeTruthy();
  });

  test.each([3, 4])('a case with status %i cannot be changed', async (status) => {
    const made = await posted();
    await setStatus(made.id, status);
    const body = { ...wholeCase, child_info: made.child_info, version: 1 };
    expect(await put(made.id, body)).toMatchObject({ status: 409, code: 2201 });
  });

  test('an account has at most twenty open cases', async () => {
    const first = await posted(shortCase);
    const body = { ...shortCase, child_info: first.child_info };
    for (let made = 1; made < 20; made += 1) await posted(body);
    expect((await post(body)).code).toBe(2008);
  });
});

describe('a case that is still being written', () => {
  const keep = (key: string, form: unknown, person = parent) =>
    call(person, 'PUT /api/users/case_draft', { key, form });
  const kept = async (person = parent) => (await call(person, 'GET /api/users/case_draft')).data.draft;

  test('is kept for its owner alone until it is posted, and does not come back after that', async () => {
    const [key, form] = [randomUUID(), { child_info: [{ nickname: '小明' }], price: 280 }];
    expect(await kept()).toBeNull();
    await keep(randomUUID(), { price: 100 });
    await keep(key, form);
    expect(await kept()).toEqual({ key, form, saved_at: expect.any(String) });
    expect(await kept(other)).toBeNull();
    await posted({ ...wholeCase, idempotency_key: key });
    expect(await kept()).toBeNull();
    expect((await keep(key, form)).data).toEqual({ draft: null });
    expect(await kept()).toBeNull();
  });

  test('stays when another case is posted, and goes when it is thrown away', async () => {
    await keep(randomUUID(), { price: 280 });
    await posted({ ...wholeCase, idempotency_key: randomUUID() });
    expect(await kept()).toMatchObject({ form: { price: 280 } });
    const { draft } = await caseData.exportRows(database.db, samplePerson(parent.id));
    expect(draft).toMatchObject([{ form: { price: 280 } }]);
    await call(parent, 'DELETE /api/users/case_draft');
    expect(await kept()).toBeNull();
  });

  test('has a size limit, and a visitor has none', async () => {
    expect((await keep(randomUUID(), { note: '長'.repeat(20_001) })).code).toBe(1001);
    expect((await call(undefined, 'GET /api/users/case_draft')).code).toBe(3002);
  });
});

describe('children', () => {
  const simple = { nickname: '妹妹', gender: 'F', grade: 4, school: null };
  const add = (person = parent): Promise<{ code: number; data: Child }> =>
    call(person, 'POST /api/users/children', simple);
  const reach = async () => (await call(parent, 'GET /api/users/is-create-student-reach-limit')).data;

  test('can be added, changed, listed and removed only by their parent', async () => {
    const { data } = await add();
    expect(data).toEqual({ ...simple, id: expect.any(Number) });
    const changed = { ...simple, nickname: '阿妹', school: 1 };
    expect((await call(other, `PUT /api/users/children/${data.id}`, changed)).code).toBe(1005);
    expect((await call(other, `DELETE /api/users/children/${data.id}`)).code).toBe(1005);
    expect((await call(parent, `PUT /api/users/children/${data.id}`, changed)).data).toEqual({
      ...changed,
      id: data.id,
    });
    expect((await call(parent, 'GET /api/users/children')).data.list).toEqual([{ ...changed, id: data.id }]);
    expect((await call(parent, `DELETE /api/users/children/${data.id}`)).code).toBe(0);
    expect((await call(parent, `DELETE /api/users/children/${data.id}`)).code).toBe(1005);
    const wrong = await call(parent, 'POST /api/users/children', { ...simple, grade: 999 });
    expect(Object.keys(wrong.data.fields)).toEqual(['grade']);
  });

  test('are limited to five, also when they are added concurrently', async () => {
    expect(await reach()).toEqual({ is_reach_limit: false, limit: 5, count: 0 });
    const three = { ...shortCase, child_info: [1, 2, 3].map(() => shortCase.child_info[0]) };
    const answers = await Promise.all([...Array.from({ length: 8 }, () => add()), post(three), post(three)]);
    const { count } = await reach();
    const refused = answers.filter(({ code }) => code === 2008).length;
    expect(answers.filter(({ code }) => code !== 0 && code !== 2008)).toEqual([]);
    expect(count).toBeLessThanOrEqual(5);
    expect(refused).toBeGreaterThanOrEqual(5);
    while ((await add()).code === 0);
    expect(await reach()).toEqual({ is_reach_limit: true, limit: 5, count: 5 });
    const own = (await call(parent, 'GET /api/users/children')).data.list[0];
    const reused = await posted({ ...shortCase, child_info: [{ ...own, major_subject: [1] }] });
    expect(reused.child_info[0]?.id).toBe(own.id);
    const more = [...reused.child_info, shortCase.child_info[0]];
    expect((await put(reused.id, { ...shortCase, child_info: more, version: 1 })).code).toBe(2008);
  });

  test('rows of a transaction that is still running count towards the limit', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: made, resolve: tell } = Promise.withResolvers<void>();
    const form = { nickname: '妹妹', gender: 'F', grade: 4, school: null } as const;
    const making = database.transaction(async (tx) => {
      for (let count = 0; count < 5; count += 1) await addChild(tx, parent.id, form, 5);
      tell();
      await released;
    });
    await made;
    const answers = [add(), post(shortCase)];
    await untilWaiting(database, 2);
    release();
    await making;
    expect(codes(await Promise.all(answers))).toEqual([2008, 2008]);
  });

  test('from another account, or twice in one case, are field errors', async () => {
    const { data } = await add(other);
    const stolen = await post({ ...shortCase, child_info: [{ ...data, major_subject: [1] }] });
    expect(Object.keys(stolen.data.fields)).toEqual(['child_info.0.id']);
    const own = { ...(await add()).data, major_subject: [1] };
    const twice = await post({ ...shortCase, child_info: [own, own] });
    expect(Object.keys(twice.data.fields)).toEqual(['child_info.1.id']);
  });

  test('cannot be removed while their case is online or matched', async () => {
    const made = await posted();
    const remove = () => call(parent, `DELETE /api/users/children/${made.child_info[0]?.id}`);
    expect(await remove()).toMatchObject({ status: 409, code: 2202 });
    await setStatus(made.id, 3);
    expect((await remove()).code).toBe(2202);
    await setStatus(made.id, 2);
    expect((await remove()).code).toBe(0);
    expect((await read(made.id)).data).toMatchObject({ status: 4, child_info: [], version: 2 });
  });

  test('cannot be added after the account was deleted', async () => {
    await database.db.execute(sql`update users set deleted_at = now() where id = ${parent.id}`);
    expect((await add()).code).toBe(3001);
    expect((await post(wholeCase)).code).toBe(3001);
  });
});

test('all case data is exported, and deleted except what a matched tutor needs', async () => {
  const { db, transaction } = database;
  const [open, matched, theirs] = [await posted(), await posted(), await posted(wholeCase, other)];
  await setStatus(matched.id, 3);
  const rows = await caseData.exportRows(db, samplePerson(parent.id));
  expect(rows.cases).toHaveLength(2);
  expect(rows.children).toHaveLength(2);
  expect(JSON.stringify(rows)).toContain('小明');

  await transaction((tx) => caseData.forget(tx, samplePerson(parent.id)));
  expect((await read(open.id)).code).toBe(1005);
  const left = (await read(matched.id)).data;
  expect(left).toMatchObject({ status: 4, special_note: '', other_channel: '', major_subject: [3, 2] });
  expect(left.child_info).toMatchObject([{ nickname: '', gender: 'U', school: null, grade: 12 }]);
  const { rows: kept } = await db.execute(sql`select nickname from children where user_id = ${parent.id}`);
  expect(kept).toEqual([{ nickname: '' }]);
  expect((await read(theirs.id, other)).data).toEqual(theirs);
});
