import { setPriority } from 'node:os';
import { openEraser } from '#engine/paper/erase.ts';
import { letGo } from '#engine/paper/let-go.ts';
import { PaperError } from '#engine/paper/paper-error.ts';
import { brushPage } from './brush-page.ts';
import { erasePage } from './erase-page.ts';
import { writeSmall, writeStraight } from './pictures.ts';
import { type Answered, type Asked, type TaskName, type Tasks, WorkError, type WorkReason } from './tasks.ts';
import { createTurns } from './turns.ts';

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
