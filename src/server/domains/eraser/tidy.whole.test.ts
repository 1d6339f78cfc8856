import { expect, test } from 'vitest';
import { pdf } from '#tests/documents.ts';
import { donePaper } from '#tests/eraser/done-paper.ts';
import { eraserOf } from '#tests/eraser/student.ts';
import { serve } from '#tests/serve.ts';
import { fileKey } from './page-files.ts';
import { scheduleTidying } from './tidy-job.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=300', QUOTA_DAILY_MAX: 'paper=1000' } }),
);
const images = '/api_ai/eraser/image_record/';

async function tidy() {
  await eraser.database.transaction((tx) => scheduleTidying(tx, new Date()));
  await eraser.work();
}
const isThere = async (bundle: string, name: string) =>
  (await eraser.files.size(fileKey(bundle, name))) !== undefined;

test('a page deleted thirty days ago is removed with its versions and its drawn original', async () => {
  const student = await eraser.student();
  const file = await student.send('/api_ai/eraser/cache_file', 'file', await pdf(undefined, 2));
  const { data } = await student.task([file.data.id]);
  await eraser.work();
  const [gone, stays] = data.image_records.map(({ id }: { id: number }) => id);
  const bundlesOf = async (page: number) =>
    (
      await eraser.query(
        `select eraser_versions.bundle, original_bundle from eraser_versions
         join eraser_pages on eraser_pages.id = page_id where page_id = $1`,
        [page],
      )
    )[0] as { bundle: string; original_bundle: string };
  const [old, kept] = [await bundlesOf(gone), await bundlesOf(stays)];
  await student.delete(`${images}${gone}/`);
  const deletedSince = (days: number) =>
    eraser.query(`update eraser_pages set deleted_at = now() - make_interval(days => $2) where id = $1`, [
      gone,
      days,
    ]);
  await deletedSince(29);
  await tidy();
  expect(await isThere(old.bundle, 'image.png')).toBe(true);
  await deletedSince(31);
  await tidy();
  expect(await isThere(old.bundle, 'image.png')).toBe(false);
  expect(await isThere(old.original_bundle, 'file')).toBe(false);
  // The PDF is still used by the other page.
  expect(await isThere(kept.bundle, 'image.png')).toBe(true);
  expect(await isThere(kept.original_bundle, 'file')).toBe(true);
  expect(await student.post('/api_ai/eraser/restore', { images: [gone] })).toMatchObject({ code: 1005 });
  expect(await eraser.query('select from eraser_files where id = $1', [file.data.id])).toHaveLength(1);
}, 60_000);

test('files without pages, expired uploads and expired exports are deleted', async () => {
  const student = await eraser.student();
  const [used, unused, fresh] = [await student.file(1), await student.file(2), await student.file(3)];
  const { data } = await student.task([used]);
  await eraser.work();
  const [row] = await eraser.query('select bundle from eraser_files where id = $1', [unused]);
  await eraser.query(`update eraser_files set cached_at = now() - interval '8 days' where id = any($1)`, [
    [used, unused],
  ]);
  const upload = { sha256: 'cd'.repeat(32), byte_size: 9, name: '' };
  const { upload_id } = (await student.post('/api_ai/eraser/upload', upload)).data;
  await eraser.files.put(`eraser/upload-${upload_id}/0`, Buffer.from('123456789'));
  await eraser.query(`update eraser_uploads set expires_at = now() where id = $1`, [upload_id]);
  const form = { format: 'zip', pages: [data.image_records[0].id] };
  const exported = (await student.post('/api_ai/eraser/export', form)).data.id;
  await eraser.work();
  const [made] = await eraser.query('select bundle from eraser_exports where id = $1', [exported]);
  expect(await isThere(made?.bundle, 'file')).toBe(true);
  await eraser.query('update eraser_exports set expires_at = now() where id = $1', [exported]);
  await tidy();
  const left = await eraser.query('select id::int from eraser_files where user_id = $1 order by id', [
    student.id,
  ]);
  expect(left).toEqual([{ id: used }, { id: fresh }]);
  expect(await isThere(row?.bundle, 'file')).toBe(false);
  expect(await eraser.files.size(`eraser/upload-${upload_id}/0`)).toBeUndefined();
  expect(await isThere(made?.bundle, 'file')).toBe(false);
}, 60_000);

test('a page whose job was given up by the queue is queued again', async () => {
  const student = await eraser.student();
  const { data } = await student.task([await student.file(4)]);
  const [page] = data.image_records;
  await eraser.query(`select graphile_worker.remove_job($1)`, [`erase page ${page.id}`]);
  await tidy();
  // Not queued again before it has waited long enough for any job to begin.
  expect(await eraser.query('select status from eraser_pages where id = $1', [page.id])).toEqual([
    { status: 'waiting' },
  ]);
  await eraser.query(`update eraser_pages set updated_at = now() - interval '11 minutes' where id = $1`, [
    page.id,
  ]);
  await tidy();
  // The job queued by tidying runs in the next round.
  await eraser.work();
  expect(await eraser.query('select status from eraser_pages where id = $1', [page.id])).toEqual([
    { status: 'done' },
  ]);
}, 60_000);

test('an export whose job was given up by the queue fails, and one still waiting does not', async () => {
  const student = await eraser.student();
  const { page } = await donePaper(eraser, student);
  const requestExport = async () =>
    (await student.post('/api_ai/eraser/export', { format: 'zip', pages: [page] })).data.id;
  const [lost, waits] = [await requestExport(), await requestExport()];
  await eraser.query(
    `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1),
      run_at => now() + interval '1 day')`,
    [`export ${waits}`],
  );
  await eraser.query(
    'select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs where key = $1))',
    [`export ${lost}`],
  );
  await tidy();
  expect(
    await eraser.query('select id::int, status from eraser_exports where user_id = $1 order by id', [
      student.id,
    ]),
  ).toEqual([
    { id: lost, status: 'failed' },
    { id: waits, status: 'waiting' },
  ]);
}, 60_000);

test('uploading a file again renews its expiry', async () => {
  const student = await eraser.student();
  const file = await student.file(6);
  await eraser.query(`update eraser_files set cached_at = now() - interval '8 days' where id = $1`, [file]);
  expect(await student.file(6)).toBe(file);
  await tidy();
  expect(await student.task([file])).toMatchObject({ code: 0 });
});
