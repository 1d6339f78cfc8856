/** Runs all stages of one page, from the picture's bytes to the erased page. */

import type { InferenceSession } from 'onnxruntime-node';
import { collectGarbage } from './collect-garbage.ts';
import type { Constants } from './constants.ts';
import type { PageNetworks } from './page/networks.ts';
import { takePage } from './page/take-page.ts';
import { readPicture } from './read-picture.ts';
import { chooseStrength } from './strength.ts';
import type { TaskPool } from './task-pool.ts';
import { type ErasedPage, type EraseOptions, maskBits, type Progress, type RawImage } from './types.ts';
import { composite } from './writing/composite.ts';
import { confidenceMap, planErasing } from './writing/erase-plan.ts';
import { type NetworkPage, unshared } from './writing/network-page.ts';
import { networkScale, scalePage } from './writing/scale-page.ts';
import { coarseTiles, fineTiles, hugePicture, type Tile } from './writing/tiles.ts';
import { runView } from './writing/view.ts';
import { whiten } from './writing/whiten.ts';

interface Job {
  input: Uint8Array | RawImage;
  options: Omit<EraseOptions, 'signal' | 'onProgress'>;
  constants: Constants;
  pool: TaskPool;
  networks: PageNetworks & { view: InferenceSession };
  /** Throws when the page was cancelled. */
  stopped: () => void;
  progress: (progress: Progress) => void;
}

/** The most pixels the fine network sees: enough for all of a usual page. */
const maxFinePixels = 4_000_000;

function stopwatch() {
  const began = performance.now();
  let last = began;
  return {
    lap() {
      const now = performance.now();
      const took = now - last;
      last = now;
      return took;
    },
    total: () => performance.now() - began,
  };
}

async function runNetworks(network: NetworkPage, picturePixels: number, job: Job) {
  const { constants, pool, networks, stopped, progress } = job;
  const { tiles, blank } = coarseTiles(network, constants, picturePixels);
  if (tiles.length === 0) return { coarse: 0, fine: 0, blank };
  const tasks = (kind: 'coarse' | 'fine', list: Tile[]) =>
    list.map(({ tile, area }) => ({ kind, page: network, tile, area }));
  const report = (before: number, total: number) => (done: number) =>
    progress({ stage: 'erase', done: before + done, total });
  await runView(networks.view, network);
  const first = tiles.length + 1;
  report(0, first)(1);
  await pool.runAll(tasks('coarse', tiles), stopped, report(1, first));
  const fine = fineTiles(network, constants, maxFinePixels);
  await pool.runAll(tasks('fine', fine), stopped, report(first, first + fine.length));
  return { coarse: tiles.length, fine: fine.length, blank };
}

export async function eraseJob(job: Job): Promise<ErasedPage> {
  const { input, options, constants, stopped, progress } = job;
  const watch = stopwatch();
  progress({ stage: 'read', done: 0, total: 1 });
  const picture = await readPicture(input);
  const original = { width: picture.width, height: picture.height };
  // The decoder's output has been copied by now; it is as large as everything that follows.
  if (original.width * original.height > hugePicture) await collectGarbage();
  const read = watch.lap();
  stopped();
  progress({ stage: 'straighten', done: 0, total: 1 });
  const { page, ...taken } = await takePage(picture, options, job);
  const straighten = watch.lap();
  stopped();
  const scale = await networkScale(page, constants);
  const network = await scalePage(page, scale, constants);
  const scaling = watch.lap();
  stopped();
  const tiles = await runNetworks(network, original.width * original.height, job);
  const networkTime = watch.lap();
  progress({ stage: 'finish', done: 0, total: 1 });
  const strength = options.strength ?? 'standard';
  const confidence = confidenceMap(network, constants.erase_thresholds[strength], page);
  const unerased = options.withUnerased ? new Uint8Array(page.data) : undefined;
  const mask = planErasing(page, network, constants, options);
  composite(page, network, mask, maskBits[strength]);
  const thorough = options.withThorough ? new Uint8Array(page.data) : undefined;
  if (thorough) composite({ ...page, data: thorough }, network, mask, maskBits.thorough);
  chooseStrength(mask, strength);
  if (options.white) whiten(page);
  const timings = {
    read,
    straighten,
    scale: scaling,
    network: networkTime,
    finish: watch.lap(),
    total: watch.total(),
  };
  const image = { data: unshared(page.data), width: page.width, height: page.height, channels: 3 as const };
  return {
    image,
    ...(unerased && { unerased }),
    ...(thorough && { thorough }),
    mask,
    confidence,
    original,
    ...taken,
    scale,
    tiles,
    timings,
  };
}
