/** The paper's colour over the page, so that ink can be told from ink whatever the light on it. */
import type { NetworkPage } from './network-page.ts';

export const toneBlock = 16;

export interface PaperTone {
  columns: number;
  rows: number;
  /** RGB of each block of 16 × 16 pixels. */
  paper: Float32Array;
}

/** The brightest 4 × 4 mean of each block. */
function brightest({ rgb, width, height }: NetworkPage, columns: number, rows: number) {
  const best = new Float32Array(columns * rows * 3);
  const across = width >> 2;
  const sums = new Int32Array(across * 3);
  for (let top = 0; top + 4 <= height; top += 4) {
    sums.fill(0);
    for (let y = top; y < top + 4; y++) {
      for (let x = 0, at = y * width * 3; x < across * 4; x++, at += 3) {
        const to = (x >> 2) * 3;
        sums[to] = (sums[to] as number) + (rgb[at] as number);
        sums[to + 1] = (sums[to + 1] as number) + (rgb[at + 1] as number);
        sums[to + 2] = (sums[to + 2] as number) + (rgb[at + 2] as number);
      }
    }
    const row = Math.floor(top / toneBlock) * columns;
    for (let k = 0; k < sums.length; k++) {
      const to = (row + ((Math.floor(k / 3) * 4) >> 4)) * 3 + (k % 3);
      const value = (sums[k] as number) / 16;
      if (value > (best[to] as number)) best[to] = value;
    }
  }
  return best;
}

/** Each block from its 3 × 3 neighbours. */
function overNeighbours(
  from: Float32Array,
  columns: number,
  rows: number,
  join: (values: number[]) => number,
) {
  return from.map((_, at) => {
    const [i, j] = [Math.floor(at / 3) % columns, Math.floor(at / 3 / columns)];
    const values: number[] = [];
    for (let y = Math.max(0, j - 1); y <= Math.min(rows - 1, j + 1); y++) {
      for (let x = Math.max(0, i - 1); x <= Math.min(columns - 1, i + 1); x++)
        values.push(from[(y * columns + x) * 3 + (at % 3)] as number);
    }
    return join(values);
  });
}

export function paperTone(page: NetworkPage): PaperTone {
  const columns = Math.ceil(page.width / toneBlock);
  const rows = Math.ceil(page.height / toneBlock);
  const spread = overNeighbours(brightest(page, columns, rows), columns, rows, (v) => Math.max(...v));
  const paper = overNeighbours(spread, columns, rows, (v) =>
    Math.max(1, v.reduce((a, b) => a + b, 0) / v.length),
  );
  return { columns, rows, paper };
}
