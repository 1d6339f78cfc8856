import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { atStrength } from '#engine/paper/strength.ts';
import { type ErasedPage, maskBits } from '#engine/paper/types.ts';
import { type Strength, strengths } from '#shared/eraser/limits.ts';
import {
  differenceOf,
  type Pixels,
  readGrey,
  readPixels,
  writePng,
  writeScreen,
  writeVersion,
} from './pictures.ts';
import type { Tasks } from './tasks.ts';

/** The page of a run as the engine gives it, with everything the other strengths need. */
type Run = Pick<ErasedPage, 'image' | 'mask'> & { unerased: Uint8Array; thorough: Uint8Array };

const strengthBits = maskBits.strict | maskBits.standard | maskBits.thorough;
/** A difference of a channel that an eye sees on paper. */
const visible = 24;

/**
 * Writes what the other strengths are made from: which of them erase a pixel, and the thoroughly erased page as
 * its difference to the page before erasing; also a preview of each.
 */
export async function writeStrengths(folder: string, page: Run, chosen: Strength, white: boolean) {
  const { width, height } = page.image;
  const bits = page.mask.map((value) => value & strengthBits);
  const thorough = differenceOf(page.thorough, page.unerased);
  await Promise.all([
    writePng({ data: bits, width, height }, join(folder, 'levels.png'), 1),
    writePng({ data: thorough, width, height }, join(folder, 'thorough.png')),
  ]);
  // One after the other: each is as large as the page.
  for (const strength of strengths) {
    const preview = join(folder, `${strength}.webp`);
    if (strength === chosen) await copyFile(join(folder, 'screen.webp'), preview);
    else await writeScreen(atStrength(page, strength, { white }).image, preview);
  }
}

/** Counts the pixels that each strength changes visibly. */
export function visibleChanges({ mask, unerased, thorough }: Omit<Run, 'image'>): Record<Strength, number> {
  const changed = { strict: 0, standard: 0, thorough: 0 };
  for (let i = 0; i < mask.length; i++) {
    const bits = mask[i] as number;
    if (!(bits & maskBits.thorough) || !differs(unerased, thorough, i * 3)) continue;
    changed.thorough += 1;
    if (bits & maskBits.standard) changed.standard += 1;
    if (bits & maskBits.strict) changed.strict += 1;
  }
  return changed;
}

function differs(a: Uint8Array, b: Uint8Array, at: number) {
  for (let channel = at; channel < at + 3; channel++)
    if (Math.abs((a[channel] as number) - (b[channel] as number)) > visible) return true;
  return false;
}

type Task = Tasks['strength'];

/** A version at another strength. Pixels that were changed by hand stay as they are. */
export async function strengthPage(input: Task['input']): Promise<Task['output']> {
  const { image, delta, levels, thorough, edits, strength, white, folder } = input;
  const shown = await readPixels(image);
  const { width, height } = shown;
  const unerased = differenceOf(shown.data, (await readPixels(delta)).data);
  const page = {
    image: { ...shown, channels: 3 as const },
    unerased,
    thorough: differenceOf(unerased, (await readPixels(thorough)).data),
    mask: (await readGrey(levels)).data,
  };
  const { data } = atStrength(page, strength, { white }).image;
  const byHand = edits ? (await readGrey(edits)).data : new Uint8Array(width * height);
  for (let i = 0; i < byHand.length; i++)
    if (byHand[i]) data.set(shown.data.subarray(i * 3, i * 3 + 3), i * 3);
  const made: Pixels = { data, width, height };
  await Promise.all([
    writeVersion(folder, made, unerased),
    writePng({ data: byHand, width, height }, join(folder, 'edits.png'), 1),
  ]);
  return { width, height };
}
