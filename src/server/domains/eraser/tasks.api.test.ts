import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { createQuota } from '#server/domains/quota/quota.ts';
import { eventsUrl } from '#shared/live-events.ts';
import { madeRun } from '#tests/eraser/done-paper.ts';
import { drawPaper } from '#tests/eraser/papers.ts';
import { eraserOf } from '#tests/eraser/student.ts';
import { serve } from '#tests/serve.ts';
import { fileKey } from './page-files.ts';
import { beginAttempt, finishAttempt, isCurrentAttempt } from './runs.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=30', QUOTA_DAILY_MAX: 'paper=1000' } }),
);

test('uploading needs an AI log-in; a file is stored once per owner and not available to other users', async () => {
  const [first, second] = [await eraser.student(), await eraser.student()];
  const id = await first.file(1);
  expect(await first.file(1)).toBe(id);
  expect(await second.file(1)).not.toBe(id);
  expect(await eraser.query('select count(*)::int as files from eraser_files')).toEqual([{ files: 2 }]);
  expect(await second.task([id])).toMatchObject({ status: 404, code: 1005 });
  first.tokens.ai = undefined;
  expect(await first.send('/api_ai/eraser/cache_file', 'file', await drawPaper())).toMatchObject({
    code: 3002,
  });
  expect(await first.task([id])).toMatchObject({ code: 3002 });
});

test('a file that is not a picture and a checksum that does not match are refused with a message', async () => {
  const student = await eraser.student();
  const broken = await student.send('/api_ai/eraser/cache_file', 'file', Buffer.from('no picture'));
  expect(broken).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields: { file: expect.stringContaining('HEIC') } },
  });
  const sha256 = 'a'.repeat(64);
  const other = await student.send('/api_ai/eraser/cache_file', 'file', await drawPaper(), { sha256 });
  expect(other.data.fields).toHaveProperty('sha256');
});

test('a task creates a paper with pages, charges for done pages, and shows pictures to its owner only', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const files = [await student.file(1), await student.file(2)];
  const { data: task } = await student.task(files, { tags: { title: '期中試', year: 2024 } });
  expect(task).toMatchObject({ status: 'running', pages: 2, pages_done: 0, seconds_left: null });
  expect(await student.balance()).toMatchObject({ remaining_count: 28 });
  await eraser.work();

  const progress = (await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`)).data.list[0];
  expect(progress).toMatchObject({
    status: 'done',
    pages_done: 2,
    pages_failed: 0,
    seconds_left: 0,
    title: '期中試',
  });
  expect(await student.balance()).toMatchObject({ remaining_count: 28, total_count: 30 });
  const [page] = progress.image_records;
  expect(page).toMatchObject({ status: 'done', version: 1, width: 240, height: 340, name: 'paper 1' });
  const detail = (await student.get(`/api_ai/eraser/erase_trace_record/${task.record_id}/`)).data;
  expect(detail).toMatchObject({ title: '期中試', year: 2024, page_count: 2, pages_done: 2, cover: page.id });

  const url = `/api_ai/eraser/image_record/${page.id}/picture?view=erased&size=full&version=1`;
  const picture = await student.get(url);
  expect(picture.headers).toMatchObject({
    'content-type': 'image/png',
    'accept-ranges': 'bytes',
    'cache-control': expect.stringMatching(/^private/),
  });
  const etag = String(picture.headers.etag);
  expect((await student.get(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  const part = await student.get(url, { headers: { range: 'bytes=0-7' } });
  expect(part.status).toBe(206);
  expect(part.headers).toMatchObject({
    'content-length': '8',
    'content-range': expect.stringMatching(/^bytes 0-7\//),
  });
  expect((await student.get(url, { headers: { range: 'bytes=99999999-' } })).status).toBe(416);
  for (const view of ['original', 'straight', 'mask'])
    for (const size of ['thumb', 'screen', 'full'])
      expect(
        (await student.get(`/api_ai/eraser/image_record/${page.id}/picture?view=${view}&size=${size}`))
          .status,
      ).toBe(200);

  expect((await stranger.get(url)).status).toBe(404);
  expect((await stranger.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`)).status).toBe(404);
  expect((await stranger.get(`/api_ai/eraser/erase_trace_record/${task.record_id}/`)).status).toBe(404);
  expect((await stranger.post(`/api_ai/eraser/erase_trace_task/${task.id}/cancel`)).status).toBe(404);
  stranger.cookies.clear();
  stranger.tokens.ai = undefined;
  expect((await stranger.get(url)).status).toBe(401);
}, 60_000);

test('a failed page does not affect the others, is not charged and can be retried', async () => {
  const student = await eraser.student();
  const [good, bad] = [await student.file(3), await student.file(4)];
  const [row] = await eraser.query('select bundle from eraser_files where id = $1', [bad]);
  const key = fileKey(row?.bundle, 'file');
  await eraser.files.delete(key);
  const { data: task } = await student.task([good, bad]);
  await eraser.work();
  const progress = (await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`)).data.list[0];
  expect(progress).toMatchObject({ status: 'done', pages_done: 1, pages_failed: 1 });
  expect(progress.image_records[1]).toMatchObject({
    failure: 'lost_file',
    message: expect.stringContaining('原檔'),
  });
  expect(await student.balance()).toMatchObject({ remaining_count: 29 });

  await eraser.files.put(key, await drawPaper({ width: 240, height: 340, seed: 4 }));
  expect((await student.post(`/api_ai/eraser/erase_trace_task/${task.id}/retry`)).data.status).toBe(
    'running',
  );
  expect(await student.balance()).toMatchObject({ remaining_count: 28 });
  await eraser.work();
  expect(
    (await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`)).data.list[0],
  ).toMatchObject({
    pages_done: 2,
    pages_failed: 0,
  });
  expect(await student.balance()).toMatchObject({ remaining_count: 28 });
}, 60_000);

test('a charged page is rerun without another charge, up to the limit of runs', async () => {
  const student = await eraser.student();
  const { data: task } = await student.task([await student.file(5)]);
  await eraser.work();
  const [page] = task.image_records;
  const options = { student_ink: false, teacher_marks: true, whiten: false, crop: false };
  const run = (body: object) => student.post(`/api_ai/eraser/image_record/${page.id}/run`, body);
  expect((await run({ options, rotation: 90 })).data).toMatchObject({ status: 'waiting', version: 1 });
  await eraser.work();
  const again = (await student.get(`/api_ai/eraser/erase_trace_record/${task.record_id}/`)).data.pages[0];
  expect(again).toMatchObject({ status: 'done', version: 2, versions: 2, options, runs_left: 18 });
  expect(await student.balance()).toMatchObject({ remaining_count: 29 });
  await eraser.query('update eraser_pages set run = 20 where id = $1', [page.id]);
  expect(await run({ options })).toMatchObject({ code: 2008 });
}, 60_000);

test('cancelled pages are not charged and their jobs do nothing', async () => {
  const student = await eraser.student();
  const { data: task } = await student.task([await student.file(6), await student.file(7)]);
  const cancelled = await student.post(`/api_ai/eraser/erase_trace_task/${task.id}/cancel`);
  expect(cancelled.data).toMatchObject({ status: 'cancelled', pages_cancelled: 2, pages_done: 0 });
  expect(await student.balance()).toMatchObject({ remaining_count: 30 });
  await eraser.work();
  expect(
    (await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`)).data.list[0],
  ).toMatchObject({
    status: 'cancelled',
    pages_done: 0,
  });
});

test('fifty concurrent tasks use exactly the available quota', { tags: ['whole'] }, async () => {
  const student = await eraser.student();
  const file = await student.file(8);
  const answers = await Promise.all(Array.from({ length: 50 }, () => student.task([file])));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(30);
  expect(answers.filter(({ code }) => code === 2009)).toHaveLength(20);
  expect(await student.balance()).toMatchObject({ remaining_count: 0 });
  // Refused tasks left no rows.
  const [rows] = await eraser.query(
    `select count(*)::int as pages from eraser_pages join eraser_records on eraser_records.id = record_id where user_id = $1`,
    [student.id],
  );
  expect(rows).toEqual({ pages: 30 });
  for (const { code, data } of answers)
    if (code === 0) await student.post(`/api_ai/eraser/erase_trace_task/${data.id}/cancel`);
  expect(await student.balance()).toMatchObject({ remaining_count: 30 });
});

test('two concurrent requests with one idempotency key create one task', async () => {
  const student = await eraser.student();
  const file = await student.file(9);
  const idempotency_key = randomUUID();
  const [one, two] = await Promise.all([
    student.task([file], { idempotency_key }),
    student.task([file], { idempotency_key }),
  ]);
  expect(one.data.id).toBe(two.data.id);
  expect(await student.balance()).toMatchObject({ remaining_count: 29 });
  await student.post(`/api_ai/eraser/erase_trace_task/${one.data.id}/cancel`);
});

test('a worker whose attempt was superseded writes nothing, and the page is charged once', async () => {
  const student = await eraser.student();
  const { data: task } = await student.task([await student.file(10)]);
  const { transaction } = eraser.database;
  const quota = createQuota(eraser.config.quota);
  const payload = { page: task.image_records[0].id, run: 1 };
  const begin = () => transaction((tx) => beginAttempt(tx, payload, randomUUID()));
  const [late, current] = [await begin(), await begin()];
  if (!late || !current) throw new Error('an attempt did not begin');
  const finish = (attempt: typeof late) => transaction((tx) => finishAttempt(tx, quota, attempt, madeRun));
  expect(await finish(late)).toBe(false);
  expect(await Promise.all([finish(current), finish(current)])).toEqual(
    expect.arrayContaining([true, false]),
  );
  expect(await finish(late)).toBe(false);
  expect(await begin()).toBeUndefined();
  expect(await eraser.query('select number from eraser_versions where page_id = $1', [payload.page])).toEqual(
    [{ number: 1 }],
  );
  expect(await student.balance()).toMatchObject({ remaining_count: 29 });
});

test('a page cancelled while a worker processes it is not charged and gets no result', async () => {
  const student = await eraser.student();
  const { data: task } = await student.task([await student.file(13)]);
  const { transaction } = eraser.database;
  const page = task.image_records[0].id;
  const attempt = await transaction((tx) => beginAttempt(tx, { page, run: 1 }, randomUUID()));
  if (!attempt) throw new Error('the attempt did not begin');
  expect((await student.post(`/api_ai/eraser/image_record/${page}/cancel`)).data.status).toBe('cancelled');
  expect(await transaction((tx) => isCurrentAttempt(tx, attempt))).toBe(false);
  const quota = createQuota(eraser.config.quota);
  expect(await transaction((tx) => finishAttempt(tx, quota, attempt, madeRun))).toBe(false);
  expect(await student.balance()).toMatchObject({ remaining_count: 30 });
});

test('the event stream announces the progress of a task to its owner only', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const address = await eraser.listen();
  const streams = await Promise.all(
    [student, stranger].map(async ({ cookies }) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const stream = await fetch(`${address}${eventsUrl.ai}`, { headers: { cookie } });
      expect(stream.headers.get('content-type')).toContain('text/event-stream');
      const text: string[] = [];
      const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
      const reading = (async () => {
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
          text.push(part.value);
      })();
      return { text: () => text.join(''), end: () => Promise.all([reader?.cancel(), reading]) };
    }),
  );
  const { data: task } = await student.task([await student.file(14)]);
  await student.post(`/api_ai/eraser/erase_trace_task/${task.id}/cancel`);
  await vi.waitFor(() => expect(streams[0]?.text()).toContain(`"kind":"erase","task":${task.id}`), 5_000);
  expect(streams[1]?.text()).not.toContain('erase');
  for (const one of streams) await one.end();
  stranger.cookies.clear();
  expect((await fetch(`${address}${eventsUrl.ai}`)).status).toBe(401);
});

test('a page whose quota reservation expired fails with `quota` when the quota was used up meanwhile', async () => {
  const student = await eraser.student();
  const { data: task } = await student.task([await student.file(11)]);
  await eraser.query(`update quota_reservations set deadline = now() - interval '1 s' where user_id = $1`, [
    student.id,
  ]);
  expect(await student.balance()).toMatchObject({ remaining_count: 30 });
  await eraser.database.transaction((tx) =>
    createQuota(eraser.config.quota).reserve(tx, {
      userId: student.id,
      kind: 'paper',
      amount: 30,
      key: 'other',
    }),
  );
  await eraser.work();
  const progress = (await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`)).data.list[0];
  expect(progress.image_records[0]).toMatchObject({ status: 'failed', failure: 'quota', version: 0 });
}, 60_000);

test('a task beyond the quota is refused with the remaining count; too many or missing pages are refused', async () => {
  const student = await eraser.student();
  const file = await student.file(12);
  const many = await student.task(Array.from({ length: 100 }, () => file));
  expect(many).toMatchObject({ code: 2009, data: { remaining: 30 } });
  expect(await student.task(Array.from({ length: 101 }, () => file))).toMatchObject({ code: 1001 });
  const beyond = await student.post('/api_ai/eraser/erase_trace_task', { files: [{ id: file, pages: [2] }] });
  expect(beyond).toMatchObject({ code: 1005 });
});

test('a file name that is too long is cut between characters, never inside a surrogate pair', async () => {
  const student = await eraser.student();
  const bytes = await drawPaper({ width: 240, height: 340, seed: 30 });
  const name = `a${'😀'.repeat(60)}.jpg`;
  const { data: file } = await student.send('/api_ai/eraser/cache_file', 'file', bytes, { name });
  const { data: task } = await student.task([file.id]);
  const paper = (await student.get(`/api_ai/eraser/erase_trace_record/${task.record_id}/`)).data;
  expect(paper.title).toBe(`a${'😀'.repeat(39)}`);
  expect(paper.pages[0].name).toBe(`a${'😀'.repeat(34)}`);
});

test('who waited long for a paper is told once that it is ready, and has read it once the paper is open', async () => {
  const student = await eraser.student();
  const told = () =>
    eraser.query(
      `select params, read_at is not null as is_read from notices where user_id = $1 and kind = 'paper_ready'`,
      [student.id],
    );
  const { data: quick } = await student.task([await student.file(11)]);
  await eraser.work();
  expect(await told()).toEqual([]);
  const { data: slow } = await student.task([await student.file(12), await student.file(13)]);
  await eraser.query(`update eraser_tasks set created_at = now() - interval '1 minute' where id = $1`, [
    slow.id,
  ]);
  await eraser.work();
  const params = { task: slow.id, record: slow.record_id, done: 2, failed: 0 };
  expect(await told()).toEqual([{ params, is_read: false }]);
  await student.get(`/api_ai/eraser/erase_trace_task?task_id=${quick.id}`);
  expect(await told()).toEqual([{ params, is_read: false }]);
  await student.get(`/api_ai/eraser/erase_trace_task?task_id=${slow.id}`);
  expect(await told()).toEqual([{ params, is_read: true }]);
});
