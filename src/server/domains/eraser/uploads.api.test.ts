import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { PDFDocument } from 'pdf-lib';
import { expect, test, vi } from 'vitest';
import { AppError } from '#server/ground/http/errors.ts';
import { eraserLimits, fileThumbUrl } from '#shared/eraser/limits.ts';
import { hasSecret, pdf, photoWithPlace } from '#tests/documents.ts';
import { drawPaper, drawSpread } from '#tests/eraser/papers.ts';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { multipartBody } from '#tests/multipart.ts';
import { serve } from '#tests/serve.ts';

const eraser = eraserOf(await serve());
const { chunkBytes } = eraserLimits;

/** A picture longer than two chunks: decoders ignore the bytes after its end. */
async function longFile() {
  return Buffer.concat([await drawPaper({ width: 240, height: 340 }), randomBytes(2 * chunkBytes)]);
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const begin = (student: Student, bytes: Uint8Array, sha256 = hashOf(bytes)) =>
  student.post('/api_ai/eraser/upload', { sha256, byte_size: bytes.length, name: '長檔.jpg' });
const chunk = (student: Student, id: string, bytes: Buffer, offset: number) =>
  student.send(`/api_ai/eraser/upload/${id}/chunk`, 'chunk', bytes.subarray(offset, offset + chunkBytes), {
    offset: String(offset),
  });

test('an interrupted upload resumes where it stopped, and the last chunk completes the file', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const bytes = await longFile();
  const { upload_id, received } = (await begin(student, bytes)).data;
  expect(received).toBe(0);
  expect((await chunk(student, upload_id, bytes, 0)).data).toMatchObject({
    received: chunkBytes,
    file: null,
  });
  // A repeated or out-of-order chunk changes nothing; the answer says where to continue.
  expect((await chunk(student, upload_id, bytes, 0)).data.received).toBe(chunkBytes);
  expect((await chunk(student, upload_id, bytes, 2 * chunkBytes)).data.received).toBe(chunkBytes);
  expect((await begin(student, bytes)).data).toMatchObject({ upload_id, received: chunkBytes });
  expect(await chunk(stranger, upload_id, bytes, chunkBytes)).toMatchObject({ code: 1005 });
  const half = bytes.subarray(0, chunkBytes + 10);
  expect(await chunk(student, upload_id, half, chunkBytes)).toMatchObject({ code: 1001 });
  await chunk(student, upload_id, bytes, chunkBytes);
  const done = (await chunk(student, upload_id, bytes, 2 * chunkBytes)).data.file;
  expect(done).toMatchObject({ sha256: hashOf(bytes), name: '長檔.jpg', media_type: 'image/jpeg', pages: 1 });
  expect((await begin(student, bytes)).data.file).toMatchObject({ id: done.id, is_known: true });
  expect((await begin(stranger, bytes)).data.file).toBeNull();
  expect(await eraser.query('select from eraser_uploads where user_id = $1', [student.id])).toEqual([]);
  await eraser.work();
  expect(await eraser.files.size(`eraser/upload-${upload_id}/0`)).toBeUndefined();
}, 60_000);

test('an upload whose content does not match its checksum is refused and starts over', async () => {
  const student = await eraser.student();
  const bytes = await drawPaper();
  const sha256 = 'ab'.repeat(32);
  const { upload_id } = (await begin(student, bytes, sha256)).data;
  expect((await chunk(student, upload_id, bytes, 0)).data.fields).toHaveProperty('sha256');
  const again = (await begin(student, bytes, sha256)).data;
  expect(again.received).toBe(0);
  expect(again.upload_id).not.toBe(upload_id);
});

test('open uploads per user are limited, and a file over the size limit is refused', async () => {
  const student = await eraser.student();
  const answers = [];
  for (let at = 0; at <= eraserLimits.openUploads; at++)
    answers.push((await begin(student, Buffer.alloc(9), hashOf(Buffer.from([at])))).code);
  expect(answers.filter((code) => code === 0)).toHaveLength(eraserLimits.openUploads);
  expect(answers.at(-1)).toBe(2008);
  const body = { sha256: 'cd'.repeat(32), byte_size: eraserLimits.fileBytes + 1 };
  expect(await student.post('/api_ai/eraser/upload', body)).toMatchObject({ code: 1001 });
});

test('an upload is completed by a later request when the process died after the last chunk', async () => {
  const student = await eraser.student();
  const bytes = await drawPaper({ width: 240, height: 340, seed: 9 });
  const { upload_id } = (await begin(student, bytes)).data;
  await eraser.files.put(`eraser/upload-${upload_id}/0`, bytes);
  await eraser.query('insert into eraser_upload_chunks (upload_id, start, byte_size) values ($1, 0, $2)', [
    upload_id,
    bytes.length,
  ]);
  const state = (await begin(student, bytes)).data;
  expect(state).toMatchObject({ upload_id, received: bytes.length, file: null });
  const done = await chunk(student, upload_id, bytes, bytes.length);
  expect(done.data.file).toMatchObject({ sha256: hashOf(bytes), pages: 1 });
});

test('a request cut off in the middle of a chunk stores nothing', async () => {
  const student = await eraser.student();
  const bytes = await longFile();
  const { upload_id } = (await begin(student, bytes)).data;
  await chunk(student, upload_id, bytes, 0);
  const { headers, payload } = multipartBody(
    { offset: String(chunkBytes) },
    { field: 'chunk', name: 'p.jpg', type: 'image/jpeg', bytes: bytes.subarray(chunkBytes, 2 * chunkBytes) },
  );
  const cut = payload.subarray(0, Math.floor(payload.length / 2));
  const answer = await student.post(`/api_ai/eraser/upload/${upload_id}/chunk`, cut, { headers });
  expect(answer.code).not.toBe(0);
  expect((await begin(student, bytes)).data.received).toBe(chunkBytes);
});

test('the location of a photo inside a PDF is removed before the PDF is stored', async () => {
  const student = await eraser.student();
  const document = await PDFDocument.create();
  document.addPage([200, 200]).drawImage(await document.embedJpg(await photoWithPlace()));
  const bytes = Buffer.from(await document.save());
  expect(hasSecret(bytes)).toBe(true);
  const { data } = await student.send('/api_ai/eraser/cache_file', 'file', bytes);
  expect(data).toMatchObject({ media_type: 'application/pdf', sha256: hashOf(bytes) });
  const [row] = await eraser.query('select bundle from eraser_files where id = $1', [data.id]);
  const kept = await eraser.files.get(`${row?.bundle}/file`);
  if (!kept) throw new Error('the file is not there');
  expect(hasSecret(await buffer(kept))).toBe(false);
});

test('a server error while completing an upload keeps its chunks, and sending the last chunk again completes it', async () => {
  const student = await eraser.student();
  const bytes = await drawPaper({ width: 240, height: 340, seed: 21 });
  const { upload_id } = (await begin(student, bytes)).data;
  vi.spyOn(eraser.tools.intake, 'probe').mockRejectedValueOnce(new AppError('notReady'));
  expect(await chunk(student, upload_id, bytes, 0)).toMatchObject({ code: 1010 });
  expect((await begin(student, bytes)).data).toMatchObject({ upload_id, received: bytes.length, file: null });
  const done = await chunk(student, upload_id, bytes, 0);
  expect(done.data.file).toMatchObject({ sha256: hashOf(bytes), pages: 1 });
  expect(await eraser.query('select from eraser_uploads where user_id = $1', [student.id])).toEqual([]);
});

test('a photo of two pages says where its fold is, and its parts are two pages, each charged once', async () => {
  const student = await eraser.student();
  const { remaining_count: left } = await student.balance();
  const bytes = await drawSpread({ width: 600, height: 400 });
  const file = (await student.send('/api_ai/eraser/cache_file', 'file', bytes)).data;
  expect(file.spread).toBeCloseTo(0.5, 1);
  const parts = [
    { id: file.id, part: [0, 0.4] },
    { id: file.id, part: [0.4, 1] },
  ];
  const { data: task } = await student.post('/api_ai/eraser/erase_trace_task', { files: parts });
  await eraser.work();
  const { data } = await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`);
  expect(data.list[0].image_records).toMatchObject([
    {
      status: 'done',
      width: 240,
      height: 400,
      used_corners: [
        [0, 0],
        [0.4, 0],
        [0.4, 1],
        [0, 1],
      ],
    },
    {
      status: 'done',
      width: 360,
      height: 400,
      used_corners: [
        [0.4, 0],
        [1, 0],
        [1, 1],
        [0.4, 1],
      ],
    },
  ]);
  expect((await student.balance()).remaining_count).toBe(left - 2);
  // Corners set by hand may lie anywhere in the photo.
  const [page] = data.list[0].image_records;
  const corners = [
    [0.5, 0],
    [1, 0],
    [1, 1],
    [0.5, 1],
  ];
  await student.post(`/api_ai/eraser/image_record/${page.id}/run`, { options: {}, corners });
  await eraser.work();
  const again = await student.get(`/api_ai/eraser/erase_trace_task?task_id=${task.id}`);
  expect(again.data.list[0].image_records[0]).toMatchObject({ width: 600 });
  const narrow = { files: [{ id: file.id, part: [0.5, 0.55] }] };
  expect(await student.post('/api_ai/eraser/erase_trace_task', narrow)).toMatchObject({ code: 1001 });
}, 60_000);

test('the owner of a file sees a thumbnail of its first page before anything is erased, a PDF too', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const thumb = (who: Student, id: number) => {
    const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return eraser.app.inject({ url: fileThumbUrl(id), headers: { cookie } });
  };
  const photo = await student.file(1);
  const document = (await student.send('/api_ai/eraser/cache_file', 'file', await pdf())).data.id as number;
  for (const id of [photo, document, document]) {
    const answer = await thumb(student, id);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await thumb(stranger, id)).statusCode).toBe(404);
  }
  expect((await eraser.app.inject({ url: fileThumbUrl(photo) })).statusCode).not.toBe(200);
}, 60_000);
