import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { donePaper } from '#tests/eraser/done-paper.ts';
import { drawPaper } from '#tests/eraser/papers.ts';
import { eraserOf, type Student } from '#tests/eraser/student.ts';
import { samplePerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { fileKey } from './page-files.ts';
import { eraserData } from './personal-data.ts';
import { isUnchanged } from './views.ts';

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

const switchTo = (student: Student, page: number, strength: string) =>
  student.put(`${images}${page}/strength`, { strength });

test('three strengths come from one run: a switch keeps work by hand, makes no version twice and is remembered', async () => {
  const [student, stranger] = [await eraser.student(), await eraser.student()];
  const page = await erasedPage(student, 4);
  const { remaining_count: left } = await student.balance();
  const original = await pixels(student, page, 'straight', 1);
  const touched = async (version: number) => {
    const shown = await pixels(student, page, 'erased', version);
    let count = 0;
    for (let at = 0; at < shown.length; at += 3)
      if (!shown.subarray(at, at + 3).equals(original.subarray(at, at + 3))) count += 1;
    return count;
  };
  expect((await switchTo(student, page, 'thorough')).data).toMatchObject({
    ...{ version: 2, versions: 2, strength: 'thorough', is_accepted: false },
  });
  expect((await switchTo(student, page, 'strict')).data).toMatchObject({ version: 3, strength: 'strict' });
  const [standard, thorough, strict] = [await touched(1), await touched(2), await touched(3)];
  expect(strict).toBeGreaterThan(0);
  expect(standard).toBeGreaterThan(strict);
  expect(thorough).toBeGreaterThan(standard);
  // Back again, and twice at once: the versions are there.
  expect((await switchTo(student, page, 'standard')).data).toMatchObject({ version: 1, versions: 3 });
  await Promise.all([switchTo(student, page, 'thorough'), switchTo(student, page, 'thorough')]);

  // By hand: a part is erased and a part brought back. Both stay at every strength.
  const erase = { left: 20, top: 20, right: 60, bottom: 40, colour: '#ff0000' };
  const restore = { left: 120, top: 0, right: 240, bottom: 340, colour: '#00ff00' };
  await brush(student, page, 2, await strokes([erase, restore]));
  const painted = await pixels(student, page, 'erased', 4);
  const made = (await switchTo(student, page, 'strict')).data;
  expect(made).toMatchObject({ version: 5, versions: 5, strength: 'strict', is_unchanged: false });
  const [after, strictly] = [
    await pixels(student, page, 'erased', 5),
    await pixels(student, page, 'erased', 3),
  ];
  for (let at = 0; at < width * height; at++) {
    const source = inside(at, erase) || inside(at, restore) ? painted : strictly;
    if (!after.subarray(at * 3, at * 3 + 3).equals(source.subarray(at * 3, at * 3 + 3)))
      throw new Error(`pixel ${at} is wrong`);
  }
  expect((await pixels(student, page, 'straight', 5)).equals(original)).toBe(true);
  expect((await switchTo(student, page, 'thorough')).data).toMatchObject({ version: 4, versions: 5 });
  expect((await student.get(`${images}${page}/versions`)).data.list).toMatchObject([
    { number: 1, kind: 'run', strength: 'standard' },
    { number: 2, kind: 'strength', from: 1, strength: 'thorough' },
    { number: 3, kind: 'strength', from: 1, strength: 'strict', options: { strength: 'strict' } },
    { number: 4, kind: 'brush', from: 2, strength: 'thorough' },
    { number: 5, kind: 'strength', from: 4, strength: 'strict' },
  ]);

  // Previews are there for every version, also for one that was changed by hand.
  const preview = async (version: number, strength: string) => {
    const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = `${images}${page}/picture?size=screen&version=${version}&strength=${strength}`;
    return (await eraser.app.inject({ url, headers: { cookie } })).rawPayload;
  };
  expect((await preview(1, 'thorough')).equals(await preview(2, 'thorough'))).toBe(true);
  const raw = (webp: Buffer) => sharp(webp).raw().toBuffer();
  expect(await raw(await preview(4, 'standard'))).not.toEqual(await raw(await preview(1, 'standard')));

  expect(await switchTo(stranger, page, 'strict')).toMatchObject({ code: 1005 });
  expect(await switchTo(student, page, 'gentle')).toMatchObject({ code: 1001 });
  expect((await student.balance()).remaining_count).toBe(left);
  const { data: next } = await student.task([await student.file(5)]);
  expect(next.image_records[0].options.strength).toBe('thorough');
  const { data: asked } = await student.task([await student.file(6)], { options: { strength: 'strict' } });
  expect(asked.image_records[0].options.strength).toBe('strict');
}, 90_000);

test('a page on which nothing was found says so, until a strength or a hand changes it', async () => {
  const student = await eraser.student();
  const bytes = await drawPaper({ width, height, seed: 7, writing: false });
  const file = (await student.send('/api_ai/eraser/cache_file', 'file', bytes)).data.id as number;
  const page = (await student.task([file])).data.image_records[0].id as number;
  await eraser.work();
  const at = (await student.put(`${images}${page}/`, {})).data;
  expect(at).toMatchObject({ version: 1, is_unchanged: true });
  const erase = { left: 0, top: 0, right: 60, bottom: 60, colour: '#ff0000' };
  expect((await brush(student, page, 1, await strokes([erase]))).data).toMatchObject({ is_unchanged: false });
  expect((await switchTo(student, page, 'thorough')).data).toMatchObject({ is_unchanged: false });
}, 60_000);

test('a page is unchanged by the share that its strength changes, and only if something was to be erased', () => {
  const options = { student_ink: true, teacher_marks: false, whiten: false, crop: true };
  const page = { width: 1000, height: 1000, options, changed: { strict: 2, standard: 49, thorough: 50 } };
  expect(isUnchanged({ ...page, strength: 'standard' })).toBe(true);
  expect(isUnchanged({ ...page, strength: 'thorough' })).toBe(false);
  expect(isUnchanged({ ...page, strength: 'strict', options: { ...options, student_ink: false } })).toBe(
    false,
  );
  expect(isUnchanged({ ...page, strength: 'strict', changed: null })).toBe(false);
});
