import type { Size } from '../stage/view-transform.ts';

const brushTools = ['erase', 'restore'] as const;
export type BrushTool = (typeof brushTools)[number];

/**
 * One brush stroke in pixels of the page: x and y alternating, with a round tip. Later strokes cover earlier
 * ones. Picked ink has `boxes` (left, top, right, bottom, …) instead of points.
 */
export type Stroke = { tool: BrushTool; radius: number; points: number[]; boxes?: number[] };

export const erased = 1;
export const restored = 2;
const pixelOf: Record<BrushTool, number> = { erase: erased, restore: restored };

/** A quarter of a pixel is finer than any hand, and keeps stored numbers short. */
const quarter = (value: number) => Math.round(value * 4) / 4;

export const newStroke = (tool: BrushTool, radius: number, x: number, y: number): Stroke => ({
  tool,
  radius: Math.max(0.5, quarter(radius)),
  points: [quarter(x), quarter(y)],
});

/** Adds a point if it is far enough from the last one; returns whether it did. */
export function extendStroke({ points, radius }: Stroke, x: number, y: number): boolean {
  const [lastX = 0, lastY = 0] = points.slice(-2);
  if (Math.hypot(x - lastX, y - lastY) < Math.max(0.5, radius / 8)) return false;
  points.push(quarter(x), quarter(y));
  return true;
}

export const newPick = (boxes: number[]): Stroke => ({ tool: 'erase', radius: 0, points: [], boxes });

/** Whether any part of the stroke lies on the page. */
export function touches({ points, radius }: Stroke, { width, height }: Size) {
  for (let at = 0; at < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    if (x > -radius && y > -radius && x < width + radius && y < height + radius) return true;
  }
  return false;
}

/**
 * The action for every pixel: a pixel belongs to a stroke when its centre does. Not drawn by a canvas, which
 * antialiases differently in every browser: the same strokes give the same pixels everywhere.
 */
export function rasterise(strokes: readonly Stroke[], { width, height }: Size): Uint8Array {
  const pixels = new Uint8Array(width * height);
  for (const { tool, radius, points, boxes = [] } of strokes) {
    const value = pixelOf[tool];
    for (let at = 0; at < boxes.length; at += 4) {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.slice(at, at + 4);
      for (let row = top; row < bottom; row++) pixels.fill(value, row * width + left, row * width + right);
    }
    for (let at = 0; at < points.length; at += 2) {
      const [x = 0, y = 0] = [points[at], points[at + 1]];
      const [nextX = x, nextY = y] = [points[at + 2], points[at + 3]];
      if (at > 0 && at + 2 >= points.length) break;
      fillCapsule(pixels, { width, height }, { ax: x, ay: y, bx: nextX, by: nextY, radius }, value);
    }
  }
  return pixels;
}

type Capsule = { ax: number; ay: number; bx: number; by: number; radius: number };

/** Fills row by row: a capsule is convex, so each row has one run of pixels. */
function fillCapsule(pixels: Uint8Array, { width, height }: Size, capsule: Capsule, value: number) {
  const { ay, by, radius } = capsule;
  const first = Math.max(0, Math.ceil(Math.min(ay, by) - radius - 0.5));
  const last = Math.min(height - 1, Math.floor(Math.max(ay, by) + radius - 0.5));
  for (let row = first; row <= last; row++) {
    const run = runOf(capsule, row + 0.5);
    if (!run) continue;
    const start = Math.max(0, Math.ceil(run.low - 0.5));
    const end = Math.min(width - 1, Math.floor(run.high - 0.5));
    if (end >= start) pixels.fill(value, row * width + start, row * width + end + 1);
  }
}

function runOf({ ax, ay, bx, by, radius }: Capsule, y: number) {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const include = (x: number) => {
    low = Math.min(low, x);
    high = Math.max(high, x);
  };
  for (const [x, tipY] of [
    [ax, ay],
    [bx, by],
  ] as const) {
    const half = radius * radius - (y - tipY) ** 2;
    if (half < 0) continue;
    include(x - Math.sqrt(half));
    include(x + Math.sqrt(half));
  }
  const length = Math.hypot(bx - ax, by - ay);
  if (length > 0) {
    const [acrossX, acrossY] = [(-(by - ay) / length) * radius, ((bx - ax) / length) * radius];
    for (const side of [1, -1]) {
      const [x1, y1] = [ax + acrossX * side, ay + acrossY * side];
      const [x2, y2] = [bx + acrossX * side, by + acrossY * side];
      if ((y1 - y) * (y2 - y) <= 0 && y1 !== y2) include(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  return low <= high ? { low, high } : undefined;
}
