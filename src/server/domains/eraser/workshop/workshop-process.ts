import { setPriority } from 'node:os';
import { collectGarbage } from '#engine/paper/collect-garbage.ts';
import { openEraser } from '#engine/paper/erase.ts';
import { openTaskHandlers } from './task-handlers.ts';
import type { WorkAnswer, WorkError, WorkRequest } from './tasks.ts';

// Set before any thread starts, since threads inherit it: the process that answers requests goes first.
setPriority(10);
const work = openTaskHandlers({
  eraser: openEraser({ threads: Number(process.argv[2]) }),
  openOcr: async () => (await import('../ocr/ocr.ts')).openOcr(),
});
const underWay = new Map<number, AbortController>();

process.on('message', async (request: WorkRequest) => {
  if ('cancel' in request) return underWay.get(request.id)?.abort();
  const { id, name, input } = request;
  const stopping = new AbortController();
  underWay.set(id, stopping);
  const answer = (answered: WorkAnswer) => process.send?.(answered);
  const onPage = (pagesDone: number) => answer({ id, pagesDone });
  try {
    answer({ id, output: await work(name, input as never, stopping.signal, onPage) });
  } catch (error) {
    const { reason, message } = error as WorkError;
    answer({ id, failed: { reason, message } });
  } finally {
    underWay.delete(id);
    await collectGarbage();
  }
});
// The parent process is gone. An orderly exit would destroy the networks while threads still run them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
