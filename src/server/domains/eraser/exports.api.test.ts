import { PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { eraserLimits, exportFileUrl } from '#shared/eraser/limits.ts';
import { donePaper } from '#tests/eraser/done-paper.ts';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { printedText } from '#tests/eraser/tools-in-memory.ts';
import { serve } from '#tests/serve.ts';
import { unzip } from '#tests/unzip.ts';
import { fileKey } from './page-files.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=300', QUOTA_DAILY_MAX: 'paper=1000' } }),
);

async function pages(student: Student, seeds: number[]) {
  const files = [];
  for (const seed of seeds) files.push(await student.file(seed));
  const { data } = await student.task(files, { tags: { title: '期中/試' } });
  await eraser.work();
  return data.image_records.map(({ id }: { id: number }) => id) as number[];
}
async function fetchFile(student: Student, id: number) {
  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return eraser.app.inject({ url: exportFileUrl(id), headers: { cookie } });
}
const requestExport = (student: Student, body: object) => student.post('/api_ai/eraser/export', body);
const read = async (student: Student, id: number) => (await student.get(`/api_ai/eraser/export/${id}`)).data;

test('pages are exported as an A4 PDF or a zip in the requested order, for their owner only', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const [one, two, three] = await pages(student, [1, 2, 3]);
  const pdf = (
    await requestExport(student, {
      format: 'pdf',
      pages: [three, one, two],
      per_sheet: 2,
      page_numbers: true,
    })
  ).data;
  expect(pdf).toMatchObject({ status: 'waiting', pages: 3, file_name: '期中 試.pdf', byte_size: null });
  const zip = (
    await requestExport(student, { format: 'zip', view: 'original', pages: [two, one], title: '原稿' })
  ).data;
  expect((await fetchFile(student, pdf.id)).statusCode).toBe(404);
  await eraser.work();

  expect(await read(student, pdf.id)).toMatchObject({ status: 'done', pages_done: 3 });
  const file = await fetchFile(student, pdf.id);
  expect(file.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('期中 試.pdf')}`,
  });
  const document = await PDFDocument.load(file.rawPayload);
  expect(document.getPageCount()).toBe(2);
  const { width, height } = document.getPage(0).getSize();
  expect([width, height].sort((a, b) => a - b).map(Math.round)).toEqual([595, 842]);
  const archive = unzip((await fetchFile(student, zip.id)).rawPayload);
  expect(Object.keys(archive)).toEqual(['001.jpg', '002.jpg']);

  expect((await fetchFile(stranger, pdf.id)).statusCode).toBe(404);
  expect((await stranger.get(`/api_ai/eraser/export/${pdf.id}`)).status).toBe(404);
  expect(await requestExport(stranger, { format: 'pdf', pages: [one] })).toMatchObject({ code: 1005 });
  await eraser.query(`update eraser_exports set expires_at = now() where id = $1`, [pdf.id]);
  expect((await fetchFile(student, pdf.id)).statusCode).toBe(404);
}, 90_000);

test('the paper of clean pages is exported white unless the caller wants it as it is; uploads never change', async () => {
  const student = await eraser.student();
  const [page] = await pages(student, [8]);
  const corner = async (options: object) => {
    const { id } = (await requestExport(student, { format: 'zip', pages: [page], ...options })).data;
    await eraser.work();
    const [picture] = Object.values(unzip((await fetchFile(student, id)).rawPayload));
    return [...(await sharp(picture).removeAlpha().raw().toBuffer()).subarray(0, 3)];
  };
  expect(await corner({})).toEqual([255, 255, 255]);
  const [asErased, asUploaded] = [await corner({ whiten: false }), await corner({ view: 'original' })];
  expect(Math.max(...asErased)).toBeLessThan(250);
  expect(Math.max(...asUploaded)).toBeLessThan(250);
}, 90_000);

test('a page that is not done cannot be exported, and concurrent exports are limited', async () => {
  const student = await eraser.student();
  const [done] = await pages(student, [4]);
  const { data } = await student.task([await student.file(5)]);
  expect(await requestExport(student, { format: 'pdf', pages: [data.image_records[0].id] })).toMatchObject({
    code: 1005,
  });
  const answers = [];
  for (let at = 0; at < 4; at++)
    answers.push((await requestExport(student, { format: 'zip', pages: [done] })).code);
  expect(answers).toEqual([0, 0, 0, 2008]);
}, 90_000);

test('the text of a page is searchable in its PDF only when a text layer was requested', {
  tags: ['whole'],
}, async () => {
  const student = await eraser.student();
  const [page] = await pages(student, [6]);
  const variants = [{ text_layer: true }, {}];
  const made = [];
  for (const options of variants)
    made.push((await requestExport(student, { format: 'pdf', pages: [page], ...options })).data.id);
  await eraser.work();
  const texts = [];
  for (const id of made) {
    const { text } = await extractText(new Uint8Array((await fetchFile(student, id)).rawPayload), {
      mergePages: true,
    });
    texts.push(text);
  }
  expect(texts.map((text) => text.trim())).toEqual([printedText, '']);
});

test('the oldest exports are deleted when exports exceed the storage limit', async () => {
  const student = await eraser.student();
  const { page } = await donePaper(eraser, student);
  const form = { format: 'zip', pages: [page] };
  const made: number[] = [];
  for (let at = 0; at < 2; at++) made.push((await requestExport(student, form)).data.id);
  const bundleOf = (id: number) => `eraser/made-${id}`;
  for (const id of made) {
    await eraser.files.put(fileKey(bundleOf(id), 'file'), Buffer.from('zip'));
    await eraser.query(
      `update eraser_exports set status = 'done', bundle = $2, byte_size = $3 where id = $1`,
      [id, bundleOf(id), Math.ceil(0.6 * eraserLimits.exportBytes)],
    );
  }
  expect(await requestExport(student, form)).toMatchObject({ code: 0 });
  expect((await fetchFile(student, made[0] as number)).statusCode).toBe(404);
  expect((await fetchFile(student, made[1] as number)).statusCode).toBe(200);
  await eraser.work();
  expect(await eraser.files.size(fileKey(bundleOf(made[0] as number), 'file'))).toBeUndefined();
  expect(await eraser.files.size(fileKey(bundleOf(made[1] as number), 'file'))).toBe(3);
}, 60_000);
