import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { seedDatabase } from '#server/wiring/seed.ts';
import { eraserOf } from '#tests/eraser/student.ts';
import { marketOf } from '#tests/market.ts';
import { serve } from '#tests/serve.ts';

const served = await serve({ environment: { QUOTA_FREE: 'paper=20', QUOTA_DAILY_MAX: 'paper=20' } });
const market = marketOf(served);
const { call, query, database } = served;
const student = await eraserOf(served).student();
const file = await student.file(1);

const migration = readFileSync(
  new URL('../../../../db/migrations/0090_one_subject_per_name.sql', import.meta.url),
  'utf8',
);
const evenings = [1, 2, 3].flatMap((weekday) =>
  ['17:00', '17:30', '18:00', '18:30'].map((start) => ({ weekday, start })),
);
const teaching = (...subjects: [major_subject: number, grade: number[]][]) => ({
  subject_grades: subjects.map(([major_subject, grade]) => ({ major_subject, other_subject: null, grade })),
  match_time: evenings,
});
const asking = (major_subject: number[], grade = 12) => ({
  child_info: [{ nickname: '小明', gender: 'U', grade, major_subject }],
});
const found = (answer: { data: { list: { id: number }[] } }) => answer.data.list.map(({ id }) => id).sort();
const tutorsOf = async (subject: number, grade: number) =>
  found(await call(undefined, `GET /api/common_info/teacher_case?major_subject=${subject}&grade=${grade}`));
async function fitting(subject: number, grade: number) {
  const draft = { child_info: [{ grade, major_subject: [subject] }], tutoring_region: 16 };
  const { data } = await call(undefined, 'POST /api/algorithms/tutor_matcher', { draft });
  return data.list.map(({ tutor }: { tutor: { id: number } }) => tutor.id).sort();
}
const paper = async (tags: object) =>
  (await student.task([file], { tags: { title: '練習', ...tags } })).data.record_id as number;
const records = '/api_ai/eraser/erase_trace_record/';

/** Puts the reference lists back to where mathematics, Chinese and English had two entries each. */
async function splitSubjects() {
  await query(`
    alter table major_subjects drop column grade_ids, drop column former_ids, drop column stage_names,
      drop constraint major_subjects_name_zh_hant_key, drop constraint major_subjects_name_en_key;
    alter table other_subjects drop column grade_ids,
      drop constraint other_subjects_name_zh_hant_key, drop constraint other_subjects_name_en_key;
    insert into major_subjects (id, subject_type_id, name_zh_hant, name_en, sort)
    values (32, 3, '中文', 'Chinese', 32), (33, 3, '英文', 'English', 33), (34, 3, '數學', 'Mathematics', 34);
    update major_subjects set name_zh_hant = '中國語文', name_en = 'Chinese Language' where id = 1;
    update major_subjects set name_zh_hant = '英國語文', name_en = 'English Language' where id = 2`);
}

test('the migration gives every row the one subject, without doubles and in order, and tells the market', async () => {
  const family = await market.family(asking([3, 2]));
  const untouched = await market.family(asking([39]));
  const tutor = await market.tutor({
    ...teaching([3, [13, 14]], [39, [10]]),
    dse_results: [
      { major_subject: 3, dse_level: 5 },
      { major_subject: 2, dse_level: 6 },
    ],
  });
  const record = await paper({ major_subject_id: 3, grade_id: 6 });
  const kept = {
    list: [],
    near_misses: [{ change: { child_info: [{ grade: 6, major_subject: [34, 3, 33] }] } }],
  };
  await query(
    `insert into algorithm_results (user_id, kind, subject_id, result) values ($1, 'tutor_matcher', $2, $3)`,
    [family.id, family.caseId, kept],
  );

  await splitSubjects();
  await query(`update case_children set major_subject_ids = '{34,2,3,33}' where case_id = $1`, [
    family.caseId,
  ]);
  const rows = [
    [2, 34, 10],
    [3, 34, 13],
    [4, 32, 4],
    [5, 34, 11],
  ];
  await query('update tutor_subjects set position = 9 where listing_id = $1 and major_subject_id = 39', [
    tutor.listingId,
  ]);
  for (const [position, subject, grade] of rows)
    await query(
      'insert into tutor_subjects (listing_id, position, major_subject_id, grade_id) values ($1, $2, $3, $4)',
      [tutor.listingId, position, subject, grade],
    );
  await query(
    'update tutor_dse_results set major_subject_id = 33 where listing_id = $1 and major_subject_id = 2',
    [tutor.listingId],
  );
  await query('insert into tutor_dse_results values ($1, 7, 34, 7)', [tutor.listingId]);
  await query('update eraser_records set major_subject_id = 34 where id = $1', [record]);

  await query(`begin; ${migration}; commit`);
  await query(`delete from seeds`);
  await seedDatabase(database);

  const read = async (person: { id: number }, call_: string) => (await call(person as never, call_)).data;
  const detail = (caseId: number) => `GET /api/common_info/student_detailed_registration/${caseId}`;
  expect((await read(family, detail(family.caseId))).child_info[0].major_subject).toEqual([3, 2]);
  expect((await read(untouched, detail(untouched.caseId))).child_info[0].major_subject).toEqual([39]);
  const listing = await read(tutor, `GET /api/common_info/teacher_detailed_registration/${tutor.listingId}`);
  expect(listing.subject_grades).toEqual([
    { major_subject: 3, other_subject: null, grade: [10, 11, 13, 14] },
    { major_subject: 1, other_subject: null, grade: [4] },
    { major_subject: 39, other_subject: null, grade: [10] },
  ]);
  expect(listing.dse_results).toEqual([
    { major_subject: 3, dse_level: 5 },
    { major_subject: 2, dse_level: 6 },
  ]);
  expect((await student.get(`${records}${record}/`)).data.major_subject_id).toBe(3);
  const [{ result }] = await query('select result from algorithm_results where user_id = $1', [family.id]);
  expect(result).toEqual({
    list: [],
    near_misses: [{ change: { child_info: [{ grade: 6, major_subject: [3, 2] }] } }],
  });
  const { data } = await call(undefined, 'GET /api/common_info/major_subject');
  expect(
    data.list.filter(({ name }: { name: string }) => ['數學', 'Mathematics'].includes(name)),
  ).toHaveLength(1);

  // The app that was running has the merged rows without a restart.
  await vi.waitFor(async () => expect(await tutorsOf(3, 11)).toContain(tutor.listingId));
  const left = await query(`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name like '%major_subject%' order by 1`);
  expect(left).toEqual([
    { table_name: 'case_children', column_name: 'major_subject_ids' },
    { table_name: 'eraser_records', column_name: 'major_subject_id' },
    { table_name: 'tutor_dse_results', column_name: 'major_subject_id' },
    { table_name: 'tutor_subjects', column_name: 'major_subject_id' },
  ]);
});

test('grade and subject find the tutors of today’s and of the former id, and only those who teach that grade', async () => {
  const both = await market.tutor(teaching([34, [6, 10]], [2, [13]]));
  const senior = await market.tutor(teaching([3, [10, 13, 14]]));
  const ids = [both.listingId, senior.listingId];
  const ours = (list: number[]) => list.filter((id) => ids.includes(id));
  await vi.waitFor(async () => expect(ours(await tutorsOf(3, 10))).toEqual(ids));
  for (const subject of [3, 34]) {
    expect(ours(await tutorsOf(subject, 10))).toEqual(ids);
    expect(ours(await tutorsOf(subject, 6))).toEqual([both.listingId]);
    // The first teaches mathematics, and teaches 中四, but not mathematics in 中四.
    expect(ours(await tutorsOf(subject, 13))).toEqual([senior.listingId]);
    expect(ours(await fitting(subject, 10))).toEqual(ids);
    expect(ours(await fitting(subject, 6))).toEqual([both.listingId]);
  }
});

test('calls that take subjects read a former id as the subject', async () => {
  const family = await market.family(asking([34, 33, 3]));
  const own = (await call(family, `GET /api/common_info/student_detailed_registration/${family.caseId}`))
    .data;
  expect(own.child_info[0].major_subject).toEqual([3, 2]);
  for (const list of ['parent_case', 'child_case'])
    await vi.waitFor(async () =>
      expect(
        found(await call(undefined, `GET /api/common_info/${list}?major_subject=34&grade=12`)),
      ).toContain(family.caseId),
    );

  const tutor = await market.tutor({
    ...teaching([32, [4]]),
    dse_results: [{ major_subject: 33, dse_level: 5 }],
  });
  const path = `/api/common_info/teacher_detailed_registration/${tutor.listingId}`;
  const listing = (await call(tutor, `GET ${path}`)).data;
  expect(listing.subject_grades[0].major_subject).toBe(1);
  expect(listing.dse_results).toEqual([{ major_subject: 2, dse_level: 5 }]);

  const price = (subject: number) =>
    call(undefined, 'POST /api/algorithms/price_recommender', { draft: asking([subject], 6) });
  expect((await price(34)).data).toMatchObject({ p50: (await price(3)).data.p50 });

  const record = await paper({ major_subject_id: 34, grade_id: 6 });
  const listed = async (subject: number) =>
    found(await student.get(`${records}?grade=6&major_subject=${subject}`));
  expect(await listed(34)).toContain(record);
  expect(await listed(34)).toEqual(await listed(3));
  expect((await student.put(`${records}${record}/`, { major_subject_id: 32 })).data.major_subject_id).toBe(1);
  expect((await student.put(`${records}${record}/`, { major_subject_id: 40 })).code).toBe(1001);
});
