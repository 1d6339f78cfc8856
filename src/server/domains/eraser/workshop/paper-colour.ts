import type { Pixels } from './pictures.ts';

const cell = 24;

/**
 * Estimates the paper colour at any point: each cell takes the mean of the brightest third of its unpainted
 * pixels, empty cells take the mean of their neighbours, and values between cell centres are interpolated.
 */
export function paperColour({ data, width, height }: Pixels, painted: Uint8Array) {
  const columns = Math.ceil(width / cell);
  const rows = Math.ceil(height / cell);
  const colours = new Float32Array(columns * rows * 3).fill(-1);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      sample(colours, (row * columns + column) * 3, { data, width, height }, painted, column, row);
  fillGaps(colours, columns, rows);

  return (x: number, y: number, channel: number) => {
    const across = cellsAround(x / cell - 0.5, columns);
    const down = cellsAround(y / cell - 0.5, rows);
    const at = (row: number, column: number) => colours[(row * columns + column) * 3 + channel] as number;
    const top = at(down.low, across.low) * (1 - across.part) + at(down.low, across.high) * across.part;
    const bottom = at(down.high, across.low) * (1 - across.part) + at(down.high, across.high) * across.part;
    return Math.round(top * (1 - down.part) + bottom * down.part);
  };
}

function cellsAround(value: number, count: number) {
  const clamped = Math.min(count - 1, Math.max(0, value));
  const low = Math.floor(clamped);
  return { low, high: Math.min(count - 1, low + 1), part: clamped - low };
}

function sample(
  colours: Float32Array,
  into: number,
  { data, width, height }: Pixels,
  painted: Uint8Array,
  column: number,
  row: number,
) {
  const bright: { sum: number; at: number }[] = [];
  for (let y = row * cell; y < Math.min(height, (row + 1) * cell); y += 2)
    for (let x = column * cell; x < Math.min(width, (column + 1) * cell); x += 2) {
      const at = y * width + x;
      if (painted[at]) continue;
      const start = at * 3;
      bright.push({
        at: start,
        sum: (data[start] as number) + (data[start + 1] as number) + (data[start + 2] as number),
      });
    }
  // Too few pixels to tell paper from print.
  if (bright.length < 12) return;
  bright.sort((a, b) => b.sum - a.sum);
  const brightest = bright.slice(0, Math.ceil(bright.length / 3));
  for (let channel = 0; channel < 3; channel++)
    colours[into + channel] =
      brightest.reduce((sum, { at }) => sum + (data[at + channel] as number), 0) / brightest.length;
}

/** Fills empty cells outwards from known ones; a page without any paper is white. */
function fillGaps(colours: Float32Array, columns: number, rows: number) {
  for (let round = 0; round < columns + rows; round++) {
    const known = Float32Array.from(colours);
    let gaps = 0;
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const into = (row * columns + column) * 3;
        if ((known[into] as number) >= 0) continue;
        gaps++;
        const near = [
          [row - 1, column],
          [row + 1, column],
          [row, column - 1],
          [row, column + 1],
        ].filter(
          ([r, c]) =>
            (r as number) >= 0 && (r as number) < rows && (c as number) >= 0 && (c as number) < columns,
        );
        const starts = near
          .map(([r, c]) => ((r as number) * columns + (c as number)) * 3)
          .filter((start) => (known[start] as number) >= 0);
        if (starts.length === 0) continue;
        for (let channel = 0; channel < 3; channel++)
          colours[into + channel] =
            starts.reduce((sum, start) => sum + (known[start + channel] as number), 0) / starts.length;
      }
    if (gaps === 0) return;
  }
  for (let at = 0; at < colours.length; at++) if ((colours[at] as number) < 0) colours[at] = 255;
}
