import type { PlotPart } from '#shared/chat/parts.ts';
import type { View } from './view.ts';

type Samples = PlotPart['data']['curves'][number]['samples'];

/** Width and height of the drawing in its own units; it is stretched to its box. */
export const size = 1000;

/**
 * The line through the samples, broken where the function is undefined and where it jumps from one edge to
 * the other.
 */
export function curvePath(samples: Samples, { x0, x1, y0, y1 }: View) {
  const height = y1 - y0;
  const parts: string[] = [];
  let last: number | undefined;
  for (const [x, y] of samples) {
    if (y === null || !Number.isFinite(y) || !Number.isFinite(x)) {
      last = undefined;
      continue;
    }
    const jumps = last !== undefined && ((last > y1 && y < y0) || (last < y0 && y > y1));
    // Far outside nothing is visible, but huge numbers would exceed what a browser can draw.
    const clipped = Math.min(Math.max(y, y0 - 10 * height), y1 + 10 * height);
    const left = ((x - x0) / (x1 - x0)) * size;
    const top = ((y1 - clipped) / height) * size;
    parts.push(`${last === undefined || jumps ? 'M' : 'L'}${left.toFixed(1)} ${top.toFixed(1)}`);
    last = y;
  }
  return parts.join('');
}

/** The value at a point between two samples; null where it is undefined. */
export function valueAt(samples: Samples, x: number): number | null {
  const next = samples.findIndex(([at]) => at >= x);
  const [after, before] = [samples[next], samples[next - 1]];
  if (!after) return null;
  if (after[0] === x || !before) return after[0] === x ? after[1] : null;
  if (after[1] === null || before[1] === null) return null;
  return before[1] + ((after[1] - before[1]) * (x - before[0])) / (after[0] - before[0]);
}
