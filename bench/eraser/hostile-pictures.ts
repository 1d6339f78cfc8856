/**
 * Writes pictures made to break a decoder or to keep it busy. A separate process, so that its memory does not
 * count as the engine's:
 *
 * node bench/eraser/hostile-pictures.ts DIR COUNT
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { createRandom, type Random } from '../../tests/random.ts';

type Maker = (random: Random) => Promise<Buffer>;

const noise = (width: number, height: number, sigma = 60) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma } },
  });

function page(random: Random) {
  const [width, height] = [300 + random.below(900), 300 + random.below(900)];
  const line = (i: number) =>
    `<text x="20" y="${40 + i * 34}" font-size="${14 + random.below(16)}">${'Find x when y is 5. '.repeat(4)}</text>`;
  const stroke = () =>
    `<path d="M${random.below(width)} ${random.below(height)} q 40 -60 80 0 t 80 0" stroke="${random.pick(['#22c', '#c22', '#333'])}" fill="none" stroke-width="3"/>`;
  const body =
    Array.from({ length: 12 }, (_, i) => line(i)).join('') + Array.from({ length: 6 }, stroke).join('');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#eee"/>${body}</svg>`,
    ),
  ).flatten();
}

const encode = (picture: Sharp, random: Random) =>
  random
    .pick([
      () => picture.jpeg(),
      () => picture.png({ compressionLevel: 1 }),
      () => picture.webp(),
      () => picture.tiff(),
      () => picture.gif(),
      () => picture.jpeg({ progressive: true }),
    ])()
    .toBuffer();

/** Damages a file: bytes changed, cut off, repeated or appended. */
function spoil(bytes: Buffer, random: Random) {
  const spoiled = Buffer.from(bytes);
  const at = () => random.below(spoiled.length);
  switch (random.below(5)) {
    case 0:
      for (let i = 0; i < 1 + random.below(40); i++) spoiled[at()] = random.below(256);
      return spoiled;
    case 1:
      return spoiled.subarray(0, at());
    case 2:
      return Buffer.concat([spoiled.subarray(0, at()), spoiled.subarray(at())]);
    case 3:
      for (let i = 0; i < 30; i++) spoiled[random.below(Math.min(200, spoiled.length))] = random.below(256);
      return spoiled;
    default:
      return Buffer.concat([spoiled, Buffer.alloc(random.below(5000), random.below(256))]);
  }
}

const huge: Maker[] = [
  () => noise(8160, 6120, 20).jpeg().toBuffer(),
  () => noise(8160, 6120, 90).jpeg({ quality: 30, progressive: true }).toBuffer(),
  () => noise(19_000, 2600).jpeg().toBuffer(),
  () => noise(40, 19_000).jpeg().toBuffer(),
  () =>
    sharp({ create: { width: 9000, height: 7000, channels: 4, background: '#abc8' } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  () =>
    sharp({ create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
];
const odd: Maker[] = [
  async (random) => encode(page(random), random),
  async (random) => spoil(await encode(page(random), random), random),
  async (random) => encode(noise(40 + random.below(600), 40 + random.below(600), random.below(120)), random),
  async (random) => Buffer.from(Array.from({ length: random.below(4000) }, () => random.below(256))),
  async (random) => encode(page(random).toColourspace(random.pick(['b-w', 'rgb16', 'cmyk'])), random),
  async (random) => spoil(await encode(noise(100, 100), random), random),
  async (random) => encode(page(random).ensureAlpha(random.share()), random),
  async (random) =>
    Buffer.from(
      `${random.pick(['<svg xmlns="http://www.w3.org/2000/svg">', '%PDF-1.7', 'RIFF0000WEBP', '\x89PNG\r\n\x1a\n', 'GIF89a', 'II*\0'])}${'x'.repeat(random.below(999))}`,
      'latin1',
    ),
];

const [folder = '.', count = '0'] = process.argv.slice(2);
const random = createRandom(1);
for (let i = 0; i < Number(count); i++) {
  const make = i < huge.length ? (huge[i] as Maker) : (odd[i % odd.length] as Maker);
  const bytes = await make(random).catch(() => Buffer.from('could not be made'));
  await writeFile(join(folder, String(i)), bytes);
}
