import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { degrees, PDFDocument } from 'pdf-lib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as made from '#tests/documents.ts';
import { contentBomb, hostilePdfs } from '#tests/hostile-files/hostile-pdfs.ts';
import { openUploadChecks } from './intake.ts';
import { openPage } from './intake-types.ts';
import { intakeRefusals } from './refusals.ts';

let folder: string;
const intake = openUploadChecks();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mingshi-intake-'));
});
afterAll(async () => {
  await intake.close();
  await rm(folder, { recursive: true });
});

let files = 0;
async function put(bytes: Uint8Array) {
  const path = join(folder, `file-${files++}`);
  await writeFile(path, bytes);
  return path;
}
const pageOf = (path: string) => `${path}-page`;

async function draw(bytes: Uint8Array, index = 0) {
  const path = await put(bytes);
  const drawn = await intake.drawPage(path, index, pageOf(path));
  if ('refused' in drawn) throw new Error(`refused: ${drawn.refused}: ${drawn.cause}`);
  const stored = await readFile(pageOf(path));
  expect(stored.length).toBe(drawn.bytes);
  const { data, info } = await (await openPage(pageOf(path))).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: drawn.width, height: drawn.height, channels: 3 });
  return { ...drawn, stored, pixels: data };
}
const hostile = async (name: string) => {
  const file = hostilePdfs.find((one) => one.name === name);
  if (!file) throw new Error(`there is no ${name}`);
  return put(await file.make());
};

/** A picture with edges, colours and gradients. */
const drawing = (width = 240, height = 160) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g">
      <stop stop-color="#f00"/><stop offset="1" stop-color="#07f"/></linearGradient></defs><rect width="100%" height="100%"
      fill="url(#g)"/><circle cx="70" cy="70" r="40" fill="#fff"/><text x="20" y="120" font-size="30">3 × 4</text></svg>`),
  ).flatten();
const rgb = (bytes: Uint8Array) => sharp(bytes).autoOrient().toColourspace('srgb').raw().toBuffer();

describe('a JPEG', () => {
  test('keeps every pixel and its orientation, and loses all other metadata', async () => {
    const photo = await drawing()
      .jpeg({ quality: 90 })
      .withExif({
        IFD0: { Copyright: 'SECRET-PLACE' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 18/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const film = Buffer.from('\0\0\0\x18ftypmp42SECRET-PLACE', 'latin1');
    const { stored, pixels, ...page } = await draw(Buffer.concat([photo, film]));
    expect(page).toMatchObject({ mediaType: 'image/jpeg', width: 160, height: 240 });
    expect(pixels.equals(await rgb(photo))).toBe(true);
    expect(made.hasSecret(photo)).toBe(true);
    expect(made.hasSecret(stored)).toBe(false);
    const { exif, orientation, xmp, icc } = await sharp(stored).metadata();
    expect({ orientation, xmp, icc, exifBytes: exif?.length }).toEqual({ orientation: 6, exifBytes: 32 });
  });

  test('in Display P3 keeps its colours under a neutral profile without the original metadata', async () => {
    const photo = await drawing().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer();
    const { icc } = await sharp(photo).metadata();
    const marked = Buffer.from(icc ?? []);
    marked.write('SECRET-PLACE', marked.length - 12, 'latin1');
    const tagged = await withIcc(photo, marked);
    expect(made.hasSecret(tagged)).toBe(true);
    const { stored, pixels, mediaType } = await draw(tagged);
    expect(mediaType).toBe('image/jpeg');
    expect(pixels.equals(await rgb(photo))).toBe(true);
    expect(pixels.equals(await rgb((await withIcc(photo, undefined)) as Buffer))).toBe(false);
    expect(made.hasSecret(stored)).toBe(false);
  });

  test.each([
    ['CMYK colours', () => drawing().toColourspace('cmyk').jpeg().toBuffer()],
    [
      'an unknown colour profile',
      async () => withIcc(await drawing().jpeg().toBuffer(), Buffer.alloc(600, 7)),
    ],
  ])('with %s is converted to PNG', async (_, make) => {
    const { mediaType, pixels } = await draw(await make());
    expect(mediaType).toBe('image/png');
    expect(pixels.length).toBe(240 * 160 * 3);
  });

  test('in greyscale keeps its pixels as JPEG', async () => {
    const photo = await drawing().greyscale().jpeg().toBuffer();
    const { mediaType, pixels } = await draw(photo);
    expect(mediaType).toBe('image/jpeg');
    expect(pixels.equals(await rgb(photo))).toBe(true);
  });
});

/** Replaces the ICC profile of a JPEG. */
async function withIcc(jpeg: Buffer, icc: Buffer | undefined) {
  const at = jpeg.indexOf('ICC_PROFILE') - 4;
  const has = at > 0;
  const head = jpeg.subarray(0, has ? at : 2);
  const rest = has ? jpeg.subarray(at + 2 + jpeg.readUInt16BE(at + 2)) : jpeg.subarray(2);
  if (!icc) return Buffer.concat([head, rest]);
  const mark = Buffer.from([0xff, 0xe2, 0, 0]);
  mark.writeUInt16BE(icc.length + 16, 2);
  return Buffer.concat([head, mark, Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), icc, rest]);
}

describe('other pictures', () => {
  test.each([
    ['PNG', () => drawing().png().toBuffer()],
    ['grey PNG', () => drawing().greyscale().png().toBuffer()],
    ['palette PNG', () => drawing().png({ palette: true }).toBuffer()],
    ['WebP', () => drawing().webp().toBuffer()],
    ['lossless WebP', () => drawing().webp({ lossless: true }).toBuffer()],
  ])('%s is stored losslessly as PNG', async (_, make) => {
    const bytes = await make();
    const { mediaType, pixels } = await draw(bytes);
    expect(mediaType).toBe('image/png');
    expect(pixels.equals(await rgb(bytes))).toBe(true);
  });

  test('with 16 bits are reduced to 8 bits, and transparent pixels become white', async () => {
    const deep = await drawing().toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect((await sharp((await draw(deep)).stored).metadata()).depth).toBe('uchar');
    const clear = await sharp({ create: { width: 80, height: 80, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    expect(new Set((await draw(clear)).pixels)).toEqual(new Set([255]));
  });

  test('a HEIC photo is turned upright, keeps its colours and loses its location', async () => {
    const heic = await readFile(new URL('../../../../../tests/fixtures/drawn.heic', import.meta.url));
    expect(made.hasSecret(heic)).toBe(true);
    const path = await put(heic);
    expect(await intake.probe(path)).toEqual({ kind: 'heic', pages: [{ width: 200, height: 320 }] });
    const { stored, pixels, width } = await draw(heic);
    expect(made.hasSecret(stored)).toBe(false);
    const at = (x: number, y: number) => [...pixels.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
    const near = (colour: number[]) => colour.map((value) => expect.closeTo(value, -1.2));
    expect(at(40, 40)).toEqual(near([0xdd, 0x22, 0x22]));
    expect(at(140, 270)).toEqual(near([0x22, 0x22, 0xdd]));
    expect(at(150, 40)).toEqual(near([0xf8, 0xf4, 0xe8]));
  });
});

describe('a PDF', () => {
  const pdfOf = async (build: (document: PDFDocument) => Promise<void> | void) => {
    const document = await PDFDocument.create();
    await build(document);
    return document.save();
  };

  test('is drawn at 200 dpi of its paper size, upright, in greyscale when it has no colour', async () => {
    const bytes = await pdfOf((document) => {
      document.addPage([595.28, 841.89]).drawText('x = 12', { x: 100, y: 400, size: 60 });
      document.addPage([595.28, 841.89]).setRotation(degrees(90));
    });
    const path = await put(bytes);
    const pages = [
      { width: 1654, height: 2339 },
      { width: 2339, height: 1654 },
    ];
    expect(await intake.probe(path)).toEqual({ kind: 'pdf', pages });
    const { width, height, stored, pixels } = await draw(bytes);
    expect({ width, height }).toEqual(pages[0]);
    expect((await sharp(stored).metadata()).channels).toBe(1);
    expect(pixels.filter((value) => value < 60).length).toBeGreaterThan(10_000);
    expect(await draw(bytes, 1)).toMatchObject({ width: 2339, height: 1654 });
  });

  test.each([
    [150, 200],
    [280, 280],
    [600, 300],
  ])('scanned at %i dpi is drawn at %i dpi', async (scanned, drawn) => {
    const side = 4;
    const scan = await sharp({
      create: { width: side * scanned, height: side * scanned, channels: 3, background: '#eee' },
    })
      .jpeg()
      .toBuffer();
    const bytes = await pdfOf(async (document) => {
      const image = await document.embedJpg(scan);
      document.addPage([side * 72, side * 72]).drawImage(image, { width: side * 72, height: side * 72 });
    });
    expect(await draw(bytes)).toMatchObject({ width: side * drawn, height: side * drawn });
  });

  test('drawing a page that does not exist is refused, not thrown', async () => {
    const path = await put(await made.pdf());
    expect(await intake.drawPage(path, 7, pageOf(path))).toMatchObject({ refused: 'brokenPdf' });
  });
});

describe('a file that takes too much time or memory', () => {
  test('is stopped at the timeout without blocking the event loop, and the next file is read', async () => {
    const patienceMs = 1_500;
    const withShortTimeout = openUploadChecks({ timeoutMs: patienceMs });
    const path = await hostile('pdf-pattern-of-dust');
    await withShortTimeout.probe(path);
    const gaps: number[] = [];
    let last = performance.now();
    const timer = setInterval(() => {
      gaps.push(performance.now() - last);
      last = performance.now();
    }, 5);
    const begun = performance.now();
    expect(await withShortTimeout.drawPage(path, 0, pageOf(path))).toEqual({ refused: 'slow' });
    expect(performance.now() - begun).toBeLessThan(patienceMs + 1_800);
    clearInterval(timer);
    expect(gaps.length).toBeGreaterThan(20);
    expect(existsSync(pageOf(path))).toBe(false);
    expect(await withShortTimeout.probe(await put(await made.photoWithPlace()))).toMatchObject({
      kind: 'jpeg',
    });
    await withShortTimeout.close();
  });

  test('is stopped for native memory, which V8 does not count', async () => {
    const small = openUploadChecks({ maxMemoryBytes: 220 * 1024 * 1024 });
    const path = await put(contentBomb(200));
    expect(await small.drawPage(path, 0, pageOf(path))).toMatchObject({ refused: 'heavy' });
    expect(await small.probe(await put(await made.pdf()))).toMatchObject({ kind: 'pdf' });
    await small.close();
  });

  test('does not make the next file exceed the memory limit', async () => {
    const small = openUploadChecks({ maxMemoryBytes: 480 * 1024 * 1024 });
    const picture = sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#777' } });
    const large = await picture.jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
    for (const path of [await put(contentBomb(100)), await put(large)])
      expect(await small.drawPage(path, 0, pageOf(path))).not.toHaveProperty('refused');
    await small.close();
  });

  // Only Linux lists the child processes of a process.
  test.skipIf(process.platform !== 'linux')('is stopped when the server process is killed', async () => {
    const path = await hostile('pdf-pattern-of-dust');
    const program = `import { openUploadChecks } from ${JSON.stringify(new URL('./intake.ts', import.meta.url).href)};
      const intake = openUploadChecks({ timeoutMs: 1500 });
      await intake.probe(process.argv[1]);
      void intake.drawPage(process.argv[1], 0, process.argv[1] + '-page');
      setTimeout(() => console.log('drawing'), 200);`;
    const server = spawn(process.execPath, ['--input-type=module', '-e', program, path]);
    await new Promise((resolve) => server.stdout.once('data', resolve));
    const reader = Number((await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')).trim());
    expect(reader).toBeGreaterThan(1);
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(isRunning(reader)).toBe(false), 10_000);
  });
});

function isRunning(pid: number) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('errors that are not caused by the file', () => {
  test('an abort signal stops the work and throws its reason', async () => {
    const path = await hostile('pdf-pattern-of-dust');
    await intake.probe(path);
    const begun = performance.now();
    const drawn = intake.drawPage(path, 0, pageOf(path), { signal: AbortSignal.timeout(200) });
    await expect(drawn).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(performance.now() - begun).toBeLessThan(3000);
    expect(await intake.probe(await put(await made.photoWithPlace()))).toMatchObject({ kind: 'jpeg' });
  });

  test('a missing folder or file throws ENOENT', async () => {
    const path = await put(await made.photoWithPlace());
    await expect(intake.drawPage(path, 0, join(folder, 'nowhere', 'page'))).rejects.toThrow(/ENOENT/);
    await expect(intake.probe(join(folder, 'nothing'))).rejects.toThrow(/ENOENT/);
  });

  test('closing rejects running and waiting requests with notReady', async () => {
    const closing = openUploadChecks({}, 1);
    const path = await hostile('pdf-pattern-of-dust');
    await closing.probe(path);
    const both = [0, 1].map((index) => closing.drawPage(path, 0, `${pageOf(path)}${index}`));
    setTimeout(() => void closing.close(), 100);
    const ends = await Promise.allSettled(both);
    expect(ends.map((end) => end.status === 'rejected' && end.reason.code)).toEqual(['notReady', 'notReady']);
  });
});

test('every refusal has a message in both languages', () => {
  for (const message of Object.values(intakeRefusals)) {
    expect(message['zh-Hant']).toMatch(/\p{Script=Han}{3}/u);
    expect(message.en).toMatch(/^[A-Z][^\u3400-\u9fff]{20,}$/);
  }
});
