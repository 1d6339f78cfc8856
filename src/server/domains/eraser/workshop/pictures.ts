import { join } from 'node:path';
import sharp from 'sharp';
import { findSpread } from '#engine/paper/page/spread.ts';
import { whiten } from '#engine/paper/writing/whiten.ts';
import { WorkError } from './tasks.ts';

export type Pixels = { data: Uint8Array; width: number; height: number };

const maxPixels = 64_000_000;
const sizes = { screen: 1600, thumb: 320 } as const;

/** Upright RGB pixels. Pictures that are too large are refused before decoding. */
export async function readPixels(path: string): Promise<Pixels> {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: maxPixels })
      .autoOrient()
      .removeAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`${info.channels} channels`);
    return { data, width: info.width, height: info.height };
  } catch (error) {
    throw new WorkError('unreadable', `a picture could not be read: ${(error as Error).message}`);
  }
}

/** One byte per pixel, as `writePng` wrote it with one channel. */
export async function readGrey(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path, { limitInputPixels: maxPixels })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

const imageOf = ({ data, width, height }: Pixels, channels: 1 | 3 = 3) =>
  sharp(data, { raw: { width, height, channels } });

/** Lossless, and for speed rather than size: these files are read only for editing. */
export const writePng = (pixels: Pixels, to: string, channels: 1 | 3 = 3) =>
  imageOf(pixels, channels).png({ compressionLevel: 3, adaptiveFiltering: false }).toFile(to);

async function writeWebp(pixels: Pixels, to: string, longest: number) {
  await imageOf(pixels)
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toFile(to);
}

export const writeScreen = (pixels: Pixels, to: string) => writeWebp(pixels, to, sizes.screen);

/** Previews for lists and screens. */
async function writeSizes(pixels: Pixels, folder: string) {
  await writeScreen(pixels, join(folder, 'screen.webp'));
  await writeWebp(pixels, join(folder, 'thumb.webp'), sizes.thumb);
}

export async function writeSmall(from: string, folder: string) {
  const pixels = await readPixels(from);
  await writeSizes(pixels, folder);
  return { width: pixels.width, height: pixels.height, spread: findSpread(pixels) };
}

/** A part of the picture's width, and where it begins. */
export function partOf({ data, width, height }: Pixels, [from, to]: readonly [number, number]) {
  const [left, right] = [Math.round(from * width), Math.round(to * width)];
  const part = new Uint8Array((right - left) * height * 3);
  for (let y = 0; y < height; y++)
    part.set(data.subarray((y * width + left) * 3, (y * width + right) * 3), y * (right - left) * 3);
  return { left, pixels: { data: part, width: right - left, height } };
}

/** Writes a page with white paper, and a thumbnail of it. */
export async function writeWhite(from: string, folder: string) {
  const page = await readPixels(from);
  whiten(page);
  await writePng(page, join(folder, 'white.png'));
  await writeWebp(page, join(folder, 'white.webp'), sizes.thumb);
  return {};
}

/** Bitwise difference (XOR) of two pictures; with either of them it restores the other exactly. */
export function differenceOf(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length !== b.length) throw new Error('two pictures differ in size');
  const made = new Uint8Array(a.length);
  for (let at = 0; at < a.length; at++) made[at] = (a[at] as number) ^ (b[at] as number);
  return made;
}

export async function writeStraight({ image, delta, to }: { image: string; delta: string; to: string }) {
  const [shown, difference] = await Promise.all([readPixels(image), readPixels(delta)]);
  await writePng({ ...shown, data: differenceOf(shown.data, difference.data) }, to);
  return {};
}

/** Writes a version: the picture, its difference to the original, and the previews of both. */
export async function writeVersion(folder: string, image: Pixels, straight: Uint8Array) {
  await Promise.all([
    writePng(image, join(folder, 'image.png')),
    writePng({ ...image, data: differenceOf(image.data, straight) }, join(folder, 'delta.png')),
    writeSizes(image, folder),
    writeWebp({ ...image, data: straight }, join(folder, 'straight.webp'), sizes.screen),
  ]);
}
