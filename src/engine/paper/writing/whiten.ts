/**
 * Evens out the lighting: divides each pixel by the paper's colour around it, so paper turns white and ink stays
 * as dark beside it as it was. Grain is removed where it is grain alone: a pixel whose neighbours along a line
 * are darker than the paper too is print, however faint.
 */
import type { Picture } from '../read-picture.ts';

/** A page has this many blocks along its longer side, of at least so many pixels. */
const blocksOfPage = 64;
const leastBlock = 16;
/** Dark areas up to twice this many blocks wide are print or pictures; wider ones are shade. */
const widestPrint = 5;
/** Paper in the shade has at least this share of the light beside it, or is wide; its tint differs by less than this. */
const leastLight = 0.75;
const mostTint = 0.16;
/** Deviations below the mean that are grain in one pixel, and in the mean of a line of five. */
const grainOfPixel = 2.5;
const grainOfLine = 1.6;
/** Grain is never taken for more than this share of the paper. */
const mostGrain = 0.04;
/** The grid is right to this share of the paper. */
const slack = 0.02;
/** Between paper and print, as a share of the paper. */
const softStep = 0.015;
/** The plane of ratios has this many steps from black to paper. */
const steps = 200;

/** The paper's colour on a coarse grid, smoothed over its neighbours, and the paper's grain as a share of it. */
function paperGrid({ data, width, height }: Picture) {
  const block = Math.max(leastBlock, Math.round(Math.max(width, height) / blocksOfPage));
  const columns = Math.ceil(width / block);
  const rows = Math.ceil(height / block);
  const grid = new Float32Array(columns * rows * 3);
  const counts = new Int32Array(256);
  const spreads: number[] = [];
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      for (let c = 0; c < 3; c++) {
        counts.fill(0);
        let n = 0;
        for (let y = j * block; y < Math.min((j + 1) * block, height); y++) {
          for (let x = i * block; x < Math.min((i + 1) * block, width); x++, n++) {
            const value = data[(y * width + x) * 3 + c] as number;
            counts[value] = (counts[value] as number) + 1;
          }
        }
        const level = usualLevel(counts, n);
        grid[(j * columns + i) * 3 + c] = level;
        if (c === 1) spreads.push((levelAbove(counts, 0.16 * n) - levelAbove(counts, 0.84 * n)) / level / 2);
      }
    }
  }
  // Most blocks of most pages are blank; print makes the spread of the others larger.
  spreads.sort((a, b) => a - b);
  const grain = Math.min(mostGrain, spreads[Math.floor(spreads.length * 0.3)] ?? 0);
  const known = fillUnknown(grid, paperBlocks(grid, columns, rows), columns, rows);
  return { block, columns, rows, grid: smoothGrid(known, columns, rows), grain };
}

/**
 * The level that most of a block's bright pixels have. Not a high percentile: cameras draw a bright edge around
 * print, which is brighter than the paper.
 */
function usualLevel(counts: Int32Array, n: number) {
  const darkest = 0.6 * levelAbove(counts, 0.1 * n);
  let [best, most] = [255, 0];
  for (let level = Math.max(2, Math.ceil(darkest)); level < 254; level++) {
    let around = 0;
    for (let near = level - 2; near <= level + 2; near++) around += counts[near] as number;
    if (around >= most) [best, most] = [level, around];
  }
  // White that is cut off has no levels above it.
  return (counts[255] as number) * 2 > n ? 255 : best;
}

/** The level of which `above` pixels are brighter. */
function levelAbove(counts: Int32Array, above: number) {
  let level = 255;
  let left = above;
  while (level > 1 && left >= (counts[level] as number)) left -= counts[level--] as number;
  return level;
}

/** 1 for each block that shows paper: not one full of print, and not a coloured one. */
function paperBlocks(grid: Float32Array, columns: number, rows: number) {
  const count = columns * rows;
  const light = Float32Array.from({ length: count }, (_, at) => grid[at * 3 + 1] as number);
  const wide = eachBlock(eachBlock(light, columns, rows, Math.max), columns, rows, Math.min);
  const tints = [0, 2].map((c) =>
    light.map((green, at) => (grid[at * 3 + c] as number) / Math.max(1, green)),
  );
  const usual = tints.map((tint) => tint.slice().sort()[count >> 1] as number);
  return Uint8Array.from(light, (value, at) => {
    if (value < leastLight * (wide[at] as number)) return 0;
    const isTinted = tints.some(
      (tint, c) => Math.abs((tint[at] as number) / (usual[c] as number) - 1) > mostTint,
    );
    return isTinted ? 0 : 1;
  });
}

/** The largest or smallest value of the blocks around each. */
function eachBlock(
  values: Float32Array,
  columns: number,
  rows: number,
  choose: (a: number, b: number) => number,
) {
  const along = (of: Float32Array, step: number, length: number, placeOf: (at: number) => number) =>
    of.map((value, at) => {
      let best = value;
      const place = placeOf(at);
      for (let by = -Math.min(widestPrint, place); by <= Math.min(widestPrint, length - 1 - place); by++)
        best = choose(best, of[at + by * step] as number);
      return best;
    });
  const across = along(values, 1, columns, (at) => at % columns);
  return along(across, columns, rows, (at) => Math.floor(at / columns));
}

/** Blocks that show no paper take the mean of those around them, from their edges inwards. */
function fillUnknown(grid: Float32Array, isPaper: Uint8Array, columns: number, rows: number) {
  const filled = grid.slice();
  if (!isPaper.includes(1)) return filled;
  let known = isPaper;
  while (known.includes(0)) {
    const next = known.slice();
    for (let at = 0; at < known.length; at++) {
      if (known[at]) continue;
      const [i, j] = [at % columns, Math.floor(at / columns)];
      const sums = [0, 0, 0];
      let n = 0;
      for (let y = Math.max(0, j - 1); y <= Math.min(rows - 1, j + 1); y++)
        for (let x = Math.max(0, i - 1); x <= Math.min(columns - 1, i + 1); x++) {
          if (!known[y * columns + x]) continue;
          n += 1;
          for (let c = 0; c < 3; c++)
            sums[c] = (sums[c] as number) + (filled[(y * columns + x) * 3 + c] as number);
        }
      if (n === 0) continue;
      for (let c = 0; c < 3; c++) filled[at * 3 + c] = (sums[c] as number) / n;
      next[at] = 1;
    }
    known = next;
  }
  return filled;
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

type PaperGrid = { block: number; columns: number; rows: number; grid: Float32Array };

/** Where pixels lie on the grid: the first of the two blocks around each, and the weight of the second. */
function placesOf(length: number, blocks: number, block: number) {
  const first = new Int32Array(length);
  const share = new Float32Array(length);
  for (let at = 0; at < length; at++) {
    const place = Math.min(Math.max((at + 0.5) / block - 0.5, 0), blocks - 1);
    first[at] = Math.min(Math.floor(place), Math.max(0, blocks - 2));
    share[at] = place - (first[at] as number);
  }
  return { first, share };
}

/** Interpolates the paper's colours of one row of pixels at a time. */
function paperRows({ block, columns, rows, grid }: PaperGrid, { width, height }: Picture) {
  const [across, down] = [placesOf(width, columns, block), placesOf(height, rows, block)];
  const blocks = new Float32Array(columns * 3);
  const row = new Float32Array(width * 3);
  const [right, below] = [columns > 1 ? 3 : 0, rows > 1 ? columns * 3 : 0];
  return (y: number) => {
    const v = down.share[y] as number;
    for (let i = 0, at = (down.first[y] as number) * columns * 3; i < blocks.length; i++, at++)
      blocks[i] = (grid[at] as number) * (1 - v) + (grid[at + below] as number) * v;
    for (let x = 0; x < width; x++) {
      const u = across.share[x] as number;
      for (let c = 0, at = (across.first[x] as number) * 3; c < 3; c++, at++)
        row[x * 3 + c] = Math.max(1, (blocks[at] as number) * (1 - u) + (blocks[at + right] as number) * u);
    }
    return row;
  };
}

/** How bright each pixel is beside the paper around it, in steps. */
function ratiosOf({ data, width, height }: Picture, paperRow: (y: number) => Float32Array) {
  const ratios = new Uint8Array(width * height);
  for (let y = 0, i = 0; y < height; y++) {
    const row = paperRow(y);
    for (let x = 0; x < width; x++, i++) {
      const [r, g, b] = [data[i * 3] as number, data[i * 3 + 1] as number, data[i * 3 + 2] as number];
      // The darkest channel says most: a yellow line is as bright as paper in the two others.
      const ratio = Math.min(
        r / (row[x * 3] as number),
        g / (row[x * 3 + 1] as number),
        b / (row[x * 3 + 2] as number),
      );
      ratios[i] = Math.min(255, ratio * steps + 0.5);
    }
  }
  return ratios;
}

/** The darkest mean of the four lines of five pixels through one that is not at the edge. */
function darkestLine(ratios: Uint8Array, at: number, width: number) {
  let least = 255 * 5;
  for (let line = 0; line < 4; line++) {
    const step = line === 0 ? 1 : width + line - 2;
    const sum =
      (ratios[at - 2 * step] as number) +
      (ratios[at - step] as number) +
      (ratios[at] as number) +
      (ratios[at + step] as number) +
      (ratios[at + 2 * step] as number);
    if (sum < least) least = sum;
  }
  return least / 5 / steps;
}

/** Changes the picture in place. */
export function whiten(picture: Picture) {
  const { data, width, height } = picture;
  const paper = paperGrid(picture);
  // The darkest of three channels lies a little lower than each of them.
  const mean = 1 - 0.85 * paper.grain;
  const paperLevel = mean - grainOfPixel * paper.grain - slack;
  const printBelow = mean - grainOfLine * paper.grain - slack;
  const paperRow = paperRows(paper, picture);
  const ratios = ratiosOf(picture, paperRow);
  for (let y = 0, i = 0; y < height; y++) {
    const row = paperRow(y);
    const isInside = y > 1 && y < height - 2;
    for (let x = 0; x < width; x++, i++) {
      let level = paperLevel;
      if (isInside && x > 1 && x < width - 2 && (ratios[i] as number) < steps) {
        const print = (printBelow - darkestLine(ratios, i, width)) / softStep;
        if (print > 0) level += (1 - level) * Math.min(1, print);
      }
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c;
        data[at] = Math.min(255, ((data[at] as number) * 255) / ((row[x * 3 + c] as number) * level) + 0.5);
      }
    }
  }
}
