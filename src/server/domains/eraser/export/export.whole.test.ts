import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pngChunk } from '#tests/documents.ts';
import { charactersRight, printedLine, printedPage, sampleLines } from '#tests/printed-text.ts';
import { unzip } from '#tests/unzip.ts';
import { openUploadChecks } from '../intake/intake.ts';
import { openPage } from '../intake/intake-types.ts';
import { openOcr } from '../ocr/ocr.ts';
import type { ExportPage, PdfOptions } from './export-types.ts';
import { pageImage } from './page-image.ts';
import { writePdf } from './write-pdf.ts';
import { writeZip } from './write-zip.ts';

const intake = openUploadChecks();
let folder: string;
let made = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingshi-export-'));
});
afterAll(async () => {
  await intake.close();
  await rm(folder, { recursive: true });
});

const plain: PdfOptions = {
  size: 'fit',
  orientation: 'auto',
  margin: 10,
  perSheet: 1,
  pageNumbers: false,
  hasHeading: false,
  locale: 'zh-Hant',
  madeAt: new Date('2026-01-02T03:04:05Z'),
};
const freshPath = () => join(folder, `made-${made++}`);
async function put(bytes: Uint8Array) {
  const path = freshPath();
  await writeFile(path, bytes);
  return path;
}
/** A white page with a black frame, whose position on the sheet can be measured. */
const framed = (width: number, height: number) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"
      fill="#fff"/><rect x="1" y="1" width="${width - 2}" height="${height - 2}" fill="none" stroke="#000" stroke-width="2"/></svg>`),
  );
const frame = async (width: number, height: number) =>
  put(await framed(width, height).flatten().png().toBuffer());

async function print(pages: ExportPage[], options: Partial<PdfOptions> = {}) {
  const to = freshPath();
  const { sheets, bytes } = await writePdf(pages, to, { ...plain, ...options });
  const file = await readFile(to);
  expect(file.length).toBe(bytes);
  const document = await getDocumentProxy(new Uint8Array(file));
  expect(document.numPages).toBe(sheets);
  const text = (await extractText(document)).text;
  const boxes = await Promise.all(text.map(async (_, index) => (await document.getPage(index + 1)).view));
  return { to, file, text, sheets, sizes: boxes.map(([, , width, height]) => [width, height]) };
}

/** Bounding box of the ink on a sheet, in millimetres from the top left. */
async function inkOn(pdf: string, index = 0) {
  const to = freshPath();
  const drawn = await intake.drawPage(pdf, index, to);
  if ('refused' in drawn) throw new Error(drawn.refused);
  const { data, info } = await (await openPage(to)).raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y += 1)
    for (let x = 0; x < info.width; x += 1)
      if ((data[(y * info.width + x) * 3] ?? 255) < 128) {
        [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
        [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
      }
  const perMm = info.width / (info.width > info.height ? 297 : 210);
  return [left, top, right, bottom].map((value) => Math.round((value / perMm) * 2) / 2);
}

/** Rebuilds a PNG from the image data of a PDF, which is a PNG without its chunks. */
function pixelsOf(dict: Record<string, unknown>, data: Buffer) {
  const { Width: width, Height: height, BitsPerComponent: bits, ColorSpace, DecodeParms } = dict;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(Number(width), 0);
  header.writeUInt32BE(Number(height), 4);
  header.set([Number(bits), ColorSpace === 'DeviceRGB' ? 2 : 0, 0, 0, 0], 8);
  const rows = DecodeParms ? data : withRowFilters(data, Math.ceil(Number(width) / 8));
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))];
  return sharp(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]))
    .toColourspace('srgb')
    .raw()
    .toBuffer();
}

function withRowFilters(data: Buffer, row: number) {
  const plain = inflateSync(data);
  const rows = Array.from({ length: plain.length / row }, (_, y) => plain.subarray(y * row, (y + 1) * row));
  return deflateSync(Buffer.concat(rows.flatMap((bits) => [Buffer.from([0]), bits])));
}

const portraitSize = [595.28, 841.89];
const landscapeSize = [841.89, 595.28];

describe('an exported PDF sheet', () => {
  test('is A4 in the orientation of the page and keeps its margins', async () => {
    const { to, sizes } = await print([{ path: await frame(800, 1131) }, { path: await frame(1131, 800) }]);
    expect(sizes).toEqual([portraitSize, landscapeSize]);
    expect(await inkOn(to)).toEqual([10, expect.closeTo(14, 0), 200, expect.closeTo(283, 0)]);
  });

  test('shows a page at true size whatever the margins', async () => {
    const { to, file } = await print([{ path: await frame(1240, 1754) }], { size: 'true', margin: 20 });
    expect(await inkOn(to, 0)).toEqual([0, 0, 210, 297]);
    expect(file.includes('/PrintScaling /None')).toBe(true);
  });

  test('holds two or four pages in order, in the orientation that makes them larger', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map(async () => ({ path: await frame(800, 1131) })));
    const two = await print(pages, { perSheet: 2 });
    expect([two.sheets, two.sizes[0]]).toEqual([3, landscapeSize]);
    expect((await inkOn(two.to, 2))[2]).toBeLessThan(148.5);
    const four = await print(pages, { perSheet: 4, orientation: 'landscape' });
    expect([four.sheets, four.sizes[1]]).toEqual([2, landscapeSize]);
    const stacked = await print(pages.slice(0, 2), { perSheet: 2, orientation: 'portrait' });
    expect(stacked.sizes).toEqual([portraitSize]);
  });

  test('has a heading and a page number outside the page picture', async () => {
    const { text, to } = await print([{ path: await frame(800, 1131) }], {
      hasHeading: true,
      pageNumbers: true,
      margin: 0,
    });
    expect(text[0]?.replace(/\s/g, '')).toBe('姓名：班別：日期：第1頁，共1頁');
    const withoutHeading = await print([{ path: await frame(800, 1131) }], { margin: 0 });
    expect((await inkOn(withoutHeading.to))[1]).toBeLessThan(1);
    expect((await inkOn(to))[1]).toBeGreaterThan(5);
    const english = await print([{ path: await frame(800, 1131) }], {
      hasHeading: true,
      locale: 'en',
    });
    expect(english.text[0]?.replace(/\s/g, '')).toBe('Name:Class:Date:');
  });
});

describe('a picture in an exported PDF', () => {
  const filtersOf = (file: Buffer) =>
    [...file.toString('latin1').matchAll(/\/Subtype \/Image[\s\S]*?>>\s*stream/g)].map(String);

  test('of print has exactly the pixels of the page, in grey, colour and black and white', async () => {
    const page = await sharp(await printedLine('下圖是一個長方形', 50))
      .extend({ bottom: 400, background: '#fff' })
      .png()
      .toBuffer();
    const red = await sharp(page).toColourspace('srgb').tint('#c00').png().toBuffer();
    const bilevel = await sharp(page).threshold(128).png().toBuffer();
    for (const bytes of [page, red, bilevel]) {
      const { dict, data } = await pageImage(await put(bytes), { width: 500, height: 700 });
      expect(await pixelsOf(dict, data)).toEqual(await sharp(bytes).toColourspace('srgb').raw().toBuffer());
    }
  });

  test('in black and white takes one bit per pixel', async () => {
    const line = await sharp(await printedLine('第三題：解方程', 60))
      .greyscale()
      .threshold(128)
      .png()
      .toBuffer();
    const { file, to } = await print([{ path: await put(line) }], { size: 'true' });
    expect(filtersOf(file)).toEqual([expect.stringMatching(/\/BitsPerComponent 1\b/)]);
    expect((await inkOn(to))[2]).toBeGreaterThan(100);
  });

  test('of clean print is compressed losslessly, as greyscale when it has no colour', async () => {
    const page = await sharp(await printedLine('下圖是一個長方形', 50))
      .extend({ bottom: 900, background: '#fff' })
      .png()
      .toBuffer();
    const red = await sharp(page).toColourspace('srgb').tint('#c00').png().toBuffer();
    const { file } = await print([{ path: await put(page) }, { path: await put(red) }]);
    const [grey, colour] = filtersOf(file);
    expect(grey).toMatch(/DeviceGray[\s\S]*FlateDecode/);
    expect(colour).toMatch(/DeviceRGB[\s\S]*FlateDecode/);
    expect(file.length).toBeLessThan(400_000);
  });

  test('of a photograph is a JPEG of at most 300 dpi', async () => {
    const noise = { type: 'gaussian', mean: 150, sigma: 30 } as const;
    const photo = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#000', noise } });
    const path = await put(await photo.jpeg({ quality: 95 }).toBuffer());
    const { file } = await print([{ path }], { perSheet: 4 });
    const [dict = ''] = filtersOf(file);
    expect(dict).toContain('DCTDecode');
    const slot = (297 - 20 - 4) / 2;
    expect(Number(/\/Width (\d+)/.exec(dict)?.[1])).toBeLessThanOrEqual(Math.ceil((slot / 25.4) * 300));
  });
});

test('recognised text in a PDF is invisible, searchable, copyable and in reading order', async () => {
  const ocr = openOcr();
  const { page, lines } = await printedPage(sampleLines.slice(3));
  const path = await put(page);
  const { words } = await ocr.recognise(path);
  await ocr.close();
  const { text, to } = await print([{ path, words }]);
  const read = text[0]?.split('\n') ?? [];
  expect(read.length).toBe(lines.length);
  expect(charactersRight(lines, read)).toBeGreaterThan(0.96);
  expect(read[1]).toBe(lines[1]);
  expect(read.at(-1)).toBe(lines.at(-1));
  const without = await print([{ path }]);
  expect(await inkOn(to)).toEqual(await inkOn(without.to));
  expect(without.text).toEqual(['']);
});

test('the same pages and options produce an identical PDF file', async () => {
  const pages = [{ path: await frame(400, 566) }];
  const [one, other] = [await print(pages, { hasHeading: true }), await print(pages, { hasHeading: true })];
  expect(one.file.equals(other.file)).toBe(true);
});

describe('a zip export', () => {
  test('contains the unchanged pictures, numbered in order', async () => {
    const picture = await framed(300, 400).png().toBuffer();
    const path = await put(picture);
    const photo = await put(await framed(300, 400).flatten().jpeg().toBuffer());
    const to = freshPath();
    const done: number[] = [];
    await writeZip([path, path, photo], to, plain.madeAt, { onPage: (page) => done.push(page) });
    const files = unzip(await readFile(to));
    expect(Object.keys(files)).toEqual(['001.png', '002.png', '003.jpg']);
    expect(files['001.png']?.equals(picture)).toBe(true);
    expect(done).toEqual([1, 2, 3]);
  });
});

describe('an export that fails or is aborted', () => {
  test('leaves no file after a failure, and the next export works', async () => {
    const to = freshPath();
    await expect(writePdf([{ path: join(folder, 'nothing') }], to, plain)).rejects.toThrow();
    await expect(writeZip([join(folder, 'nothing')], to, plain.madeAt)).rejects.toThrow();
    expect(existsSync(to)).toBe(false);
    expect((await print([{ path: await frame(400, 566) }])).sheets).toBe(1);
  });

  test('stops at once when aborted and leaves no file', async () => {
    const to = freshPath();
    const pages = Array<ExportPage>(60).fill({ path: await frame(1240, 1754) });
    const controller = new AbortController();
    const done: number[] = [];
    const onPage = (page: number) => {
      done.push(page);
      controller.abort();
    };
    const exported = writePdf(pages, to, plain, { signal: controller.signal, onPage });
    await expect(exported).rejects.toMatchObject({ name: 'AbortError' });
    expect(done).toEqual([1]);
    expect(existsSync(to)).toBe(false);
  });
});
