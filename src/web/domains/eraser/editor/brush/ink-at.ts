import type { Point } from '../stage/view-transform.ts';

/** Pixels of a picture with four channels. */
export type Picture = { data: Uint8ClampedArray; width: number; height: number };

/** One connected piece of ink. */
type Part = {
  area: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  /** How much darker than the paper it is, by channel. */
  ink: [number, number, number];
  thickness: number;
  hue: number;
};

export type InkMap = {
  width: number;
  height: number;
  /** The number of the part that a pixel belongs to; 0 is paper. */
  labels: Int32Array;
  parts: readonly Part[];
};

const block = 24;
/** Ink is darker than the paper around it by at least this share, and by this many levels. */
const leastShare = 0.11;
const leastLevels = 20;
/** Below this a pixel's colour says nothing about its ink. */
const clearInk = 40;
const hueShare = 0.4;

/** The paper's colour on a coarse grid: the 90th percentile of each channel in each block. */
function paperOf({ data, width, height }: Picture) {
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)];
  const grid = new Uint8Array(columns * rows * 3);
  const counts = new Int32Array(256);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (let channel = 0; channel < 3; channel++) {
        counts.fill(0);
        let total = 0;
        const [bottom, right] = [Math.min(height, (row + 1) * block), Math.min(width, (column + 1) * block)];
        for (let y = row * block; y < bottom; y += 2)
          for (let x = column * block; x < right; x += 2, total++) {
            const value = data[(y * width + x) * 4 + channel] as number;
            counts[value] = (counts[value] as number) + 1;
          }
        let [above, level] = [total * 0.1, 255];
        while (level > 1 && above >= (counts[level] as number)) above -= counts[level--] as number;
        grid[(row * columns + column) * 3 + channel] = level;
      }
  return { grid: brightened(grid, columns, rows), columns };
}

/** A block full of ink takes the colour of its brightest neighbour. */
function brightened(grid: Uint8Array, columns: number, rows: number) {
  return grid.map((value, at) => {
    const channel = at % 3;
    const [column, row] = [Math.floor(at / 3) % columns, Math.floor(at / 3 / columns)];
    let best = value;
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        best = Math.max(best, grid[(y * columns + x) * 3 + channel] as number);
    return value < best * 0.8 ? best : value;
  });
}

/** For every pixel how dark its ink is (0: paper), and its hue: 1 to 4, of which 1 is grey and black. */
function inkOf(picture: Picture) {
  const { data, width, height } = picture;
  const { grid, columns } = paperOf(picture);
  const dark = new Uint8Array(width * height);
  const hues = new Uint8Array(width * height);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const paper = (Math.floor(y / block) * columns + Math.floor(x / block)) * 3;
      let [most, least, leastAt, brightest] = [0, 255, 0, 0];
      for (let channel = 0; channel < 3; channel++) {
        const here = grid[paper + channel] as number;
        const taken = Math.max(0, here - (data[at * 4 + channel] as number));
        brightest = Math.max(brightest, here);
        most = Math.max(most, taken);
        if (taken < least) [least, leastAt] = [taken, channel];
      }
      if (most < leastLevels || most < brightest * leastShare) continue;
      dark[at] = most;
      hues[at] = most > clearInk && most - least > most * hueShare ? 2 + leastAt : 1;
    }
  return { dark, hues, grid, columns };
}

/** Finds every connected piece of ink of one hue. */
export function inkMapOf(picture: Picture): InkMap {
  const { data, width, height } = picture;
  const { dark, hues, grid, columns } = inkOf(picture);
  const labels = new Int32Array(width * height);
  const parts: Part[] = [];
  const stack: number[] = [];
  for (let start = 0; start < labels.length; start++) {
    if (!dark[start] || labels[start]) continue;
    const label = parts.length + 1;
    const hue = hues[start] as number;
    const sums: [number, number, number] = [0, 0, 0];
    let [area, edge, weight] = [0, 0, 0];
    let [left, top, right, bottom] = [width, height, 0, 0];
    labels[start] = label;
    stack.push(start);
    while (stack.length > 0) {
      const at = stack.pop() as number;
      const [x, y] = [at % width, Math.floor(at / width)];
      area += 1;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
      const paper = (Math.floor(y / block) * columns + Math.floor(x / block)) * 3;
      // The middle of a stroke has its colour; the edge is half paper.
      const by = (dark[at] as number) ** 2;
      weight += by;
      for (let channel = 0; channel < 3; channel++)
        sums[channel as 0 | 1 | 2] +=
          by * Math.max(0, (grid[paper + channel] as number) - (data[at * 4 + channel] as number));
      let isEdge = false;
      for (let dy = -1; dy <= 1; dy++)
        for (let dx = -1; dx <= 1; dx++) {
          if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
          const next = at + dy * width + dx;
          if (!dark[next]) {
            if (dx === 0 || dy === 0) isEdge = true;
          } else if (!labels[next] && hues[next] === hue) {
            labels[next] = label;
            stack.push(next);
          }
        }
      if (isEdge) edge += 1;
    }
    const ink = sums.map((sum) => sum / weight) as [number, number, number];
    const thickness = (2 * area) / Math.max(1, edge);
    parts.push({ area, left, top, right, bottom, ink, thickness, hue });
  }
  return { width, height, labels, parts };
}

/** The parts that can still be seen in the page as it stands now, by number. */
export function visibleParts({ labels, parts }: InkMap, now: Picture): Uint8Array {
  const { dark } = inkOf(now);
  const seen = new Int32Array(parts.length + 1);
  for (let at = 0; at < labels.length; at++) {
    const label = labels[at] as number;
    if (label && dark[at]) seen[label] = (seen[label] as number) + 1;
  }
  return Uint8Array.from(seen, (count, label) =>
    label && count > (parts[label - 1]?.area ?? 0) * 0.3 ? 1 : 0,
  );
}

/** The number of the visible part nearest to a point within reach; 0 when there is none. */
export function partAt(map: InkMap, visible: Uint8Array, { x, y }: Point, reach: number): number {
  let [best, distance] = [0, reach * reach + 1];
  for (let row = Math.max(0, Math.floor(y - reach)); row <= Math.min(map.height - 1, y + reach); row++)
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column <= Math.min(map.width - 1, x + reach);
      column++
    ) {
      const label = map.labels[row * map.width + column] as number;
      if (!visible[label] || (map.parts[label - 1]?.area ?? 0) < 4) continue;
      const far = (row + 0.5 - y) ** 2 + (column + 0.5 - x) ** 2;
      if (far < distance) [best, distance] = [label, far];
    }
  return best;
}

const heightOf = ({ top, bottom }: Part) => bottom - top;
const widthOf = ({ left, right }: Part) => right - left;

/** A part this large is a frame or a table with what touches it, not a stroke. */
export const isFrame = ({ width, height }: InkMap, part: Part) =>
  widthOf(part) > width * 0.5 || heightOf(part) > height * 0.3;

const within = (value: number, other: number, factor: number) =>
  value <= other * factor && other <= value * factor;

/** Whether two parts look as if the same pen had written them. */
function isLike(part: Part, other: Part) {
  if (part.hue !== other.hue || !within(part.thickness, other.thickness, 1.6)) return false;
  if (!within(Math.max(4, heightOf(part)), Math.max(4, heightOf(other)), 4)) return false;
  const length = (ink: Part['ink']) => Math.hypot(...ink);
  const [a, b] = [length(part.ink), length(other.ink)];
  const cosine =
    part.ink.reduce((sum, value, at) => sum + value * (other.ink[at] as number), 0) / (a * b || 1);
  // Black has no hue to tell a pen from a press; how black it is has to do.
  return cosine > 0.97 && within(a, b, part.hue === 1 ? 1.25 : 1.6);
}

/** Other visible parts near one that look like it. */
export function partsLike(map: InkMap, visible: Uint8Array, label: number): number[] {
  const own = map.parts[label - 1];
  if (!own) return [];
  const [reachX, reachY] = [map.width * 0.35, map.height * 0.12];
  const centre = ({ left, right, top, bottom }: Part) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const from = centre(own);
  return map.parts.flatMap((part, at) => {
    const { x, y } = centre(part);
    const isNear = Math.abs(x - from.x) < reachX && Math.abs(y - from.y) < reachY;
    const isOther = at + 1 !== label && part.area >= 6 && visible[at + 1] && !isFrame(map, part);
    return isNear && isOther && isLike(own, part) ? [at + 1] : [];
  });
}

/**
 * Boxes (left, top, right, bottom, …) that cover some parts and the soft edge around them, in pixels of a page of
 * another size.
 */
export function boxesOf(map: InkMap, wanted: readonly number[], page: { width: number; height: number }) {
  const [across, down] = [page.width / map.width, page.height / map.height];
  const isWanted = new Uint8Array(map.parts.length + 1);
  for (const label of wanted) isWanted[label] = 1;
  const boxes: number[] = [];
  const bounds = wanted.map((label) => map.parts[label - 1] as Part);
  const top = Math.max(0, Math.min(...bounds.map((part) => part.top)) - 1);
  const bottom = Math.min(map.height, Math.max(...bounds.map((part) => part.bottom)) + 1);
  const isIn = (x: number, y: number) => {
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const [column, row] = [x + dx, y + dy];
        if (column < 0 || column >= map.width || row < 0 || row >= map.height) continue;
        if (isWanted[map.labels[row * map.width + column] as number]) return true;
      }
    return false;
  };
  for (let y = top; y < bottom; y++)
    for (let x = 0; x < map.width; x++) {
      if (!isIn(x, y)) continue;
      const start = x;
      while (x < map.width && isIn(x, y)) x += 1;
      boxes.push(
        Math.floor(start * across),
        Math.floor(y * down),
        Math.min(page.width, Math.ceil(x * across)),
        Math.min(page.height, Math.ceil((y + 1) * down)),
      );
    }
  return boxes;
}
