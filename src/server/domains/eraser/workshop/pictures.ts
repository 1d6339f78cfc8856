import { join } from 'node:path';
import sharp from 'sharp';
import { WorkError } from './tasks.ts';

export type Pixels = { data: Uint8Array; width: number; height: number };

const mostPixels = 64_000_000;
const sizes = { screen: 1600, thumb: 320 } as const;

/** Upright RGB; refused before it is decoded when it is too large. */
export async function readPixels(path: string): Promise<Pixels> {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: mostPixels })
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

const ofPixels = ({ data, width, height }: Pixels, channels: 1 | 3 = 3) =>
  sharp(data, { raw: { width, height, channels } });

/** Without a loss. The size matters less than the processor: these are read once, for editing. */
export const writePng = (pixels: Pixels, to: string, channels: 1 | 3 = 3) =>
  ofPixels(pixels, channels).png({ compressionLevel: 3, adaptiveFiltering: false }).toFile(to);

async function writeWebp(pixels: Pixels, to: string, longest: number) {
  await ofPixels(pixels)
    .resize(longest, longest, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toFile(to);
}

/** What lists and screens show. */
async function writeSizes(pixels: Pixels, folder: string) {
  await writeWebp(pixels, join(folder, 'screen.webp'), sizes.screen);
  await writeWebp(pixels, join(folder, 'thumb.webp'), sizes.thumb);
}

export async function writeSmall(from: string, folder: string) {
  const pixels = await readPixels(from);
  await writeSizes(pixels, folder);
  return { width: pixels.width, height: pixels.height };
}

/** By which bits two pictures differ; with one of them it makes the other again, exactly. */
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

/** A version as its three parts, with the small pictures of both sides. */
export async function writeVersion(folder: string, image: Pixels, straight: Uint8Array) {
  await Promise.all([
    writePng(image, join(folder, 'image.png')),
    writePng({ ...image, data: differenceOf(image.data, straight) }, join(folder, 'delta.png')),
    writeSizes(image, folder),
    writeWebp({ ...image, data: straight }, join(folder, 'straight.webp'), sizes.screen),
  ]);
}
