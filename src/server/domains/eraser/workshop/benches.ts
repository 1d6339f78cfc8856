import { join } from 'node:path';
import type { Eraser } from '#engine/paper/erase.ts';
import { type Corners as EngineCorners, maskBits, PaperError } from '#engine/paper/types.ts';
import { createGate } from '#server/ground/threads/gate.ts';
import type { Corners } from '#shared/eraser/eraser.ts';
import { withSignsOfMathematics } from '../ocr/mathematics.ts';
import type { Ocr } from '../ocr/ocr.ts';
import { brushPage } from './brush-page.ts';
import { readPixels, writePng, writeSmall, writeStraight, writeVersion } from './pictures.ts';
import { type TaskName, type Tasks, WorkError, type WorkReason } from './tasks.ts';

/** What sees: the networks that erase and the reader of print, opened by whoever first needs it. */
export type Sight = {
  eraser: Pick<Eraser, 'erasePage'>;
  openOcr: () => Promise<Pick<Ocr, 'recognise'>>;
};

type Bench<Name extends TaskName> = (
  given: Tasks[Name]['given'],
  signal: AbortSignal,
  onPage: (done: number) => void,
) => Promise<Tasks[Name]['made']>;

/** Does the tasks of the workshop right here. */
export function openBenches({ eraser, openOcr }: Sight) {
  /** Each holds a page of up to 50 megapixels several times over. */
  const gate = createGate({ mostAtOnce: 2 });
  /** One for all that reads here: pictures take turns, whoever asked. */
  let opened: ReturnType<typeof openOcr> | undefined;
  const ocr = () => {
    opened ??= openOcr();
    return opened;
  };

  const benches: { [Name in TaskName]: Bench<Name> } = {
    erase: (given, signal) => erasePage(eraser, given, signal),
    brush: (given) => gate.inTurn(() => brushPage(given)),
    small: ({ from, folder }) => gate.inTurn(() => writeSmall(from, folder)),
    straight: (given) => gate.inTurn(() => writeStraight(given)),
    readText: async ({ path }, signal) => ({
      text: withSignsOfMathematics((await (await ocr()).recognise(path, { signal })).text),
    }),
    // Loaded by whoever exports: it brings fonts along.
    export: async (...asked) => (await import('./export-pages.ts')).exportPages(ocr, ...asked),
  };
  return async <Name extends TaskName>(name: Name, ...asked: Parameters<Bench<Name>>) => {
    try {
      return await (benches[name] as Bench<Name>)(...asked);
    } catch (error) {
      throw workErrorOf(error);
    }
  };
}

/** The engine's reasons that no second try can change. */
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

/** One run of the engine over one page. */
async function erasePage(
  eraser: Sight['eraser'],
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
