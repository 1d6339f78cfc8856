import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { donePaper } from '#tests/eraser/done-paper.ts';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { fileKey } from './page-files.ts';
import { eraserData } from './personal-data.ts';

const eraser = eraserOf(
  await serve({ environment: { QUOTA_FREE: 'paper=300', QUOTA_DAILY_MAX: 'paper=1000' } }),
);
const images = '/api_ai/eraser/image_record/';
const [width, height] = [240, 340];

async function erasedPage(student: Student, seed: number) {
  const { data } = await student.task([await student.file(seed)]);
  await eraser.work();
  return data.image_records[0].id as number;
}

/** Every pixel of a page as the owner's browser receives it. */
async function pixels(student: Student, page: number, view: string, version: number) {
  const url = `${images}${page}/picture?view=${view}&size=full&version=${version}`;
  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await eraser.app.inject({ url, headers: { cookie } });
  expect(response.statusCode).toBe(200);
  return sharp(response.rawPayload).removeAlpha().raw().toBuffer();
}

type Box = { left: number; top: number; right: number; bottom: number; colour: string };

const strokes = (boxes: Box[], size = { width, height }) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" shape-rendering="crispEdges">
      ${boxes.map((box) => `<rect x="${box.left}" y="${box.top}" width="${box.right - box.left}" height="${box.bottom - box.top}" fill="${box.colour}"/>`).join('')}</svg>`),
  )
    .png()
    .toBuffer();
const inside = (at: number, { left, top, right, bottom }: Box) => {
  const [x, y] = [at % width, Math.floor(at / width)];
  return x >= left && x < right && y >= top && y < bottom;
};
const brush = (student: Student, page: number, from: number, mask: Uint8Array) =>
  student.send(`${images}${page}/brush`, 'mask', mask, { from: String(from) });

test('the brush erases to the paper colour, restores original pixels exactly and changes nothing else', async () => {
  const student = await eraser.student();
  const page = await erasedPage(student, 1);
  const [shown, original] = [
    await pixels(student, page, 'erased', 1),
    await pixels(student, page, 'straight', 1),
  ];
  expect(shown.equals(original)).toBe(false);
  const erase = { left: 20, top: 20, right: 200, bottom: 90, colour: '#ff0000' };
  const restore = { left: 100, top: 60, right: 240, bottom: 300, colour: '#00ff00' };
  const answer = await brush(student, page, 1, await strokes([erase, restore]));
  expect(answer.data).toMatchObject({ version: 2, versions: 2, width, height });
  const after = await pixels(student, page, 'erased', 2);
  let darkest = 255;
  for (let at = 0; at < width * height; at++) {
    for (let channel = 0; channel < 3; channel++) {
      const value = after[at * 3 + channel] as number;
      const source = inside(at, restore) ? original : shown;
      if (inside(at, erase) && !inside(at, restore)) darkest = Math.min(darkest, value);
      else if (value !== source[at * 3 + channel]) throw new Error(`pixel ${at} is ${value}`);
    }
  }
  // The print is gone: the pixels are as bright as the paper around them.
  expect(darkest).toBeGreaterThan(225);
  expect((await pixels(student, page, 'straight', 2)).equals(original)).toBe(true);

  const all = { left: 0, top: 0, right: width, bottom: height, colour: '#00ff00' };
  await brush(student, page, 2, await strokes([all]));
  expect((await pixels(student, page, 'erased', 3)).equals(original)).toBe(true);
}, 60_000);

test('every edit is a new version, and undo and redo lose nothing', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const page = await erasedPage(student, 2);
  const before = await pixels(student, page, 'erased', 1);
  await brush(
    student,
    page,
    1,
    await strokes([{ left: 0, top: 0, right: 50, bottom: 50, colour: '#ff0000' }]),
  );
  const go = (who: Student, number: number) => who.put(`${images}${page}/version`, { number });
  expect((await go(student, 1)).data).toMatchObject({ version: 1, versions: 2 });
  expect((await pixels(student, page, 'erased', 1)).equals(before)).toBe(true);
  expect((await go(student, 2)).data.version).toBe(2);
  await brush(student, page, 1, await strokes([{ left: 0, top: 0, right: 9, bottom: 9, colour: '#ff0000' }]));
  expect((await student.get(`${images}${page}/versions`)).data.list).toMatchObject([
    { number: 1, kind: 'run', from: null, is_current: false },
    { number: 2, kind: 'brush', from: 1 },
    { number: 3, kind: 'brush', from: 1, is_current: true },
  ]);
  expect(await go(student, 9)).toMatchObject({ code: 1005 });
  expect(await go(stranger, 1)).toMatchObject({ code: 1005 });
  const mask = await strokes([]);
  expect(await brush(stranger, page, 1, mask)).toMatchObject({ code: 1005 });
  expect(await stranger.get(`${images}${page}/versions`)).toMatchObject({ code: 1005 });
}, 60_000);

test('a stroke mask of another size or that is not a PNG is refused with a message', async () => {
  const student = await eraser.student();
  const page = await erasedPage(student, 3);
  const other = await strokes([], { width: width + 1, height });
  expect((await brush(student, page, 1, other)).data.fields.mask).toContain('大小');
  for (const bytes of [
    Buffer.from('none'),
    await sharp(await strokes([]))
      .jpeg()
      .toBuffer(),
    (await strokes([])).subarray(0, 60),
  ])
    expect(await brush(student, page, 1, bytes)).toMatchObject({
      code: 1001,
      data: { fields: { mask: expect.any(String) } },
    });
  expect((await student.get(`${images}${page}/versions`)).data.list).toHaveLength(1);
}, 60_000);

test('a picture computed while its owner’s account is deleted does not stay in storage', async () => {
  const student = await eraser.student();
  const { page, bundle } = await donePaper(eraser, student);
  const { workshop } = eraser.tools;
  const work = workshop.do;
  vi.spyOn(workshop, 'do').mockImplementationOnce(async (...args) => {
    const made = await work(...args);
    await eraser.database.transaction((tx) => eraserData.forget(tx, samplePerson(student.id)));
    await eraser.work();
    return made;
  });
  expect((await student.get(`${images}${page}/picture?view=straight&size=full`)).status).toBe(404);
  expect(await eraser.files.size(fileKey(bundle, 'straight.png'))).toBeUndefined();
}, 60_000);
