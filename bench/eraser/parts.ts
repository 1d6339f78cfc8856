/** 8-connected components of ones. */
import type { Plane } from './planes.ts';

interface Part {
  w: number;
  h: number;
  size: number;
}

/** Labels count from 1; part i has label i + 1. */
export function labelParts({ data, width, height }: Plane) {
  const labels = new Int32Array(width * height);
  const stack = new Int32Array(width * height);
  const boxes: Part[] = [];
  for (let start = 0; start < data.length; start++) {
    if (!data[start] || labels[start]) continue;
    const label = boxes.length + 1;
    let [left, right, top, bottom, size, filled] = [width, 0, height, 0, 0, 0];
    labels[start] = label;
    stack[filled++] = start;
    while (filled > 0) {
      const at = stack[--filled] as number;
      const [x, y] = [at % width, Math.floor(at / width)];
      size++;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const next = v * width + u;
          if (!data[next] || labels[next]) continue;
          labels[next] = label;
          stack[filled++] = next;
        }
      }
    }
    boxes.push({ w: right - left + 1, h: bottom - top + 1, size });
  }
  return { labels, boxes };
}
