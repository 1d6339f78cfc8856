import { join } from 'node:path';
import type { Eraser } from '#engine/paper/erase.ts';
import { type Corners as EngineCorners, maskBits } from '#engine/paper/types.ts';
import type { Corners } from '#shared/eraser.ts';
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
  // First cut out and straightened with everything on it: what the brush brings back.
  const straight = await eraser.erasePage(
    { ...original, channels: 3 },
    { crop, rotate: rotation ?? 'auto', keepInk: true, keepRed: true, signal },
  );
  const clean = await eraser.erasePage(straight.image, {
    crop: 'none',
    rotate: 0,
    keepInk: !options.student_ink,
    keepRed: !options.teacher_marks,
    white: options.whiten,
    signal,
  });
  const { width, height } = clean.image;
  await Promise.all([
    writeVersion(folder, clean.image, straight.image.data),
    writePng({ data: erasedOf(clean.mask), width, height }, join(folder, 'mask.png'), 1),
  ]);
  return { width, height, corners: inParts(straight.corners, original), rotation: straight.orientation };
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
