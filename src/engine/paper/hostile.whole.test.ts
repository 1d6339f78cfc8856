import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { openEraser } from './erase.ts';
import { readPicture } from './read-picture.ts';

const eraser = openEraser({ threads: 1 });
afterAll(() => eraser.close());

const plain = () => sharp({ create: { width: 200, height: 100, channels: 3, background: '#c83214' } });

/** A PNG whose header claims this size but which contains almost no pixels. */
function pngOf(width: number, height: number) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, crc]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(4096));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(data: Buffer) {
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

describe('the eraser refuses, with its reason,', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>');
  it.each([
    ['an empty file', () => new Uint8Array(0), 'format'],
    ['text', () => Buffer.from('hello'), 'format'],
    ['an SVG', () => svg, 'format'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n'), 'format'],
    ['the head of a JPEG', async () => (await plain().jpeg().toBuffer()).subarray(0, 40), 'damaged'],
    ['half a PNG', async () => halfOf(await noisy().png().toBuffer()), 'damaged'],
    ['half a JPEG', async () => halfOf(await noisy().jpeg().toBuffer()), 'damaged'],
    ['a PNG bomb of 50,000 × 50,000', () => pngOf(50_000, 50_000), 'too-large'],
    ['a picture 50,000 pixels wide', () => pngOf(50_000, 100), 'too-large'],
    ['a PNG with fewer pixels than its header says', () => pngOf(4000, 3000), 'damaged'],
    ['a picture of four pixels', async () => plain().resize(2, 2).png().toBuffer(), 'too-small'],
    [
      'a picture 8 pixels high',
      async () => plain().resize(900, 8, { fit: 'fill' }).png().toBuffer(),
      'too-small',
    ],
  ])('%s', async (_, make, reason) => {
    await expect(eraser.erasePage(await make())).rejects.toMatchObject({ name: 'PaperError', reason });
  });

  it('raw pixels that do not match their declared size', async () => {
    const raw = (width: number, height: number, channels: number, length: number) =>
      eraser.erasePage({ data: new Uint8Array(length), width, height, channels: channels as 3 });
    await expect(raw(100, 100, 3, 29_999)).rejects.toMatchObject({ reason: 'damaged' });
    await expect(raw(100.5, 100, 3, 30_150)).rejects.toMatchObject({ reason: 'format' });
    await expect(raw(100, -100, 3, 0)).rejects.toMatchObject({ reason: 'format' });
    await expect(raw(100, 100, 5, 50_000)).rejects.toMatchObject({ reason: 'format' });
    await expect(raw(0, 0, 3, 0)).rejects.toMatchObject({ reason: 'format' });
  });
});

const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const noisy = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

describe('readPicture decodes to RGB', () => {
  const closeTo = (a: number[], b: number[], tolerance: number) =>
    a.every((value, i) => Math.abs(value - (b[i] ?? 0)) <= tolerance);
  it.each([
    ['PNG', () => plain().png(), [200, 50, 20], 0],
    ['a PNG with a palette', () => plain().png({ palette: true }), [200, 50, 20], 0],
    ['16-bit colour', () => plain().toColourspace('rgb16').png(), [200, 50, 20], 0],
    ['greyscale', () => plain().greyscale().png(), [107, 107, 107], 0],
    ['16-bit greyscale', () => plain().toColourspace('grey16').png(), [107, 107, 107], 0],
    ['half transparency, blended on white', () => plain().ensureAlpha(0.5).png(), [227, 152, 137], 1],
    ['CMYK', () => plain().toColourspace('cmyk').jpeg({ quality: 100 }), [204, 41, 0], 20],
    ['WebP', () => plain().webp({ lossless: true }), [200, 50, 20], 0],
    ['TIFF', () => plain().tiff({ compression: 'lzw' }), [200, 50, 20], 0],
    ['AVIF', () => plain().avif(), [200, 50, 20], 3],
  ])('%s', async (_, make, colour, tolerance) => {
    const picture = await readPicture(await make().toBuffer());
    expect(picture).toMatchObject({ width: 200, height: 100 });
    expect(picture.data.length).toBe(60_000);
    expect(closeTo([...picture.data.slice(0, 3)], colour, tolerance)).toBe(true);
    expect(closeTo([...picture.data.slice(-3)], colour, tolerance)).toBe(true);
  });

  it('the first frame of an animation', async () => {
    const frames = ['#f00', '#0f0', '#00f'].map((background) => ({
      create: { width: 64, height: 64, channels: 3 as const, background },
    }));
    const stacked = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()));
    const animation = await sharp(stacked, { join: { animated: true } })
      .gif()
      .toBuffer();
    const picture = await readPicture(animation);
    expect(picture).toMatchObject({ width: 64, height: 64 });
    expect([...picture.data.slice(0, 3)]).toEqual([255, 0, 0]);
  });

  it('raw pixels of one to four channels', async () => {
    for (const channels of [1, 2, 3, 4] as const) {
      const picture = await readPicture({
        data: new Uint8Array(50 * 40 * channels).fill(255),
        width: 50,
        height: 40,
        channels,
      });
      expect(picture.data.length).toBe(6000);
      expect(picture.data.every((value) => value === 255)).toBe(true);
    }
  });
});
