import { expect, test } from 'vitest';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { serve } from '#tests/serve.ts';
import { fileKey, scheduleRemoval } from './page-files.ts';
import { scheduleTidying } from './tidy-job.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=300', QUOTA_DAILY_MAX: 'paper=1000' } }),
);
const records = '/api_ai/eraser/erase_trace_record/';
const images = '/api_ai/eraser/image_record/';

/** A paper whose pages still wait for their jobs. */
async function paper(student: Student, files: number[], tags: object = {}) {
  const { data } = await student.task(files, { tags: { title: '練習', ...tags } });
  return {
    id: data.record_id as number,
    task: data.id as number,
    pages: data.image_records.map(({ id }: { id: number }) => id),
  };
}
const titles = (answer: { data: { list: { title: string }[] } }) =>
  answer.data.list.map(({ title }) => title);
const read = async (student: Student, id: number) => (await student.get(`${records}${id}/`)).data;
const order = async (student: Student, id: number) =>
  (await read(student, id)).pages.map((page: { id: number }) => page.id);

test('a user’s own papers are listed by grade, subject and search text, with paging', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const file = await student.file(1);
  await paper(student, [file], { title: '數學 100% 測驗', grade_id: 7, major_subject_id: 3, year: 2023 });
  await paper(student, [file], { title: 'English exam', grade_id: 8, school_name: '聖保羅' });
  await paper(student, [file], { title: '數學練習', grade_id: 7 });
  const list = (query: string) => student.get(`${records}?${query}`);
  expect(titles(await list(''))).toEqual(['數學練習', 'English exam', '數學 100% 測驗']);
  expect(titles(await list('grade=7'))).toEqual(['數學練習', '數學 100% 測驗']);
  expect(titles(await list('grade=7&major_subject=3&other_subject=0'))).toEqual(['數學 100% 測驗']);
  expect(titles(await list(`search=${encodeURIComponent('100%')}`))).toEqual(['數學 100% 測驗']);
  expect(titles(await list(`search=${encodeURIComponent('聖保羅')}`))).toEqual(['English exam']);
  expect(titles(await list('sort=oldest&page=2&page_size=2'))).toEqual(['數學練習']);
  expect((await list('page_size=1')).data).toMatchObject({ total: 3, page: 1, page_size: 1 });
  expect((await stranger.get(records)).data.total).toBe(0);
  expect(await list('grade=x')).toMatchObject({ code: 1001 });
});

test('a paper is renamed, tagged and reordered; an order with other pages is a conflict', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const { id, pages } = await paper(student, [
    await student.file(1),
    await student.file(2),
    await student.file(3),
  ]);
  const changed = await student.put(`${records}${id}/`, {
    title: '  期末試  ',
    year: 2025,
    paper_type: 'exam',
  });
  expect(changed.data).toMatchObject({ title: '期末試', year: 2025, paper_type: 'exam', grade_id: null });
  const turned = [pages[2], pages[0], pages[1]];
  expect((await student.put(`${records}${id}/`, { page_order: turned })).code).toBe(0);
  expect(await order(student, id)).toEqual(turned);
  for (const page_order of [turned.slice(1), [...turned, 5], [turned[0], turned[0], turned[1]]])
    expect(await student.put(`${records}${id}/`, { page_order })).toMatchObject({ code: 1012 });
  expect(await student.put(`${records}${id}/`, { title: ' ' })).toMatchObject({ code: 1001 });
  expect(await student.put(`${records}${id}/`, { grade_id: 9999 })).toMatchObject({
    code: 1001,
    data: { fields: { grade_id: expect.any(String) } },
  });
  expect(await stranger.put(`${records}${id}/`, { title: 'x' })).toMatchObject({ code: 1005 });
});

test('a page is renamed, accepted and moved within its paper and to another paper of the same user', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const files = [await student.file(1), await student.file(2)];
  const [one, two] = [await paper(student, files), await paper(student, files)];
  const theirs = await paper(stranger, [await stranger.file(1)]);
  const put = (body: object) => student.put(`${images}${one.pages[0]}/`, body);
  expect((await put({ name: '第一題', is_accepted: true })).data).toMatchObject({
    name: '第一題',
    is_accepted: true,
  });
  await put({ position: 2 });
  expect(await order(student, one.id)).toEqual([one.pages[1], one.pages[0]]);
  await put({ record_id: two.id, position: 1 });
  expect(await order(student, two.id)).toEqual([one.pages[0], ...two.pages]);
  expect(await order(student, one.id)).toEqual([one.pages[1]]);
  expect(await put({ record_id: theirs.id })).toMatchObject({ code: 1005 });
  expect(await stranger.put(`${images}${one.pages[0]}/`, { name: 'x' })).toMatchObject({ code: 1005 });
});

test('batch_delete deletes all papers or none', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const file = await student.file(1);
  const [one, two] = [await paper(student, [file]), await paper(student, [file])];
  const theirs = await paper(stranger, [await stranger.file(1)]);
  const remove = (...ids: number[]) => student.delete(`/api_ai/eraser/batch_delete?records=${ids.join(',')}`);
  expect(await remove(one.id, theirs.id)).toMatchObject({ code: 1005 });
  expect((await student.get(records)).data.total).toBe(2);
  expect((await remove(one.id, two.id)).data).toEqual({ deleted: [one.id, two.id] });
  expect((await student.get(records)).data.total).toBe(0);
  expect(await remove(one.id)).toMatchObject({ code: 1005 });
  expect(await student.delete('/api_ai/eraser/batch_delete?records=1,x')).toMatchObject({ code: 1001 });
  // The waiting pages are cancelled and their quota is released.
  expect((await student.balance()).remaining_count).toBe(300);
  expect(await student.get(`/api_ai/eraser/erase_trace_task?task_id=${one.task}`)).toMatchObject({
    code: 1005,
  });
});

test('a deleted paper can be restored for thirty days, then its files are deleted', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const [kept, shared, lone] = [await student.file(1), await student.file(2), await student.file(3)];
  const gone = await paper(student, [shared, lone]);
  const stays = await paper(student, [kept, shared]);
  await eraser.work();
  const bundles = await eraser.query(
    `select eraser_versions.bundle, file_id::int from eraser_versions join eraser_pages on eraser_pages.id = page_id
     where record_id = $1`,
    [gone.id],
  );
  expect(bundles).toHaveLength(2);
  const bundleOf = async (id: number) =>
    (await eraser.query('select bundle from eraser_files where id = $1', [id]))[0]?.bundle as string;
  const [loneBundle, sharedBundle] = [await bundleOf(lone), await bundleOf(shared)];
  const isThere = async (bundle: string, name: string) =>
    (await eraser.files.size(fileKey(bundle, name))) !== undefined;

  // Files in use stay, even when their removal was scheduled.
  await eraser.database.transaction((tx) => scheduleRemoval(tx, [sharedBundle, bundles[0]?.bundle]));
  await eraser.work();
  expect(await isThere(sharedBundle, 'file')).toBe(true);
  expect(await isThere(bundles[0]?.bundle, 'image.png')).toBe(true);

  await student.delete(`${records}${gone.id}/`);
  expect((await student.get(`${records}?deleted=true`)).data.list[0]).toMatchObject({
    id: gone.id,
    gone_at: expect.any(String),
  });
  const undo = (who: Student) => who.post('/api_ai/eraser/restore', { records: [gone.id] });
  expect(await undo(stranger)).toMatchObject({ code: 1005 });
  expect(await undo(student)).toMatchObject({ code: 0 });
  expect(await undo(student)).toMatchObject({ code: 1005 });
  expect((await read(student, gone.id)).pages).toHaveLength(2);

  await student.delete(`${records}${gone.id}/`);
  await eraser.query(`update eraser_records set deleted_at = now() - interval '31 days' where id = $1`, [
    gone.id,
  ]);
  expect(await undo(student)).toMatchObject({ code: 1005 });
  await eraser.database.transaction((tx) => scheduleTidying(tx, new Date()));
  await eraser.work();
  for (const { bundle } of bundles) expect(await isThere(bundle, 'image.png')).toBe(false);
  expect(await isThere(loneBundle, 'file')).toBe(false);
  expect(await isThere(sharedBundle, 'file')).toBe(true);
  expect((await student.get(`${records}${gone.id}/`)).status).toBe(404);
  expect((await read(student, stays.id)).pages).toHaveLength(2);
}, 300_000);

test('a restored page returns to its position', async () => {
  const student = await eraser.student();
  const { id, pages } = await paper(student, [
    await student.file(1),
    await student.file(2),
    await student.file(3),
  ]);
  await student.delete(`${images}${pages[0]}/`);
  expect(await order(student, id)).toEqual([pages[1], pages[2]]);
  expect((await read(student, id)).deleted_pages).toMatchObject([{ id: pages[0], status: 'cancelled' }]);
  expect(await student.put(`${images}${pages[0]}/`, { name: 'x' })).toMatchObject({ code: 1005 });
  expect(await student.post('/api_ai/eraser/restore', { images: [pages[0], 1] })).toMatchObject({
    code: 1005,
  });
  expect(await student.post('/api_ai/eraser/restore', { images: [pages[0]] })).toMatchObject({ code: 0 });
  expect(await order(student, id)).toEqual(pages);
});

test('the saved practice time never decreases and is final once the practice is finished', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const { id } = await paper(student, [await student.file(1)]);
  const { data } = await student.post(`${records}${id}/practise`);
  const note = (body: object) => student.put(`/api_ai/eraser/practice/${data.id}`, body);
  expect((await note({ seconds: 90 })).data.seconds).toBe(90);
  expect((await note({ seconds: 60 })).data.seconds).toBe(90);
  expect((await note({ seconds: 100, is_finished: true })).data.finished_at).toEqual(expect.any(String));
  expect((await note({ seconds: 500 })).data.seconds).toBe(100);
  expect(await stranger.put(`/api_ai/eraser/practice/${data.id}`, { seconds: 1 })).toMatchObject({
    code: 1005,
  });
  expect((await read(student, id)).practices).toMatchObject([{ seconds: 100 }]);
});
