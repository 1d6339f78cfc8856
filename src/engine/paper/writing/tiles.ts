/** Which parts of the page the networks see. */

import type { Constants } from '../constants.ts';
import type { NetworkPage, Rect } from './network-page.ts';
import { withMargin } from './tile-runs.ts';

export interface Tile {
  tile: Rect;
  area: Rect;
}

/** Side of the squares that are judged blank or not. */
const cell = 16;
/**
 * What a coarse tile may cover without its margin. The network looks far around a pixel, and answers differ from those for
 * the whole page the more the smaller its tiles: four for a usual page. A quarter of a gigabyte of memory goes with each
 * megapixel, which a huge picture, already in memory, does not leave.
 */
const usualTile = { side: 900, pixels: 600_000 };
const smallTile = { side: 512, pixels: 262_144 };
export const hugePicture = 16_000_000;
const coarseMargin = 64;

/**
 * Squares that are not plain paper: their 4×4 means differ by more than paper's noise does. A pencil stroke of a tenth
 * of the paper's brightness, one pixel wide, makes a difference of 6.
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
          // Red counts too: a thin red tick is as bright as paper in it and dark in the others.
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
  const limit = quietLimit(range);
  return { columns, rows, marked: range.map((value) => (value > limit ? 1 : 0)) };
}

/** Twice the range of the quieter squares, within what noise can make and faint pencil cannot. */
function quietLimit(range: Uint8Array) {
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

/** The grid's tiles, each cut down to what is marked in it; a tile without a mark is left out. */
export function coarseTiles(
  page: NetworkPage,
  { side_multiple }: Constants,
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
      // A square more on each side: a stroke's faint end may lie in a quiet one.
      const x = Math.max(u.start, (left - 1) * cell);
      const y = Math.max(v.start, (top - 1) * cell);
      const tile = {
        x,
        y,
        width: Math.min(u.start + u.length, (right + 2) * cell) - x,
        height: Math.min(v.start + v.length, (bottom + 2) * cell) - y,
      };
      tiles.push({ tile, area: withMargin(tile, coarseMargin, side_multiple) });
    }
  }
  return { tiles, blank };
}

// Where the second network looks: where the first one would erase something, in whole tiles, neighbours together.

const block = 4;
/** Tiles that lie side by side share their margins, up to this side: more would need more memory than a coarse tile. */
const togetherSide = 512;
/** What the second network may add beside what the first one saw. */
const around = 16;

/** The highest probability of each 4×4 block, of writing and of print. */
function blockMaxima({ coarse, width, height }: NetworkPage) {
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const ink = new Uint8Array(columns * rows);
  const print = new Uint8Array(columns * rows);
  const plane = width * height;
  for (let y = 0; y < height; y++) {
    const row = (y >> 2) * columns;
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const to = row + (x >> 2);
      const student = coarse[at] as number;
      const teacher = coarse[at + plane] as number;
      const writing = student > teacher ? student : teacher;
      if (writing > (ink[to] as number)) ink[to] = writing;
      if ((coarse[at + 2 * plane] as number) > (print[to] as number))
        print[to] = coarse[at + 2 * plane] as number;
    }
  }
  return { columns, rows, ink, print };
}

/** The highest within `reach` blocks. */
function spread(plane: Uint8Array, columns: number, rows: number, reach: number) {
  const pass = (from: Uint8Array, length: number, lines: number, step: number, stride: number) => {
    const out = new Uint8Array(from.length);
    for (let line = 0; line < lines; line++) {
      for (let i = 0; i < length; i++) {
        let best = 0;
        for (let k = Math.max(0, i - reach); k <= Math.min(length - 1, i + reach); k++) {
          best = Math.max(best, from[line * stride + k * step] as number);
        }
        out[line * stride + i * step] = best;
      }
    }
    return out;
  };
  return pass(pass(plane, columns, rows, 1, columns), rows, columns, columns, 1);
}

interface Wanted {
  columns: number;
  rows: number;
  /** How much the first network would erase in each block, beside print where the weights ask for that; 0 to 1. */
  strength: Float32Array;
}

function wantedBlocks(page: NetworkPage, { fine_reach_px, fine_needs_print }: Constants): Wanted {
  const { columns, rows, ink, print } = blockMaxima(page);
  const reach = Math.ceil(fine_reach_px / block);
  const [near, nearPrint] = [spread(ink, columns, rows, reach), spread(print, columns, rows, reach)];
  const strength = Float32Array.from(
    near,
    (value, i) => (value / 255) * (fine_needs_print ? (nearPrint[i] as number) / 255 : 1),
  );
  return { columns, rows, strength };
}

/** The strongest of each tile. */
function strongest({ columns, rows, strength }: Wanted, across: number, down: number, side: number) {
  const best = new Float32Array(across * down);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const tile = Math.floor((y * block) / side) * across + Math.floor((x * block) / side);
      best[tile] = Math.max(best[tile] as number, strength[y * columns + x] as number);
    }
  }
  return best;
}

/** At most so many pixels, the strongest tiles first, so that a picture of noise costs no more than a page of writing. */
export function fineTiles(page: NetworkPage, constants: Constants, mostPixels: number): Tile[] {
  const side = constants.fine_tile;
  const [across, down] = [Math.ceil(page.width / side), Math.ceil(page.height / side)];
  const wanted = wantedBlocks(page, constants);
  const strength = strongest(wanted, across, down, side);
  const chosen = [...strength.keys()]
    .filter((i) => (strength[i] as number) > constants.fine_threshold)
    .sort((a, b) => (strength[b] as number) - (strength[a] as number) || a - b)
    .slice(0, Math.ceil(mostPixels / side ** 2));
  return together(new Set(chosen), across, down, Math.max(1, Math.floor(togetherSide / side))).map(
    ({ x, y, w, h }) => {
      const tile = cutDown(
        { x: x * side, y: y * side, width: w * side, height: h * side },
        wanted,
        constants,
        page,
      );
      return { tile, area: withMargin(tile, constants.fine_margin, constants.side_multiple) };
    },
  );
}

/** The part of a tile that holds all that is wanted in it, and a bit around. */
function cutDown(
  tile: Rect,
  { columns, strength }: Wanted,
  { fine_threshold }: Constants,
  page: NetworkPage,
): Rect {
  const [endX, endY] = [
    Math.min(tile.x + tile.width, page.width),
    Math.min(tile.y + tile.height, page.height),
  ];
  let [left, top, right, bottom] = [endX, endY, tile.x, tile.y];
  for (let y = tile.y; y < endY; y += block) {
    for (let x = tile.x; x < endX; x += block) {
      if ((strength[(y / block) * columns + x / block] as number) <= fine_threshold) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + block)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + block)];
    }
  }
  const [x, y] = [Math.max(tile.x, left - around), Math.max(tile.y, top - around)];
  return { x, y, width: Math.min(endX, right + around) - x, height: Math.min(endY, bottom + around) - y };
}

/** Rectangles of chosen tiles, none twice, grown to the right and then down from the first that is free. */
function together(chosen: Set<number>, across: number, down: number, mostTogether: number) {
  const free = new Set(chosen);
  const rects: { x: number; y: number; w: number; h: number }[] = [];
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      if (!free.has(y * across + x)) continue;
      let w = 1;
      while (w < mostTogether && x + w < across && free.has(y * across + x + w)) w++;
      let h = 1;
      const rowFree = (row: number) =>
        Array.from({ length: w }, (_, k) => free.has(row * across + x + k)).every(Boolean);
      while (h < mostTogether && y + h < down && rowFree(y + h)) h++;
      for (let v = y; v < y + h; v++) for (let u = x; u < x + w; u++) free.delete(v * across + u);
      rects.push({ x, y, w, h });
    }
  }
  return rects;
}
