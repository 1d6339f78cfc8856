import type { Corners } from '#shared/eraser/eraser.ts';

export const cornerNames = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;
export const wholePicture: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

const part = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5;

/** Puts one corner somewhere else, at most to the edge of the picture. */
export function moveCorner(corners: Corners, index: number, x: number, y: number): Corners {
  return corners.map((corner, at) => (at === index ? [part(x), part(y)] : corner)) as Corners;
}

const leastArea = 0.01;

/** Whether a paper can have these corners: turning the same way at each of them, and not too small to be one. */
export function canBePaper(corners: Corners): boolean {
  let area = 0;
  for (let at = 0; at < 4; at++) {
    const [[ax, ay], [bx, by], [cx, cy]] = [at, at + 1, at + 2].map(
      (index) => corners[index % 4] as [number, number],
    ) as [[number, number], [number, number], [number, number]];
    if ((bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 1e-4) return false;
    area += (ax * by - bx * ay) / 2;
  }
  return area >= leastArea;
}

export const sameCorners = (a: Corners, b: Corners) =>
  a.every(([x, y], at) => Math.abs(x - (b[at]?.[0] ?? 0)) < 1e-4 && Math.abs(y - (b[at]?.[1] ?? 0)) < 1e-4);

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** By the arrow keys: half a hundredth of the picture, or a tenth of that with Shift; undefined for other keys. */
export function cornerStep({ key, shiftKey }: { key: string; shiftKey: boolean }) {
  const step = steps[key];
  const length = shiftKey ? 0.0005 : 0.005;
  return step && { x: step[0] * length, y: step[1] * length };
}
