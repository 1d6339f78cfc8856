import { join } from 'node:path';
import sharp from 'sharp';
import { paperColour } from './paper-colour.ts';
import { differenceOf, type Pixels, readGrey, readPixels, writePng, writeVersion } from './pictures.ts';
import { type Tasks, WorkError } from './tasks.ts';

type Task = Tasks['brush'];

/** Applies brush strokes: red erases to the surrounding paper colour, green restores the original pixels. */
export async function brushPage({
  image,
  delta,
  edits,
  mask,
  folder,
}: Task['input']): Promise<Task['output']> {
  const before = await readPixels(image);
  const straight = delta ? differenceOf(before.data, (await readPixels(delta)).data) : before.data;
  const strokes = await readStrokes(mask, before);
  const { width, height } = before;
  const data = Uint8Array.from(before.data);
  const paper = paperColour(before, strokes);
  const byHand = edits ? (await readGrey(edits)).data : new Uint8Array(width * height);
  for (let at = 0; at < width * height; at++) {
    const stroke = strokes[at];
    if (!stroke) continue;
    byHand[at] = 255;
    const source = stroke === restores ? straight : undefined;
    for (let channel = 0; channel < 3; channel++)
      data[at * 3 + channel] = source
        ? (source[at * 3 + channel] as number)
        : paper(at % width, Math.floor(at / width), channel);
  }
  await Promise.all([
    writeVersion(folder, { data, width, height }, straight),
    writePng({ data: byHand, width, height }, join(folder, 'edits.png'), 1),
  ]);
  return { width, height };
}

const erases = 1;
const restores = 2;

/** The action for each pixel. The size is checked before anything is decoded. */
async function readStrokes(path: string, { width, height }: Pixels): Promise<Uint8Array> {
  try {
    const header = await sharp(path, { limitInputPixels: false }).metadata();
    if (header.format !== 'png') throw new WorkError('unreadable', 'strokes are no PNG');
    if (header.width !== width || header.height !== height)
      throw new WorkError(
        'wrong_size',
        `strokes of ${header.width} × ${header.height}, not ${width} × ${height}`,
      );
    const { data, info } = await sharp(path, { limitInputPixels: width * height })
      .ensureAlpha()
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const strokes = new Uint8Array(width * height);
    for (let at = 0; at < strokes.length; at++) {
      const start = at * info.channels;
      // A canvas antialiases stroke edges with transparency: mostly transparent pixels do not count as
      // painted.
      if ((data[start + 3] as number) < 128) continue;
      if ((data[start + 1] as number) > 127) strokes[at] = restores;
      else if ((data[start] as number) > 127) strokes[at] = erases;
    }
    return strokes;
  } catch (error) {
    if (error instanceof WorkError) throw error;
    throw new WorkError('unreadable', `strokes could not be read: ${(error as Error).message}`);
  }
}
