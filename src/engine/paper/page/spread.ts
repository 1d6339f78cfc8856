/**
 * Finds the fold between two pages in one photograph: a landscape picture with a dark valley near its middle
 * from top to bottom, and print on both sides. It is a suggestion; a person decides.
 */
import type { Picture } from '../read-picture.ts';

const smallWidth = 480;
const bands = 12;
/** The fold is looked for between these shares of the width. */
const zone = [0.36, 0.64] as const;
/** A valley is darker than the paper on both sides by at least this share. */
const leastDepth = 0.035;
/** The paper beside a valley, as shares of the width from its bottom. */
const beside = [0.015, 0.06] as const;
/** Valleys of bands belong together within this share of the width; a fold leans by at most the other. */
const sameLine = 0.02;
const mostLean = 0.1;
const leastBands = 8;
const leastInk = 0.004;

type Small = { light: Float32Array; width: number; height: number };

/** Brightness at a small size, each pixel the mean of those it stands for. */
function shrink({ data, width, height }: Picture): Small {
  const scale = Math.min(1, smallWidth / width);
  const small = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const light = new Float32Array(small.width * small.height);
  for (let y = 0; y < small.height; y++) {
    const [top, bottom] = spanOf(y, small.height, height);
    for (let x = 0; x < small.width; x++) {
      const [left, right] = spanOf(x, small.width, width);
      let sum = 0;
      for (let row = top; row < bottom; row++)
        for (let at = (row * width + left) * 3; at < (row * width + right) * 3; at++)
          sum += data[at] as number;
      light[y * small.width + x] = sum / ((bottom - top) * (right - left) * 3);
    }
  }
  return { ...small, light };
}

function spanOf(at: number, small: number, large: number) {
  const from = Math.floor((at * large) / small);
  return [from, Math.max(from + 1, Math.floor(((at + 1) * large) / small))] as const;
}

/** The paper's brightness of each column in a band of rows: print leaves most of a column bright. */
function paperOf({ light, width, height }: Small, band: number) {
  const [top, bottom] = spanOf(band, bands, height);
  return Float32Array.from({ length: width }, (_, x) => {
    const column = Float32Array.from(
      { length: bottom - top },
      (_, row) => light[(top + row) * width + x] as number,
    );
    return column.sort()[Math.floor(column.length * 0.8)] as number;
  });
}

/** The deepest valley of a band: where, and by which share of the paper beside it. */
function valleyOf(paper: Float32Array) {
  const width = paper.length;
  const most = (from: number, to: number) => {
    let best = 0;
    for (let x = Math.max(0, Math.round(from)); x <= Math.min(width - 1, Math.round(to)); x++)
      best = Math.max(best, paper[x] as number);
    return best;
  };
  let [at, depth] = [0, 0];
  for (let x = Math.round(zone[0] * width); x < zone[1] * width; x++) {
    const left = most(x - beside[1] * width, x - beside[0] * width);
    const right = most(x + beside[0] * width, x + beside[1] * width);
    const here = 1 - (paper[x] as number) / Math.max(1, Math.min(left, right));
    if (here > depth) [at, depth] = [x, here];
  }
  return { at: (at + 0.5) / width, depth };
}

/** The share of dark pixels between two columns. */
function inkBetween({ light, width, height }: Small, from: number, to: number) {
  let [ink, count] = [0, 0];
  for (let band = 0; band < bands; band++) {
    const paper = paperOf({ light, width, height }, band);
    const [top, bottom] = spanOf(band, bands, height);
    for (let y = top; y < bottom; y++)
      for (let x = Math.round(from * width); x < to * width; x++, count++)
        if ((light[y * width + x] as number) < 0.8 * (paper[x] as number)) ink += 1;
  }
  return ink / Math.max(1, count);
}

/** Where the fold crosses the middle of the picture, as a share of its width; null when there seems to be none. */
export function findSpread(picture: Picture): number | null {
  if (picture.width < 1.15 * picture.height || picture.height < 2 * bands) return null;
  const small = shrink(picture);
  const valleys = Array.from({ length: bands }, (_, band) => ({
    band,
    ...valleyOf(paperOf(small, band)),
  })).filter(({ depth }) => depth >= leastDepth);
  let best = { count: 0, at: 0 };
  for (const [at, one] of valleys.entries())
    for (const other of valleys.slice(at + 1)) {
      const slope = (other.at - one.at) / (other.band - one.band);
      if (Math.abs(slope) * bands > mostLean) continue;
      const lineAt = (band: number) => one.at + slope * (band - one.band);
      const count = valleys.filter((valley) => Math.abs(valley.at - lineAt(valley.band)) < sameLine).length;
      if (count > best.count) best = { count, at: lineAt((bands - 1) / 2) };
    }
  if (best.count < leastBands) return null;
  const isPrinted =
    inkBetween(small, 0.04, best.at - 0.04) > leastInk && inkBetween(small, best.at + 0.04, 0.96) > leastInk;
  return isPrinted ? best.at : null;
}
