import { join } from 'node:path';
import type { Eraser } from '#engine/paper/erase.ts';
import { type Corners as EngineCorners, maskBits, PaperError } from '#engine/paper/types.ts';
import { createGate } from '#server/ground/threads/gate.ts';
import type { Corners } from '#shared/eraser/eraser.ts';
import { fixMathSigns } from '../ocr/mathematics.ts';
import type { Ocr } from '../ocr/ocr.ts';
import { brushPage } from './brush-page.ts';
import {
  partOf,
  readPixels,
  writePng,
  writeSmall,
  writeStraight,
  writeVersion,
  writeWhite,
} from './pictures.ts';
import { strengthPage, visibleChanges, writeStrengths } from './strength-page.ts';
import { type TaskName, type Tasks, WorkError, type WorkReason } from './tasks.ts';

/** The models: the erasing networks, and OCR, opened on first use. */
export type Models = {
  eraser: Pick<Eraser, 'erasePage'>;
  openOcr: () => Promise<Pick<Ocr, 'recognise'>>;
};

type Handler<Name extends TaskName> = (
  input: Tasks[Name]['input'],
  signal: AbortSignal,
  onPage: (done: number) => void,
) => Promise<Tasks[Name]['output']>;

/** Runs the tasks of the workshop in the current process. */
export function openTaskHandlers({ eraser, openOcr }: Models) {
  /** Each task holds several copies of a page of up to 50 megapixels in memory. */
  const gate = createGate({ mostAtOnce: 2 });
  /** One OCR for all tasks; it reads one picture at a time. */
  let opened: ReturnType<typeof openOcr> | undefined;
  const ocr = () => {
    opened ??= openOcr();
    return opened;
  };

  const handlers: { [Name in TaskName]: Handler<Name> } = {
    erase: (input, signal) => erasePage(eraser, input, signal),
    brush: (input) => gate.inTurn(() => brushPage(input)),
    strength: (input) => gate.inTurn(() => strengthPage(input)),
    small: ({ from, folder }) => gate.inTurn(() => writeSmall(from, folder)),
    white: ({ from, folder }) => gate.inTurn(() => writeWhite(from, folder)),
    straight: (input) => gate.inTurn(() => writeStraight(input)),
    readText: async ({ path }, signal) => ({
      text: fixMathSigns((await (await ocr()).recognise(path, { signal })).text),
    }),
    // Loaded on the first export, because it loads fonts.
    export: async (...args) => (await import('./export-pages.ts')).exportPages(ocr, ...args),
  };
  return async <Name extends TaskName>(name: Name, ...args: Parameters<Handler<Name>>) => {
    try {
      return await (handlers[name] as Handler<Name>)(...args);
    } catch (error) {
      throw workErrorOf(error);
    }
  };
}

/** Errors of the engine that a retry cannot change. */
const reasons: Partial<Record<PaperError['reason'], WorkReason>> = {
  format: 'unreadable',
  damaged: 'unreadable',
  'too-small': 'unreadable',
  options: 'unreadable',
  'too-large': 'too_large',
};

function workErrorOf(error: unknown) {
  if (error instanceof WorkError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new WorkError(error instanceof PaperError ? reasons[error.reason] : undefined, message, {
    cause: error,
  });
}

type Task = Tasks['erase'];

/** Runs the engine over one page. */
async function erasePage(
  eraser: Models['eraser'],
  { from, folder, options, corners, part, rotation }: Task['input'],
  signal: AbortSignal,
): Promise<Task['output']> {
  const original = await readPixels(from);
  const { strength = 'standard', whiten } = options;
  const crop = corners ? inPixels(corners, original) : options.crop ? 'auto' : 'none';
  // Corners given by hand lie anywhere in the picture.
  const taken = part && !corners ? partOf(original, part) : { left: 0, pixels: original };
  const page = await eraser.erasePage(
    { ...taken.pixels, channels: 3 },
    {
      crop,
      rotate: rotation ?? 'auto',
      keepInk: !options.student_ink,
      keepRed: !options.teacher_marks,
      strength,
      white: whiten,
      // The straightened page before erasing, which the brush restores from.
      withUnerased: true,
      withThorough: true,
      signal,
    },
  );
  const { image, mask, unerased, thorough } = page;
  if (!unerased || !thorough) throw new Error('the engine kept no page as it was');
  const { width, height } = image;
  await Promise.all([
    writeVersion(folder, image, unerased),
    writePng({ data: erasedMask(mask), width, height }, join(folder, 'mask.png'), 1),
  ]);
  await writeStrengths(folder, { image, mask, unerased, thorough }, strength, whiten);
  return {
    width,
    height,
    corners: asFractions(page.corners, original, taken.left),
    rotation: page.orientation,
    strength,
    changed: visibleChanges({ mask, unerased, thorough }),
  };
}

function erasedMask(mask: Uint8Array) {
  return mask.map((bits) => (bits & maskBits.erased ? 255 : 0));
}

type Size = { width: number; height: number };

const inPixels = (corners: Corners, { width, height }: Size) =>
  corners.map(([x, y]) => ({ x: x * width, y: y * height })) as unknown as EngineCorners;

function asFractions(corners: EngineCorners, { width, height }: Size, left: number): Corners {
  const fraction = (value: number, whole: number) => Math.min(1, Math.max(0, value / whole));
  return corners.map(({ x, y }) => [fraction(x + left, width), fraction(y, height)]) as Corners;
}
