/**
 * Evens out the lighting: divides each pixel by the paper's colour around it, so paper
 * turns white and ink stays dark.
 */
import type { Picture } from '../read-picture.ts';

const block = 32;
/** Pixels above this share of the paper's colour become white, which removes noise and grain. */
const paperLevel = 0.94;

/** The paper's colour on a coarse grid: the 80th percentile of each block, smoothed over its neighbours. */
function paperGrid({ data, width, height }: Picture) {
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const grid = new Float32Array(columns * rows * 3);
  const counts = new Int32Array(256);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      for (let c = 0; c < 3; c++) {
        counts.fill(0);
        let n = 0;
        for (let y = j * block; y < Math.min((j + 1) * block, height); y += 2) {
          for (let x = i * block; x < Math.min((i + 1) * block, width); x += 2, n++) {
            const value = data[(y * width + x) * 3 + c] as number;
            counts[value] = (counts[value] as number) + 1;
          }
        }
        let above = n * 0.2;
        let level = 255;
        while (level > 1 && above >= (counts[level] as number)) above -= counts[level--] as number;
        grid[(j * columns + i) * 3 + c] = level;
      }
    }
  }
  return {
    columns,
    rows,
    grid: smoothGrid(smoothGrid(fillDark(grid, columns, rows), columns, rows), columns, rows),
  };
}

/** A block full of print or of a picture takes the colour of its brightest neighbour, if that is much brighter. */
function fillDark(grid: Float32Array, columns: number, rows: number) {
  return grid.map((value, at) => {
    const c = at % 3;
    const [i, j] = [Math.floor(at / 3) % columns, Math.floor(at / 3 / columns)];
    let best = value;
    for (let y = Math.max(0, j - 2); y <= Math.min(rows - 1, j + 2); y++) {
      for (let x = Math.max(0, i - 2); x <= Math.min(columns - 1, i + 2); x++) {
        best = Math.max(best, grid[(y * columns + x) * 3 + c] as number);
      }
    }
    return value < 0.75 * best ? best : value;
  });
}

function smoothGrid(grid: Float32Array, columns: number, rows: number) {
  return grid.map((_, at) => {
    const c = at % 3;
    const [i, j] = [Math.floor(at / 3) % columns, Math.floor(at / 3 / columns)];
    let [sum, n] = [0, 0];
    for (let y = Math.max(0, j - 1); y <= Math.min(rows - 1, j + 1); y++) {
      for (let x = Math.max(0, i - 1); x <= Math.min(columns - 1, i + 1); x++, n++)
        sum += grid[(y * columns + x) * 3 + c] as number;
    }
    return sum / n;
  });
}

/** Changes the picture in place. */
export function whiten(picture: Picture) {
  const { columns, rows, grid } = paperGrid(picture);
  const { data, width, height } = picture;
  const place = (at: number, end: number) => {
    const g = Math.min(Math.max((at + 0.5) / block - 0.5, 0), end - 1);
    const first = Math.min(Math.floor(g), Math.max(0, end - 2));
    return { first, share: g - first };
  };
  const across = Array.from({ length: width }, (_, x) => place(x, columns));
  const right = columns > 1 ? 3 : 0;
  const below = rows > 1 ? columns * 3 : 0;
  for (let y = 0; y < height; y++) {
    const { first: j, share: v } = place(y, rows);
    for (let x = 0; x < width; x++) {
      const { first: i, share: u } = across[x] as { first: number; share: number };
      for (let c = 0; c < 3; c++) {
        const at = (j * columns + i) * 3 + c;
        const above = (grid[at] as number) * (1 - u) + (grid[at + right] as number) * u;
        const under = (grid[at + below] as number) * (1 - u) + (grid[at + below + right] as number) * u;
        const paper = (above * (1 - v) + under * v) * paperLevel;
        const to = (y * width + x) * 3 + c;
        data[to] = Math.min(255, ((data[to] as number) * 255) / Math.max(paper, 1) + 0.5);
      }
    }
  }
}
