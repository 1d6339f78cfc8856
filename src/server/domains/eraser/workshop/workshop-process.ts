import { setPriority } from 'node:os';
import { openEraser } from '#engine/paper/erase.ts';
import { letGo } from '#engine/paper/let-go.ts';
import { openBenches } from './benches.ts';
import type { Answered, Asked, WorkError } from './tasks.ts';

// Set before any thread starts, since threads inherit it: the process that answers requests goes first.
setPriority(10);
const work = openBenches({
  eraser: openEraser({ threads: Number(process.argv[2]) }),
  openOcr: async () => (await import('../ocr/ocr.ts')).openOcr(),
});
const underWay = new Map<number, AbortController>();

process.on('message', async (request: Asked) => {
  if ('cancel' in request) return underWay.get(request.id)?.abort();
  const { id, name, given } = request;
  const stopping = new AbortController();
  underWay.set(id, stopping);
  const answer = (answered: Answered) => process.send?.(answered);
  const onPage = (pagesDone: number) => answer({ id, pagesDone });
  try {
    answer({ id, made: await work(name, given as never, stopping.signal, onPage) });
  } catch (error) {
    const { reason, message } = error as WorkError;
    answer({ id, failed: { reason, message } });
  } finally {
    underWay.delete(id);
    await letGo();
  }
});
// The parent process is gone. An orderly exit would destroy the networks while threads still run them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
