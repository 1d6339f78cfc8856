/** Runs one tile through a network: cut out with a margin (page edges repeated), output written back as bytes. */
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Constants } from '../constants.ts';
import { logitBytes, type NetworkPage, type Rect } from './network-page.ts';

// One thread per session: tiles already run in parallel in our threads, and the order of floating-point sums
// stays fixed. No memory arena: it would keep the peak memory of tiles of many shapes.
const sessionOptions: InferenceSession.SessionOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
};

/** Threads of one session sleep while they wait: spinning would take the cores from other work. */
const withoutSpinning = { session: { intra_op: { allow_spinning: '0' } } };

export const openNetwork = (file: string, threads = 1) =>
  InferenceSession.create(file, { ...sessionOptions, intraOpNumThreads: threads, extra: withoutSpinning });

const unit = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

/**
 * The tile with its margin, aligned to multiples counted from the page's corner, so that a pixel falls into
 * the same cells of the network in any tile. It lies outside the page by no more than the edge the networks know.
 */
export function withMargin(
  tile: Rect,
  margin: number,
  page: { width: number; height: number },
  { side_multiple, edge_px }: Pick<Constants, 'side_multiple' | 'edge_px'>,
): Rect {
  const before = (at: number) => Math.floor(Math.max(at - margin, -edge_px) / side_multiple) * side_multiple;
  const after = (at: number, end: number) =>
    Math.ceil(Math.min(at + margin, end + edge_px) / side_multiple) * side_multiple;
  const [x, y] = [before(tile.x), before(tile.y)];
  return {
    x,
    y,
    width: after(tile.x + tile.width, page.width) - x,
    height: after(tile.y + tile.height, page.height) - y,
  };
}

/** The page column (or row) from which each column of the area is read; beyond the page its edge is repeated. */
export function clamped(start: number, length: number, end: number) {
  return Int32Array.from({ length }, (_, i) => Math.min(Math.max(start + i, 0), end - 1));
}

/** Buffers of one tile, reused by the thread's next tile: new ones would be megabytes of garbage each. */
const buffers = new Map<string, Float32Array>();
function planesFor(name: string, { width, height }: Rect) {
  const length = 3 * width * height;
  if ((buffers.get(name)?.length ?? 0) < length) buffers.set(name, new Float32Array(length));
  return (buffers.get(name) as Float32Array).subarray(0, length);
}

const tensorOf = (planes: Float32Array, { width, height }: Rect) =>
  new Tensor('float32', planes, [1, 3, height, width]);

function cutColours({ rgb, width, height }: NetworkPage, area: Rect) {
  const size = area.width * area.height;
  const out = planesFor('rgb', area);
  const columns = clamped(area.x, area.width, width).map((x) => x * 3);
  const rows = clamped(area.y, area.height, height);
  for (let y = 0, to = 0; y < area.height; y++) {
    const row = (rows[y] as number) * width * 3;
    for (let x = 0; x < area.width; x++, to++) {
      const from = row + (columns[x] as number);
      out[to] = unit[rgb[from] as number] as number;
      out[to + size] = unit[rgb[from + 1] as number] as number;
      out[to + 2 * size] = unit[rgb[from + 2] as number] as number;
    }
  }
  return tensorOf(out, area);
}

/** The second input of a network: what the one before it said of these columns and rows of its masks. */
function cutMasks(masks: Uint8Array, width: number, columns: Int32Array, rows: Int32Array, area: Rect) {
  const size = area.width * area.height;
  const plane = masks.length / 3;
  const out = planesFor('before', area);
  for (let y = 0, to = 0; y < area.height; y++) {
    const row = (rows[y] as number) * width;
    for (let x = 0; x < area.width; x++, to++) {
      const from = row + (columns[x] as number);
      out[to] = unit[masks[from] as number] as number;
      out[to + size] = unit[masks[from + plane] as number] as number;
      out[to + 2 * size] = unit[masks[from + 2 * plane] as number] as number;
    }
  }
  return tensorOf(out, area);
}

function cutCoarse({ coarse, width, height }: NetworkPage, area: Rect) {
  const columns = clamped(area.x, area.width, width);
  return cutMasks(coarse, width, columns, clamped(area.y, area.height, height), area);
}

/** The view enlarged to the page's size, each of its pixels twice. */
function cutView({ view }: NetworkPage, area: Rect) {
  const twice = (start: number, length: number, end: number) =>
    clamped(start + view.edge, length, 2 * end).map((at) => at >> 1);
  const columns = twice(area.x, area.width, view.width);
  return cutMasks(view.masks, view.width, columns, twice(area.y, area.height, view.height), area);
}

interface Answer {
  masks: Float32Array;
  colour: Float32Array;
}

function writeBack(page: NetworkPage, tile: Rect, area: Rect, { masks, colour }: Answer, isCoarse: boolean) {
  const size = area.width * area.height;
  const plane = page.width * page.height;
  for (let y = tile.y; y < tile.y + tile.height; y++) {
    let from = (y - area.y) * area.width + (tile.x - area.x);
    let to = y * page.width + tile.x;
    for (let x = 0; x < tile.width; x++, from++, to++) {
      for (let c = 0; c < 3; c++) {
        const probability = masks[from + c * size] as number;
        if (isCoarse) page.coarse[to + c * plane] = probability * 255 + 0.5;
        page.masks[to + c * plane] = logitBytes[(probability * 65_535 + 0.5) | 0] as number;
        page.colour[to * 3 + c] = (colour[from + c * size] as number) * 255 + 0.5;
      }
    }
  }
}

async function runSession(
  session: InferenceSession,
  feeds: Record<string, Tensor>,
  area: Rect,
): Promise<Answer> {
  const [masks, colour] = [planesFor('masks', area), planesFor('colour', area)];
  await session.run(feeds, { masks: tensorOf(masks, area), colour: tensorOf(colour, area) });
  return { masks, colour };
}

export async function runCoarse(session: InferenceSession, page: NetworkPage, tile: Rect, area: Rect) {
  const feeds = { rgb: cutColours(page, area), view: cutView(page, area) };
  writeBack(page, tile, area, await runSession(session, feeds, area), true);
}

export async function runFine(session: InferenceSession, page: NetworkPage, tile: Rect, area: Rect) {
  const feeds = { rgb: cutColours(page, area), coarse: cutCoarse(page, area) };
  writeBack(page, tile, area, await runSession(session, feeds, area), false);
}
