import { setPriority } from 'node:os';
import { join } from 'node:path';
import type { Eraser } from '#engine/paper/erase.ts';
import { openEraser } from '#engine/paper/erase.ts';
import { letGo } from '#engine/paper/let-go.ts';
import { PaperError } from '#engine/paper/paper-error.ts';
import type { Corners as EngineCorners } from '#engine/paper/types.ts';
import { maskBits } from '#engine/paper/types.ts';
import type { Corners } from '#shared/eraser/eraser.ts';
import { brushPage } from './brush-page.ts';
import { readPixels, writePng, writeSmall, writeStraight, writeVersion } from './pictures.ts';
import { type Answered, type Asked, type TaskName, type Tasks, WorkError, type WorkReason } from './tasks.ts';

// Before any thread starts: each inherits it. Whoever answers requests goes first.
setPriority(10);
const eraser = openEraser({ threads: Number(process.argv[2]) });
/** Each holds a page of up to 50 megapixels several times over. */
const fewAtOnce = createTurns(2);
const underWay = new Map<number, AbortController>();

const benches: {
  [Name in TaskName]: (
    given: Tasks[Name]['given'],
    signal: AbortSignal,
    onPage: (done: number) => void,
  ) => Promise<Tasks[Name]['made']>;
} = {
  erase: (given, signal) => erasePage(eraser, given, signal),
  brush: (given) => fewAtOnce(() => brushPage(given)),
  small: ({ from, folder }) => fewAtOnce(() => writeSmall(from, folder)),
  straight: (given) => fewAtOnce(() => writeStraight(given)),
  readText: async ({ path }, signal) => {
    const { readText } = await import('./reading.ts');
    return { text: await readText(path, signal) };
  },
  // Loaded by whoever exports: it brings fonts and the reading of text along.
  export: async (...asked) => (await import('./export-pages.ts')).exportPages(...asked),
};

/** The engine's reasons that no second try can change. */
const reasons: Partial<Record<PaperError['reason'], WorkReason>> = {
  format: 'unreadable',
  damaged: 'unreadable',
  'too-small': 'unreadable',
  options: 'unreadable',
  'too-large': 'too_large',
};

function failureOf(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof WorkError) return { reason: error.reason, message };
  return { reason: error instanceof PaperError ? reasons[error.reason] : undefined, message };
}

process.on('message', async (asked: Asked) => {
  if ('cancel' in asked) return underWay.get(asked.id)?.abort();
  const { id, name, given } = asked;
  const stopping = new AbortController();
  underWay.set(id, stopping);
  const answer = (answered: Answered) => process.send?.(answered);
  const onPage = (pagesDone: number) => answer({ id, pagesDone });
  try {
    answer({ id, made: await benches[name](given as never, stopping.signal, onPage) });
  } catch (error) {
    answer({ id, failed: failureOf(error) });
  } finally {
    underWay.delete(id);
    await letGo();
  }
});
// Our parent is gone, however it went. An orderly exit would take the networks apart while threads still run them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/** Lets so many pieces of work go on at a time; the others wait their turn. */
function createTurns(most: number) {
  let going = 0;
  const waiting: (() => void)[] = [];
  return async <Made>(work: () => Promise<Made>): Promise<Made> => {
    if (going >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else going++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else going--;
    }
  };
}

type Task = Tasks['erase'];

/** One run of the engine over one page. */
async function erasePage(
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
