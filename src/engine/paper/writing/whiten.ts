/**
 * Evens out the lighting: divides each pixel by the paper's colour around it, so paper turns white and ink stays
 * as dark beside it as it was. Grain is removed where it is grain alone: a pixel whose neighbours along a line
 * are darker than the paper too is print, however faint.
 */
import type { Picture } from '../read-picture.ts';

const block = 16;
/** Of a block's pixels, this share is brighter than what is taken for its paper. */
const brighter = 0.1;
/** For grain of a normal distribution: by how many deviations the level above is brighter than the mean. */
const bias = 1.28;
/** Deviations below the mean that are grain in one pixel, and in the mean of a line of five. */
const grainOfPixel = 2.5;
const grainOfLine = 1.6;
/** Grain is never taken for more than this share of the paper. */
const mostGrain = 0.04;
/** Between paper and print, as a share of the paper. */
const softStep = 0.015;
/** The plane of ratios has this many steps from black to paper. */
const steps = 200;

/** The paper's colour on a coarse grid, smoothed over its neighbours, and the paper's grain as a share of it. */
function paperGrid({ data, width, height }: Picture) {
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
        const level = levelAbove(counts, n * brighter);
        grid[(j * columns + i) * 3 + c] = level;
        if (c === 1) spreads.push((level - levelAbove(counts, n / 2)) / level / bias);
      }
    }
  }
  // Most blocks of most pages are blank; print makes the spread of the others larger.
  spreads.sort((a, b) => a - b);
  const grain = Math.min(mostGrain, spreads[Math.floor(spreads.length * 0.3)] ?? 0);
  const smooth = smoothGrid(smoothGrid(fillDark(grid, columns, rows), columns, rows), columns, rows);
  return { columns, rows, grid: smooth, grain };
}

/** The level of which `above` pixels are brighter. */
function levelAbove(counts: Int32Array, above: number) {
  let level = 255;
  let left = above;
  while (level > 1 && left >= (counts[level] as number)) left -= counts[level--] as number;
  return level;
}

/** A block full of print or of a picture takes the colour of its brightest neighbour, if that is much brighter. */
function fillDark(grid: Float32Array, columns: number, rows: number) {
  return grid.map((value, at) => {
    const c = at % 3;
    const [i, j] = [Math.floor(at / 3) % columns, Math.floor(at / 3 / columns)];
    let best = value;
    for (let y = Math.max(0, j - 4); y <= Math.min(rows - 1, j + 4); y++) {
      for (let x = Math.max(0, i - 4); x <= Math.min(columns - 1, i + 4); x++) {
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

type PaperGrid = { columns: number; rows: number; grid: Float32Array };

/** Where pixels lie on the grid: the first of the two blocks around each, and the weight of the second. */
function placesOf(length: number, blocks: number) {
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
function paperRows({ columns, rows, grid }: PaperGrid, { width, height }: Picture) {
  const [across, down] = [placesOf(width, columns), placesOf(height, rows)];
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
  const paperMean = 1 - bias * paper.grain;
  // The darkest of three channels lies a little lower than each of them.
  const mean = paperMean - 0.85 * paper.grain;
  const paperLevel = mean - grainOfPixel * paper.grain - 0.01;
  const printBelow = mean - grainOfLine * paper.grain - 0.012;
  const paperRow = paperRows(paper, picture);
  const ratios = ratiosOf(picture, paperRow);
  for (let y = 0, i = 0; y < height; y++) {
    const row = paperRow(y);
    const isInside = y > 1 && y < height - 2;
    for (let x = 0; x < width; x++, i++) {
      let level = paperLevel;
      if (isInside && x > 1 && x < width - 2 && (ratios[i] as number) < steps) {
        const print = (printBelow - darkestLine(ratios, i, width)) / softStep;
        if (print > 0) level += (paperMean - level) * Math.min(1, print);
      }
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c;
        data[at] = Math.min(255, ((data[at] as number) * 255) / ((row[x * 3 + c] as number) * level) + 0.5);
      }
    }
  }
}
