import { join } from 'node:path';
import type { Eraser } from '#engine/paper/erase.ts';
import { type Corners as EngineCorners, maskBits } from '#engine/paper/types.ts';
import type { Corners } from '#shared/eraser/eraser.ts';
import { readPixels, writePng, writeVersion } from './pictures.ts';
import type { Tasks } from './tasks.ts';

type Task = Tasks['erase'];

/** One run of the engine over one page. */
export async function erasePage(
  eraser: Eraser,
  { from, folder, options, corners, rotation }: Task['given'],
  signal: AbortSignal,
): Promise<Task['made']> {
  const original = await readPixels(from);
  const crop = corners ? inPixels(corners, original) : options.crop ? 'auto' : 'none';
  const page = await eraser.erasePage(
    { ...original, channels: 3 },
    {
      crop,
      rotate: rotation ?? 'auto',
      keepInk: !options.student_ink,
      keepRed: !options.teacher_marks,
      white: options.whiten,
      // What the brush brings back.
      straight: true,
      signal,
    },
  );
  if (!page.straight) throw new Error('the engine kept no page as it was');
  const { width, height } = page.image;
  await Promise.all([
    writeVersion(folder, page.image, page.straight),
    writePng({ data: erasedOf(page.mask), width, height }, join(folder, 'mask.png'), 1),
  ]);
  return { width, height, corners: inParts(page.corners, original), rotation: page.orientation };
}

function erasedOf(mask: Uint8Array) {
  return mask.map((bits) => (bits & maskBits.erased ? 255 : 0));
}

type Size = { width: number; height: number };

const inPixels = (corners: Corners, { width, height }: Size) =>
  corners.map(([x, y]) => ({ x: x * width, y: y * height })) as unknown as EngineCorners;

function inParts(corners: EngineCorners, { width, height }: Size): Corners {
  const part = (value: number, whole: number) => Math.min(1, Math.max(0, value / whole));
  return corners.map(({ x, y }) => [part(x, width), part(y, height)]) as Corners;
}
