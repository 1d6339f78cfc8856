/** A thread that runs the tasks of a page one after the other: tiles through the networks, rows to straighten. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { InferenceSession } from 'onnxruntime-node';
import { collectGarbage } from './collect-garbage.ts';
import { type StraightenTask, straightenRows } from './page/straighten.ts';
import type { NetworkPage, Rect } from './writing/network-page.ts';
import { dropBuffers, openNetwork, runCoarse, runFine } from './writing/tile-runs.ts';

export type Task =
  | { kind: 'coarse' | 'fine'; page: NetworkPage; tile: Rect; area: Rect }
  | { kind: 'straighten'; task: StraightenTask }
  /** The page is finished: free its memory. */
  | { kind: 'let-go' }
  | { kind: 'load' };

export interface TaskAnswer {
  failed?: { message: string; models: boolean };
}

const { modelsDir } = workerData as { modelsDir: string };
let networks: Promise<[InferenceSession, InferenceSession]> | undefined;

function loadNetworks() {
  networks ??= Promise.all([
    openNetwork(join(modelsDir, 'eraser.onnx')),
    openNetwork(join(modelsDir, 'eraser-fine.onnx')),
  ]);
  return networks;
}

async function perform(task: Task) {
  if (task.kind === 'straighten') return straightenRows(task.task);
  if (task.kind === 'let-go') {
    dropBuffers();
    return collectGarbage();
  }
  const [coarse, fine] = await loadNetworks();
  if (task.kind === 'coarse') await runCoarse(coarse, task.page, task.tile, task.area);
  if (task.kind === 'fine') await runFine(fine, task.page, task.tile, task.area);
}

parentPort?.on('message', async (task: Task) => {
  try {
    await perform(task);
    parentPort?.postMessage({} satisfies TaskAnswer);
  } catch (error) {
    const models = task.kind === 'load';
    parentPort?.postMessage({ failed: { message: (error as Error).message, models } } satisfies TaskAnswer);
  }
});
