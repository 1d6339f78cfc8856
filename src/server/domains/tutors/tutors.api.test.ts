import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TutorDetail } from '#shared/tutors.ts';
import type { Person } from '#tests/callers.ts';
import { wholeListing } from '#tests/forms.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { tutorData } from './personal-data.ts';
import { hasVisibleListing, matchStatusOf } from './tutors.ts';

const { database, call, people } = await serve();
const path = '/api/common_info/teacher_detailed_registration';
let tutor: Person;
let other: Person;
beforeEach(async () => {
  tutor = await people.tutor();
  other = await people.tutor();
});

const post = (body: unknown, person = tutor) => call(person, `POST ${path}`, body);
const put = (id: number, body: unknown, person = tutor) => call(person, `PUT ${path}/${id}`, body);
const read = (id: number, person = tutor) => call(person, `GET ${path}/${id}`);
async function posted(body: unknown = wholeListing, person = tutor): Promise<TutorDetail> {
  const answer = await post(body, person);
  expect(answer.message).toBe('');
  return answer.data;
}
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code).sort((a, b) => a - b);

describe('a tutor listing', () => {
  test('is answered as it was entered', async () => {
    const made = await posted();
    expect(made).toEqual({
      ...wholeListing,
      id: expect.any(Number),
      user: tutor.id,
      match_status: 2,
      version: 1,
    });
    expect((await read(made.id)).data).toEqual(made);
  });

  test('is found by its owner without an id, and by no other user', async () => {
    const found = async (person?: Person) => call(person, 'GET /api/users/tutor_listing');
    expect((await found(tutor)).data).toEqual({ listing: null });
    const made = await posted();
    expect((await found(tutor)).data).toEqual({ listing: made });
    expect((await found(other)).data).toEqual({ listing: null });
    expect((await found()).code).toBe(3002);
  });

  test('keeps a school that is in no list as it was typed; others do not see contact details in it', async () => {
    const typed = { ...wholeListing, school: null, school_name: 'Imperial College London' };
    const { id, ...made } = await posted(typed);
    expect(made).toMatchObject({ school: null, school_name: 'Imperial College London' });
    const shown = async () =>
      (await call(undefined, `GET /api/common_info/teacher_case/${id}`)).data.school_name;
    expect(await shown()).toBe('Imperial College London');
    await put(id, { ...typed, school_name: 'Imperial, 6123 4567', version: 1 });
    expect(await shown()).not.toContain('6123');
    const listed = await put(id, { ...typed, school: 1, version: 2 });
    expect(listed.data).toMatchObject({ school: 1, school_name: '' });
  });

  test('lists each subject once, with all its grades', async () => {
    const maths = { major_subject: 3, grade: [13, 13, 14] };
    const { subject_grades } = await posted({
      ...wholeListing,
      subject_grades: [maths, { major_subject: 2, grade: [4] }, { major_subject: 3, grade: [14, 15] }],
    });
    expect(subject_grades).toEqual([
      { major_subject: 3, other_subject: null, grade: [13, 14, 15] },
      { major_subject: 2, other_subject: null, grade: [4] },
    ]);
  });

  test('is visible unless its owner hides it', async () => {
    const { db } = database;
    expect(await hasVisibleListing(db, tutor.id)).toBe(false);
    const made = await posted();
    expect(await hasVisibleListing(db, tutor.id)).toBe(true);
    const { data } = await put(made.id, { ...wholeListing, is_listed: false, version: 1 });
    expect(data).toMatchObject({ match_status: 3, is_listed: false, version: 2 });
    expect(await hasVisibleListing(db, tutor.id)).toBe(false);
    expect(matchStatusOf({ isListed: true, isMatched: true })).toBe(1);
  });

  test('exists once per account, also with repeated and concurrent requests', async () => {
    const body = { ...wholeListing, idempotency_key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(body)));
    expect(codes(answers)).toEqual([0, 0, 0, 0, 0, 0]);
    const [first] = answers;
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(await post(wholeListing)).toMatchObject({ status: 409, code: 2008, data: { id: first?.data.id } });
    expect((await post({ ...body, idempotency_key: randomUUID() })).code).toBe(2008);
    expect((await post(body, other)).code).toBe(0);
    const racing = await people.tutor();
    expect(codes(await Promise.all([1, 2, 3].map(() => post(wholeListing, racing))))).toEqual([
      0, 2008, 2008,
    ]);
  });

  test('a retry with the same content gets the stored listing; with other content it gets the id of the listing to change', async () => {
    const body = { ...wholeListing, idempotency_key: randomUUID() };
    const made = await posted(body);
    expect((await post({ ...body, match_time: body.match_time.toReversed() })).data).toEqual(made);
    for (const edit of [
      { price_max: 400 },
      { introduction: '六年經驗' },
      { dse_results: [] },
      { subject_grades: body.subject_grades.slice(1) },
    ])
      expect(await post({ ...body, ...edit })).toMatchObject({
        status: 409,
        code: 2203,
        data: { id: made.id },
      });
    expect((await read(made.id)).data).toEqual(made);
  });

  test('cannot be changed on the basis of an outdated version', async () => {
    const { id } = await posted();
    const both = await Promise.all(
      [210, 220].map((price_min) => put(id, { ...wholeListing, price_min, version: 1 })),
    );
    expect(codes(both)).toEqual([0, 1012]);
    expect((await put(id, wholeListing)).data.fields.version).toBeTruthy();
  });
});

describe('permissions', () => {
  test('another tutor’s listing is answered like a listing that does not exist', async () => {
    const { id } = await posted();
    const none = 999_999_999;
    const [theirs, nobodys] = [await read(id, other), await read(none, other)];
    expect(theirs).toMatchObject({ status: 404, code: 1005, data: null });
    expect(theirs.message).toBe(nobodys.message);
    const body = { ...wholeListing, version: 1 };
    expect(await put(id, body, other)).toMatchObject({ status: 404, code: 1005, data: null });
    expect((await put(none, body, other)).code).toBe(1005);
    expect((await read(id)).data.version).toBe(1);
  });

  test('a visitor cannot post a listing, and neither can a parent', async () => {
    expect((await call(undefined, `POST ${path}`, wholeListing)).code).toBe(3002);
    const claims = { ...wholeListing, identity: 2, last_identity: 2, user: other.id, match_status: 1 };
    expect(await post(claims, { ...tutor, identity: 1 })).toMatchObject({ status: 403, code: 3006 });
    expect(await post(claims, { ...tutor, identity: 0 })).toMatchObject({ status: 403, code: 3006 });
    expect(await posted(claims)).toMatchObject({ user: tutor.id, match_status: 2 });
  });
});

const grade = [4];
const bad: [string, object][] = [
  ['gender', { gender: '' }],
  ['display_name', { display_name: ' ' }],
  ['price_max', { price_min: 300, price_max: 299 }],
  ['price_min', { price_min: 0 }],
  ['match_time', { match_time: [] }],
  ['subject_grades', { subject_grades: [] }],
  ['subject_grades.0.grade', { subject_grades: [{ major_subject: 3, grade: [] }] }],
  ['subject_grades.0.major_subject', { subject_grades: [{ grade }] }],
  ['subject_grades.0.major_subject', { subject_grades: [{ major_subject: 3, other_subject: 1, grade }] }],
  ['subject_grades.0.other_subject', { subject_grades: [{ other_subject: 999, grade }] }],
  ['subject_grades.0.grade.1', { subject_grades: [{ major_subject: 3, grade: [4, 999] }] }],
  ['education', { education: 99 }],
  ['school', { school: 2_000_000_000 }],
  ['gpa', { gpa: 99 }],
  ['rank', { rank: 99 }],
  ['experience', { experience: 99 }],
  ['tutoring_type.0', { tutoring_type: [99] }],
  ['tutoring_region.1', { tutoring_region: [1, 99] }],
  ['travel_region.0', { travel_region: [99] }],
  ['teaching_language.0', { teaching_language: [99] }],
  ['dse_results.0.dse_level', { dse_results: [{ major_subject: 3, dse_level: 99 }] }],
  [
    'dse_results',
    {
      dse_results: [
        { major_subject: 3, dse_level: 5 },
        { major_subject: 3, dse_level: 6 },
      ],
    },
  ],
];
test.each(bad)('%s: %j is a field error', async (field, change) => {
  const answer = await post({ ...wholeListing, ...change });
  expect(answer).toMatchObject({ status: 400, code: 1001 });
  expect(Object.keys(answer.data.fields)).toEqual([field]);
});

describe('a listing that is still being written', () => {
  const draft = '/api/users/tutor_draft';
  type Kept = { key?: string; version?: number | null; seen?: number | null };
  const keep = async (form: object, { key = randomUUID(), version = null, seen = null }: Kept = {}) =>
    (await call(tutor, `PUT ${draft}`, { key, form, version, seen })).data;
  const kept = async (person = tutor) => (await call(person, `GET ${draft}`)).data.draft;

  test('is kept for its owner alone until it is sent, and does not come back after that', async () => {
    const [key, form] = [randomUUID(), { display_name: '陳大文', price_min: 280 }];
    expect(await kept()).toBeNull();
    const { draft: saved } = await keep(form, { key });
    expect(await kept()).toEqual(saved);
    expect(saved).toEqual({ key, form, version: null, revision: 1, saved_at: expect.any(String) });
    expect(await kept(other)).toBeNull();
    expect(await tutorData.exportRows(database.db, samplePerson(tutor.id))).toMatchObject({
      tutor_drafts: [saved],
    });
    await posted({ ...wholeListing, idempotency_key: key });
    expect(await kept()).toBeNull();
    expect(await keep(form, { key, seen: 1 })).toEqual({ draft: null, replaced: null });
    expect(await kept()).toBeNull();
    expect((await call(undefined, `GET ${draft}`)).code).toBe(3002);
  });

  test('the last device wins, and is given what the other had kept', async () => {
    const key = randomUUID();
    const { draft: first } = await keep({ price_min: 200 }, { key });
    expect((await keep({ price_min: 210 }, { key, seen: first.revision })).replaced).toBeNull();
    const late = await keep({ price_min: 300 }, { key, seen: first.revision });
    expect(late.replaced).toMatchObject({ form: { price_min: 210 }, revision: 2 });
    expect(await kept()).toMatchObject({ form: { price_min: 300 }, revision: 3 });
    expect((await keep({ price_min: 300 })).replaced).toBeNull();
    await call(tutor, `DELETE ${draft}`);
    expect(await kept()).toBeNull();
  });

  test('changes go with their own saving only, and none of an older version is kept', async () => {
    const { id } = await posted();
    const key = randomUUID();
    await keep({ price_min: 300 }, { key, version: 1 });
    await put(id, { ...wholeListing, is_listed: false, version: 1 });
    expect(await kept()).toMatchObject({ form: { price_min: 300 }, version: 1 });
    expect((await keep({ price_min: 310 }, { key, version: 1, seen: 1 })).draft).toBeNull();
    await put(id, { ...wholeListing, version: 2, draft_key: key });
    expect(await kept()).toBeNull();
  });

  test('goes with the account', async () => {
    await keep({ price_min: 300 });
    await database.transaction((tx) => tutorData.forget(tx, samplePerson(tutor.id)));
    expect(await kept()).toBeNull();
  });
});

test('a listing is exported, and deleted with the account', async () => {
  const { db, transaction } = database;
  const [made, theirs] = [await posted(), await posted(wholeListing, other)];
  expect(await tutorData.exportRows(db, samplePerson(tutor.id))).toEqual({
    tutor_listings: [made],
    tutor_photos: [],
    tutor_drafts: [],
  });
  await transaction((tx) => tutorData.forget(tx, samplePerson(tutor.id)));
  expect((await read(made.id)).code).toBe(1005);
  const { rows } = await db.execute(sql`
    select from tutor_subjects where listing_id = ${made.id}
    union all select from tutor_dse_results where listing_id = ${made.id}`);
  expect(rows).toEqual([]);
  expect((await read(theirs.id, other)).data).toEqual(theirs);
});
