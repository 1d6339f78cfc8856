import type { Point, Size } from '../stage/view-transform.ts';
import type { Stroke } from './strokes.ts';

/** Tasks done in a web worker, so that the page stays responsive. */
export type Work = {
  /**
   * Decodes a picture. Large pictures are returned at half size too, for zooming out; small ones with a map of the paper's
   * colour, by which erasing is previewed.
   */
  decode: {
    given: { blob: Blob };
    made: { whole: ImageBitmap; half: ImageBitmap | null; paper: ImageBitmap | null };
  };
  /**
   * The ink at a point of the page and ink like it nearby, as boxes; `before` is the page before erasing, `now`
   * as it stands. The pictures of the last `key` are kept.
   */
  pick: {
    given: { key: string; before: Blob; now: Blob; at: Point; reach: number; size: Size };
    made: PickedInk;
  };
  mask: { given: { strokes: readonly Stroke[]; size: Size }; made: Blob };
};
type PickedInk =
  | { found: 'none' | 'frame' }
  | { found: 'ink'; own: number[]; like: number[]; likeCount: number };
type Kind = keyof Work;
export type Order = { [K in Kind]: { id: number; kind: K; given: Work[K]['given'] } }[Kind];
export type Answer = { id: number; made: Work[Kind]['made'] } | { id: number; failed: string };

type Waiting = { resolve: (made: never) => void; reject: (error: Error) => void };

let worker: Worker | undefined;
let orders = 0;
const waiting = new Map<number, Waiting>();

function start() {
  const started = new Worker(new URL('./work-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<Answer>) => {
    const order = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failed' in data) order?.reject(new Error(data.failed));
    else order?.resolve(data.made as never);
  };
  // The worker did not load or crashed: the next task starts another.
  started.onerror = () => {
    started.terminate();
    worker = undefined;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost) reject(new Error('the worker of the editor broke down'));
  };
  return started;
}

export function runInWorker<K extends Kind>(kind: K, given: Work[K]['given']): Promise<Work[K]['made']> {
  worker ??= start();
  orders += 1;
  const id = orders;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker?.postMessage({ id, kind, given });
  });
}
