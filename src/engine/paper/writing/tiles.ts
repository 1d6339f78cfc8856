/** Which tiles of the page the networks run on. */

import type { Constants } from '../constants.ts';
import type { NetworkPage, Rect } from './network-page.ts';
import { withMargin } from './tile-runs.ts';

export interface Tile {
  tile: Rect;
  /** The tile with its margin: what the network is given. */
  area: Rect;
}

/** Side of the squares that are checked for being blank. */
const cell = 16;
/**
 * Limits of a coarse tile without its margin. The network's receptive field is large, so smaller tiles differ
 * more from running it on the whole page, and their margins cost more; a usual page has four tiles. Each
 * megapixel needs a fifth of a gigabyte of memory, which a huge picture, already in memory, does not leave.
 */
const usualTile = { side: 1800, pixels: 900_000 };
const smallTile = { side: 512, pixels: 262_144 };
export const hugePicture = 16_000_000;
const coarseMargin = 64;

/**
 * Squares that are not plain paper: their 4×4 means vary by more than the noise of paper. A pencil stroke one
 * pixel wide and a tenth darker than the paper makes a difference of 6.
 */
function findMarked({ rgb, width, height }: NetworkPage) {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const range = new Uint8Array(columns * rows);
  const sums = new Int32Array((columns * cell) / 4);
  const low = new Int32Array(columns);
  const high = new Int32Array(columns);
  for (let row = 0; row < rows; row++) {
    low.fill(0x7fffffff);
    high.fill(-1);
    for (let top = row * cell; top + 4 <= Math.min((row + 1) * cell, height); top += 4) {
      sums.fill(0);
      for (let y = top; y < top + 4; y++) {
        for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
          // All channels count: a thin red tick is as bright as paper in red and dark in the others.
          sums[x >> 2] =
            (sums[x >> 2] as number) +
            2 * (rgb[at + 1] as number) +
            (rgb[at] as number) +
            (rgb[at + 2] as number);
        }
      }
      for (let x = 0; x < width >> 2; x++) {
        const column = x >> 2;
        const sum = sums[x] as number;
        if (sum < (low[column] as number)) low[column] = sum;
        if (sum > (high[column] as number)) high[column] = sum;
      }
    }
    for (let column = 0; column < columns; column++) {
      const [from, to] = [low[column] as number, high[column] as number];
      range[row * columns + column] = to < 0 ? 0 : Math.min(255, (to - from) >> 6);
    }
  }
  const limit = noiseLimit(range);
  return { columns, rows, marked: range.map((value) => (value > limit ? 1 : 0)) };
}

/** Twice the range of the quieter squares, clamped to values that noise can reach and faint pencil cannot. */
function noiseLimit(range: Uint8Array) {
  const sorted = range.slice().sort();
  return Math.min(6, Math.max(3, 2 * (sorted[Math.floor(sorted.length / 5)] ?? 0)));
}

function split(length: number, most: number) {
  const parts = Math.ceil(length / most);
  const side = Math.ceil(length / parts / cell) * cell;
  return Array.from({ length: Math.ceil(length / side) }, (_, i) => ({
    start: i * side,
    length: Math.min(side, length - i * side),
  }));
}

/** Divides the page into tiles, each shrunk to its marked squares; a tile without marks is skipped. */
export function coarseTiles(
  page: NetworkPage,
  constants: Constants,
  picturePixels: number,
): { tiles: Tile[]; blank: number } {
  const { columns, rows, marked } = findMarked(page);
  const most = picturePixels > hugePicture ? smallTile : usualTile;
  const across = split(page.width, most.side);
  const down = split(page.height, Math.min(most.side, Math.floor(most.pixels / (across[0]?.length ?? 1))));
  const tiles: Tile[] = [];
  let blank = 0;
  for (const v of down) {
    for (const u of across) {
      let [left, top, right, bottom] = [columns, rows, -1, -1];
      for (let y = Math.floor(v.start / cell); y * cell < v.start + v.length; y++) {
        for (let x = Math.floor(u.start / cell); x * cell < u.start + u.length; x++) {
          if (!marked[y * columns + x]) continue;
          [left, right] = [Math.min(left, x), Math.max(right, x)];
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
      }
      if (right < 0) {
        blank++;
        continue;
      }
      // One more square on each side: a stroke's faint end may lie in an unmarked square.
      const x = Math.max(u.start, (left - 1) * cell);
      const y = Math.max(v.start, (top - 1) * cell);
      const tile = {
        x,
        y,
        width: Math.min(u.start + u.length, (right + 2) * cell) - x,
        height: Math.min(v.start + v.length, (bottom + 2) * cell) - y,
      };
      tiles.push({ tile, area: withMargin(tile, coarseMargin, page, constants) });
    }
  }
  return { tiles, blank };
}

// Tiles of the fine network: where the coarse one would erase something, in whole tiles, neighbours merged.

const block = 4;
/** Adjacent tiles are merged up to this side, to share margins: a larger one needs more memory than a coarse tile. */
const maxMergedSide = 768;
/** Pixels in which the fine network may find writing beside what the coarse network found. */
const extraMargin = 16;

interface BlockStrengths {
  columns: number;
  rows: number;
  /** How likely the coarse network would erase in each 4×4 block, 0 to 255. */
  strength: Uint8Array;
}

function blockStrengths({ coarse, width, height }: NetworkPage): BlockStrengths {
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const strength = new Uint8Array(columns * rows);
  const plane = width * height;
  for (let y = 0; y < height; y++) {
    const row = (y >> 2) * columns;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const to = row + (x >> 2);
      const student = coarse[at] as number;
      const teacher = coarse[at + plane] as number;
      const writing = student > teacher ? student : teacher;
      if (writing > (strength[to] as number)) strength[to] = writing;
    }
  }
  return { columns, rows, strength };
}

/** The maximum strength in each tile. */
function strongest({ columns, rows, strength }: BlockStrengths, across: number, down: number, side: number) {
  const best = new Uint8Array(across * down);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const tile = Math.floor((y * block) / side) * across + Math.floor((x * block) / side);
      best[tile] = Math.max(best[tile] as number, strength[y * columns + x] as number);
    }
  }
  return best;
}

/** At most `mostPixels`, the strongest tiles first, so that a picture of noise costs no more than a page of writing. */
export function fineTiles(page: NetworkPage, constants: Constants, mostPixels: number): Tile[] {
  const side = constants.fine_tile;
  const [across, down] = [Math.ceil(page.width / side), Math.ceil(page.height / side)];
  const blocks = blockStrengths(page);
  const limit = constants.fine_threshold * 255;
  const strength = strongest(blocks, across, down, side);
  const chosen = [...strength.keys()]
    .filter((i) => (strength[i] as number) > limit)
    .sort((a, b) => (strength[b] as number) - (strength[a] as number) || a - b)
    .slice(0, Math.ceil(mostPixels / side ** 2));
  const tiles = mergeTiles(new Set(chosen), across, down, Math.max(1, Math.floor(maxMergedSide / side))).map(
    ({ x, y, w, h }) => {
      const tile = shrinkToContent(
        { x: x * side, y: y * side, width: w * side, height: h * side },
        blocks,
        limit,
        page,
      );
      return { tile, area: withMargin(tile, constants.fine_margin, page, constants) };
    },
  );
  // The largest first, so that all threads end at about the same time.
  return tiles.sort((a, b) => b.area.width * b.area.height - a.area.width * a.area.height);
}

/** The part of a tile that contains all its blocks above the threshold, and a margin around them. */
function shrinkToContent(
  tile: Rect,
  { columns, strength }: BlockStrengths,
  limit: number,
  page: NetworkPage,
): Rect {
  const [endX, endY] = [
    Math.min(tile.x + tile.width, page.width),
    Math.min(tile.y + tile.height, page.height),
  ];
  let [left, top, right, bottom] = [endX, endY, tile.x, tile.y];
  for (let y = tile.y; y < endY; y += block) {
    for (let x = tile.x; x < endX; x += block) {
      if ((strength[(y / block) * columns + x / block] as number) <= limit) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + block)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + block)];
    }
  }
  const [x, y] = [Math.max(tile.x, left - extraMargin), Math.max(tile.y, top - extraMargin)];
  return {
    x,
    y,
    width: Math.min(endX, right + extraMargin) - x,
    height: Math.min(endY, bottom + extraMargin) - y,
  };
}

/** Merges the chosen tiles to disjoint rectangles, each grown right and then down from the first free tile. */
function mergeTiles(chosen: Set<number>, across: number, down: number, maxMerged: number) {
  const free = new Set(chosen);
  const rects: { x: number; y: number; w: number; h: number }[] = [];
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      if (!free.has(y * across + x)) continue;
      let w = 1;
      while (w < maxMerged && x + w < across && free.has(y * across + x + w)) w++;
      let h = 1;
      const rowFree = (row: number) =>
        Array.from({ length: w }, (_, k) => free.has(row * across + x + k)).every(Boolean);
      while (h < maxMerged && y + h < down && rowFree(y + h)) h++;
      for (let v = y; v < y + h; v++) for (let u = x; u < x + w; u++) free.delete(v * across + u);
      rects.push({ x, y, w, h });
    }
  }
  return rects;
}
