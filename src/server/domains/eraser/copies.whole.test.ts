import sharp from 'sharp';
import { expect, test } from 'vitest';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { serve } from '#tests/serve.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=300', QUOTA_DAILY_MAX: 'paper=1000' } }),
);
const records = '/api_ai/eraser/erase_trace_record/';
const shared = '/api_ai/eraser/shared_record';
const images = '/api_ai/eraser/image_record/';

async function sharedPaper(owner: Student, seeds: number[]) {
  const files = [];
  for (const seed of seeds) files.push(await owner.file(seed));
  const { data } = await owner.task(files, { tags: { title: '共享' } });
  await eraser.work();
  await owner.post(`${records}${data.record_id}/publish`, { has_right: true });
  return data.record_id as number;
}

async function copyOf(reader: Student, id: number) {
  const { data } = await reader.post(`${shared}/${id}/copy`);
  await eraser.work();
  return (await reader.get(`${records}${data.id}/`)).data;
}

async function picture(student: Student, page: number, query: string) {
  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await eraser.app.inject({ url: `${images}${page}/picture?${query}`, headers: { cookie } });
  expect(answer.statusCode).toBe(200);
  return sharp(answer.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

test('a copied paper has its own task to open in the editor, and its pages can be rerun and brushed', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const copy = await copyOf(reader, await sharedPaper(owner, [1, 2]));
  const [page] = copy.pages;
  expect(page.task_id).toBe(copy.task_id);
  const task = (await reader.get(`/api_ai/eraser/erase_trace_task?task_id=${copy.task_id}`)).data.list[0];
  expect(task).toMatchObject({ status: 'done', record_id: copy.id, pages: 2, pages_done: 2 });
  // The list of recent tasks leaves out tasks of copied papers.
  expect((await reader.get('/api_ai/eraser/erase_trace_task')).data.list).toEqual([]);

  const taken = await picture(reader, page.id, 'view=erased&size=full&version=1');
  const options = { student_ink: true, teacher_marks: true, whiten: true, crop: false };
  const run = await reader.post(`${images}${page.id}/run`, { options, rotation: 90, corners: null });
  expect(run).toMatchObject({ code: 0, data: { status: 'waiting' } });
  await eraser.work();
  const again = (await reader.get(`${records}${copy.id}/`)).data.pages[0];
  expect(again).toMatchObject({ status: 'done', version: 2, width: page.height, height: page.width });
  expect((await reader.balance()).remaining_count).toBe(300);
  // The rerun started from the copied picture, which stays stored as the original and as version 1.
  for (const query of ['view=original&size=full', 'view=erased&size=full&version=1'])
    expect((await picture(reader, page.id, query)).data.equals(taken.data)).toBe(true);

  const mask = await sharp({
    create: { width: again.width, height: again.height, channels: 4, background: '#00ff00' },
  })
    .png()
    .toBuffer();
  await reader.send(`${images}${page.id}/brush`, 'mask', mask, { from: '2' });
  const straight = await picture(reader, page.id, 'view=straight&size=full&version=2');
  expect((await picture(reader, page.id, 'view=erased&size=full&version=3')).data.equals(straight.data)).toBe(
    true,
  );
}, 90_000);

test('retrying a copied page that failed copies it again', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const copy = await copyOf(reader, await sharedPaper(owner, [3]));
  const [page] = copy.pages;
  await eraser.query('delete from eraser_versions where page_id = $1', [page.id]);
  await eraser.query(
    `update eraser_pages set status = 'failed', failure = 'internal', version = 0, versions = 0 where id = $1`,
    [page.id],
  );
  await reader.post(`/api_ai/eraser/erase_trace_task/${copy.task_id}/retry`);
  await eraser.work();
  expect((await reader.get(`${images}${page.id}/versions`)).data.list).toMatchObject([{ kind: 'copy' }]);
}, 60_000);

test('a page moved to another paper joins the task of that paper, also after the first paper is deleted', async () => {
  const student = await eraser.student();
  const [one, two] = [
    (await student.task([await student.file(4), await student.file(5)])).data,
    (await student.task([await student.file(6)])).data,
  ];
  const moved = one.image_records[0].id;
  const answer = await student.put(`${images}${moved}/`, { record_id: two.record_id });
  expect(answer.data).toMatchObject({ task_id: two.id, record_id: two.record_id });
  const progress = async (task: number) =>
    (await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task}`)).data.list[0];
  expect([(await progress(one.id)).pages, (await progress(two.id)).pages]).toEqual([1, 2]);
  await student.delete(`${records}${one.record_id}/`);
  expect((await progress(two.id)).image_records.map(({ id }: { id: number }) => id)).toContain(moved);
  await student.post(`/api_ai/eraser/erase_trace_task/${two.id}/cancel`);
  expect((await student.balance()).remaining_count).toBe(300);
});

test('a copied page cannot be shared by the user who copied it, whichever paper it is moved to', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const copy = await copyOf(reader, await sharedPaper(owner, [7]));
  const { data: own } = await reader.task([await reader.file(8)]);
  await eraser.work();
  const publish = () => reader.post(`${records}${own.record_id}/publish`, { has_right: true });
  await reader.put(`${images}${copy.pages[0].id}/`, { record_id: own.record_id });
  expect(await publish()).toMatchObject({ code: 3006 });
  await reader.delete(`${images}${copy.pages[0].id}/`);
  expect(await publish()).toMatchObject({ code: 0 });
}, 60_000);

test('only one copy of a shared paper can be restored, and the number of copies per user is limited', async () => {
  const [owner, reader] = [await eraser.student(), await eraser.student()];
  const id = await sharedPaper(owner, [9]);
  const copy = async () =>
    (await reader.post(`${shared}/${id}/copy`)) as { code: number; data: { id: number } };
  const copyAndDelete = async () => {
    const { data } = await copy();
    await reader.delete(`${records}${data.id}/`);
    return data.id;
  };
  const [first, second] = [await copyAndDelete(), await copyAndDelete()];
  const restore = (...ids: number[]) => reader.post('/api_ai/eraser/restore', { records: ids });
  expect(await restore(first, second)).toMatchObject({ code: 1005 });
  expect(await restore(first)).toMatchObject({ code: 0 });
  expect(await restore(second)).toMatchObject({ code: 1005 });
  await reader.delete(`${records}${first}/`);
  for (let made = 2; made < eraserLimits.copiesOfShared; made++) await copyAndDelete();
  expect(await copy()).toMatchObject({ code: 2008, data: { limit: eraserLimits.copiesOfShared } });
}, 60_000);
