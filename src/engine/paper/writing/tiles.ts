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
export function findMarked({ rgb, width, height }: NetworkPage) {
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
