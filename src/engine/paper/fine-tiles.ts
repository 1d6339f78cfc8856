/** Where the second network looks: where writing meets print, in whole tiles, neighbours together. */
import type { Constants } from './constants.ts';
import type { NetworkPage } from './network-page.ts';
import { withMargin } from './tile-runs.ts';
import type { Tile } from './tiles.ts';

const block = 4;
/** Tiles that lie side by side share their margins; more of them together would need more memory than a coarse tile. */
const mostTogether = 3;

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

/** How strongly writing meets print in each tile, 0 to 1. */
function meetings(page: NetworkPage, { fine_tile, fine_reach_px, fine_needs_print }: Constants) {
  const { columns, rows, ink, print } = blockMaxima(page);
  const reach = Math.ceil(fine_reach_px / block);
  const [near, nearPrint] = [spread(ink, columns, rows, reach), spread(print, columns, rows, reach)];
  const across = Math.ceil(page.width / fine_tile);
  const down = Math.ceil(page.height / fine_tile);
  const per = fine_tile / block;
  const strength = new Float32Array(across * down);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const at = y * columns + x;
      const tile = Math.floor(y / per) * across + Math.floor(x / per);
      const meets = ((near[at] as number) / 255) * (fine_needs_print ? (nearPrint[at] as number) / 255 : 1);
      if (meets > (strength[tile] as number)) strength[tile] = meets;
    }
  }
  return { across, down, strength };
}

/** At most `share` of the page, the strongest first, so that a page of noise costs no more than one of writing. */
export function fineTiles(page: NetworkPage, constants: Constants, share: number): Tile[] {
  const { across, down, strength } = meetings(page, constants);
  const most = Math.ceil(across * down * share);
  const chosen = [...strength.keys()]
    .filter((i) => (strength[i] as number) > constants.fine_threshold)
    .sort((a, b) => (strength[b] as number) - (strength[a] as number) || a - b)
    .slice(0, most);
  return together(new Set(chosen), across, down).map(({ x, y, w, h }) => {
    const side = constants.fine_tile;
    const tile = {
      x: x * side,
      y: y * side,
      width: Math.min(w * side, page.width - x * side),
      height: Math.min(h * side, page.height - y * side),
    };
    return { tile, area: withMargin(tile, constants.fine_margin, constants.side_multiple) };
  });
}

/** Rectangles of chosen tiles, none twice, grown to the right and then down from the first that is free. */
function together(chosen: Set<number>, across: number, down: number) {
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
