import { expect, test } from 'vitest';
import { createQueue } from '#server/domains/operator/queue.ts';
import { queueKinds } from '#server/wiring/queue-kinds.ts';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { addPerson, samplePerson, testPhoneEncryption } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { fileKey } from './page-files.ts';
import { eraserData } from './personal-data.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=300', QUOTA_DAILY_MAX: 'paper=1000' } }),
);
const records = '/api_ai/eraser/erase_trace_record/';
const shared = '/api_ai/eraser/shared_record';
const queue = createQueue(queueKinds(testPhoneEncryption));

async function erasedPaper(student: Student, seeds = [1]) {
  const files = [];
  for (const seed of seeds) files.push(await student.file(seed));
  const { data } = await student.task(files, { tags: { title: `共享 ${student.id}`, grade_id: 7 } });
  await eraser.work();
  return { id: data.record_id as number, pages: data.image_records as { id: number }[] };
}
const publish = (student: Student, id: number) =>
  student.post(`${records}${id}/publish`, { has_right: true });

async function decide(id: number, decision: string) {
  const operator = await addPerson(eraser.database, { operator: true });
  const { transaction, db } = eraser.database;
  const open = await queue.list(
    db,
    { operatorId: operator.id, state: 'open', kind: 'shared_record_report', page: 1, page_size: 50 },
    'en',
  );
  const item = open.list.find(({ subject_id }) => subject_id === String(id));
  if (!item) throw new Error('nothing waits for a decision');
  const { details } = await queue.read(db, { id: item.id, operatorId: operator.id }, 'en');
  await transaction((tx) =>
    queue.decide(tx, { id: item.id, decision, note: '', operatorId: operator.id }, 'zh-Hant'),
  );
  return details;
}
const noticesOf = async (student: Student) =>
  (await eraser.query('select kind, params from notices where user_id = $1 order by id', [student.id])) as {
    kind: string;
    params: object;
  }[];

test('a shared paper shows its title and school covered, in lists, copies and reports', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const { id } = await erasedPaper(owner);
  const tags = { title: '中四數學 91837264', school_name: '樣本中學 IG: sample_tutor' };
  expect(await owner.put(`${records}${id}/`, tags)).toMatchObject({ code: 0 });
  await publish(owner, id);
  const covered = { title: '中四數學 ▇▇▇', school_name: '樣本中學 IG: ▇▇▇' };
  expect((await reader.get(`${shared}/${id}`)).data).toMatchObject(covered);
  const { list } = (await reader.get(shared)).data;
  expect(list.find((one: { id: number }) => one.id === id)).toMatchObject(covered);
  expect((await reader.post(`${shared}/${id}/copy`)).data).toMatchObject(covered);
  expect((await owner.get(`${records}${id}/`)).data).toMatchObject(tags);
}, 60_000);

test('a shared paper shows its clean pages to everyone and nothing about its owner', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const { id } = await erasedPaper(owner, [1, 2]);
  expect(await reader.get(`${shared}/${id}`)).toMatchObject({ code: 1005 });
  expect(await publish(reader, id)).toMatchObject({ code: 1005 });
  expect(await owner.post(`${records}${id}/publish`, {})).toMatchObject({ code: 1001 });
  expect((await publish(owner, id)).data).toMatchObject({ is_mine: true, page_count: 2 });

  reader.tokens.ai = undefined;
  reader.cookies.clear();
  const { data } = await reader.get(`${shared}/${id}`);
  expect(data).toMatchObject({
    title: `共享 ${owner.id}`,
    is_mine: false,
    pages: [{ number: 1 }, { number: 2 }],
  });
  expect(Object.keys(data)).not.toContain('user_id');
  expect((await reader.get(`${shared}?grade=7`)).data.list.map(({ id }: { id: number }) => id)).toContain(id);
  expect((await reader.get(`${shared}?grade=8`)).data.total).toBe(0);
  const picture = await reader.get(`${shared}/${id}/picture/1?size=full`);
  expect(picture.headers['content-type']).toBe('image/png');
  expect((await reader.get(`${shared}/${id}/picture/3`)).status).toBe(404);

  await owner.delete(`${records}${id}/publish`);
  expect((await reader.get(`${shared}/${id}`)).status).toBe(404);
  expect((await reader.get(`${shared}/${id}/picture/1`)).status).toBe(404);
}, 60_000);

test('a block hides the pictures of a shared paper from both, and from nobody else', async () => {
  const [owner, reader, other] = [await eraser.student(), await eraser.student(), await eraser.student()];
  const { id } = await erasedPaper(owner, [6]);
  await publish(owner, id);
  const status = async (who: Student) => (await who.get(`${shared}/${id}/picture/1`)).status;
  expect(await status(reader)).toBe(200);
  for (const [blocker, blocked] of [
    [owner, reader],
    [reader, owner],
  ] as const) {
    await eraser.query('delete from user_blocks');
    await eraser.query(
      `insert into user_blocks (blocker_user_id, blocked_user_id, place, place_id) values ($1, $2, 'tutor', 1)`,
      [blocker.id, blocked.id],
    );
    expect([await status(reader), await status(other), await status(owner)]).toEqual([404, 200, 200]);
  }
}, 60_000);

test('the shared papers of somebody who was banned or suspended are hidden until it is over', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const { id } = await erasedPaper(owner, [7]);
  await publish(owner, id);
  const seen = async () => [
    (await reader.get(`${shared}/${id}`)).status,
    (await reader.get(`${shared}/${id}/picture/1`)).status,
    (await reader.get(`${shared}?page=1&page_size=50`)).data.list.some(
      (one: { id: number }) => one.id === id,
    ),
  ];
  expect(await seen()).toEqual([200, 200, true]);
  await eraser.query(
    `insert into measures (user_id, kind, cause, reason, until, key)
     values ($1, 'suspension', 'other', 'sample', current_date + 30, gen_random_uuid())`,
    [owner.id],
  );
  expect(await seen()).toEqual([404, 404, false]);
  await eraser.query('update measures set lifted_at = now()');
  expect(await seen()).toEqual([200, 200, true]);
}, 60_000);

test('copying a shared paper is free, makes one copy per user, and the copy outlives the original', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const { id } = await erasedPaper(owner, [3]);
  await publish(owner, id);
  const copies = await Promise.all([
    reader.post(`${shared}/${id}/copy`),
    reader.post(`${shared}/${id}/copy`),
  ]);
  const copy = copies[0].data;
  expect(copies[1].data.id).toBe(copy.id);
  expect(await owner.post(`${shared}/${id}/copy`)).toMatchObject({ code: 3006 });
  await eraser.work();
  const detail = (await reader.get(`${records}${copy.id}/`)).data;
  expect(detail).toMatchObject({ copied_from: id, pages: [{ status: 'done', version: 1 }] });
  expect((await reader.balance()).remaining_count).toBe(300);
  expect(await publish(reader, copy.id)).toMatchObject({ code: 3006 });

  const files = await eraserData.files?.(eraser.database.db, samplePerson(owner.id));
  await eraser.database.transaction((tx) => eraserData.forget(tx, samplePerson(owner.id)));
  await eraser.work();
  for (const { key } of files ?? []) expect(await eraser.files.size(key)).toBeUndefined();
  expect(files).toHaveLength(2);
  const page = detail.pages[0].id;
  for (const view of ['erased', 'straight', 'original'])
    expect(
      (await reader.get(`/api_ai/eraser/image_record/${page}/picture?view=${view}&size=full`)).status,
    ).toBe(200);
  expect(await reader.get(`${shared}/${id}`)).toMatchObject({ code: 1005 });
}, 60_000);

test('an operator decides a report, and a paper that was taken down cannot be shared again', async () => {
  const [owner, first, second] = [await eraser.student(), await eraser.student(), await eraser.student()];
  const { id } = await erasedPaper(owner, [4]);
  await publish(owner, id);
  const report = (who: Student, text = '這是出版社的試題') =>
    who.post(`${shared}/${id}/report`, { reason: 'copyright', text });
  expect(await report(owner)).toMatchObject({ code: 3006 });
  expect(await report(first, '  ')).toMatchObject({ code: 1001 });
  await report(first);
  await report(first);
  await report(second, '請致電 91234567');
  expect((await first.get(`${shared}/${id}`)).data.is_reported).toBe(true);
  const details = await decide(id, 'keep');
  expect(details).toMatchObject({
    title: `共享 ${owner.id}`,
    pages: [expect.stringContaining(`/${id}/picture/1`)],
  });
  expect(JSON.stringify(details.reports)).not.toContain('91234567');
  expect((await first.get(`${shared}/${id}`)).data.is_reported).toBe(false);
  expect(await noticesOf(second)).toMatchObject([
    { kind: 'shared_record_reported_decided', params: { is_kept: true } },
  ]);

  await report(first);
  await decide(id, 'take_down');
  expect(await first.get(`${shared}/${id}`)).toMatchObject({ code: 1005 });
  expect(await publish(owner, id)).toMatchObject({ code: 3006 });
  expect((await noticesOf(owner)).at(-1)).toMatchObject({
    kind: 'shared_record_decided',
    params: { is_kept: false },
  });
  expect((await owner.get(`${records}${id}/`)).data).toMatchObject({ is_shared: false, is_taken_down: true });
}, 60_000);

test('deleted pages and papers are no longer shared, and their open reports are withdrawn', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const { id, pages } = await erasedPaper(owner, [5, 6]);
  await publish(owner, id);
  await reader.post(`${shared}/${id}/report`, { reason: 'personal', text: '有名字' });
  await owner.delete(`/api_ai/eraser/image_record/${pages[0]?.id}/`);
  expect((await reader.get(`${shared}/${id}`)).data.pages).toHaveLength(1);
  await owner.delete(`${records}${id}/`);
  expect(await reader.get(`${shared}/${id}`)).toMatchObject({ code: 1005 });
  await expect(decide(id, 'keep')).rejects.toThrow(/nothing waits/);
}, 60_000);

test('an account’s papers are exported, and deleted with all their files', async () => {
  const student = await eraser.student();
  const { id } = await erasedPaper(student, [7]);
  const body = { sha256: 'ef'.repeat(32), byte_size: 9, name: '半份' };
  const { upload_id } = (await student.post('/api_ai/eraser/upload', body)).data;
  await eraser.files.put(`eraser/upload-${upload_id}/0`, Buffer.from('123456789'));
  await student.post(`${records}${id}/practise`);
  const [page] = (await student.get(`${records}${id}/`)).data.pages;
  await student.put(`/api_ai/eraser/image_record/${page.id}/strength`, { strength: 'thorough' });
  const person = samplePerson(student.id);
  const { db, transaction } = eraser.database;
  const exported = await eraserData.exportRows(db, person);
  expect(exported).toMatchObject({
    papers: [{ title: `共享 ${student.id}` }],
    paper_pages: [{ status: 'done' }],
    paper_files: [{ name: 'paper 7.jpg' }],
    paper_uploads: [{ name: '半份' }],
    paper_practices: [{ seconds: 0 }],
    paper_settings: [{ strength: 'thorough' }],
  });
  const bundles = await eraser.query(
    `select bundle from eraser_files where user_id = $1 union all
     select eraser_versions.bundle from eraser_versions join eraser_pages on eraser_pages.id = page_id
     where record_id = $2`,
    [student.id, id],
  );
  await transaction((tx) => eraserData.forget(tx, person));
  await transaction((tx) => eraserData.forget(tx, person));
  await eraser.work();
  for (const { bundle } of bundles)
    for (const name of [
      ...['file', 'image.png', 'delta.png', 'mask.png', 'screen.webp', 'thumb.webp', 'straight.webp'],
      ...['levels.png', 'thorough.png', 'thorough.webp', 'edits.png'],
    ])
      expect(await eraser.files.size(fileKey(bundle, name))).toBeUndefined();
  expect(await eraser.files.size(`eraser/upload-${upload_id}/0`)).toBeUndefined();
  for (const table of eraserData.tables.filter((table) => !/chunks|pages|versions/.test(table)))
    expect(await eraser.query(`select from ${table} where user_id = $1`, [student.id])).toEqual([]);
}, 60_000);
