import type { Corners } from '#shared/eraser/eraser.ts';

export const cornerNames = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const;
export const wholePicture: Corners = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1e5) / 1e5;

/** Moves one corner, at most to the edge of the picture. */
export function moveCorner(corners: Corners, index: number, x: number, y: number): Corners {
  return corners.map((corner, at) => (at === index ? [fraction(x), fraction(y)] : corner)) as Corners;
}

const minArea = 0.01;

/** Whether the corners can be a paper: convex, clockwise and not too small. */
export function canBePaper(corners: Corners): boolean {
  let area = 0;
  for (let at = 0; at < 4; at++) {
    const [[ax, ay], [bx, by], [cx, cy]] = [at, at + 1, at + 2].map(
      (index) => corners[index % 4] as [number, number],
    ) as [[number, number], [number, number], [number, number]];
    if ((bx - ax) * (cy - by) - (by - ay) * (cx - bx) <= 1e-4) return false;
    area += (ax * by - bx * ay) / 2;
  }
  return area >= minArea;
}

export const sameCorners = (a: Corners, b: Corners) =>
  a.every(([x, y], at) => Math.abs(x - (b[at]?.[0] ?? 0)) < 1e-4 && Math.abs(y - (b[at]?.[1] ?? 0)) < 1e-4);

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Step of an arrow key: 0.5% of the picture, a tenth of that with Shift; undefined for other keys. */
export function cornerStep({ key, shiftKey }: { key: string; shiftKey: boolean }) {
  const step = steps[key];
  const length = shiftKey ? 0.0005 : 0.005;
  return step && { x: step[0] * length, y: step[1] * length };
}
