/**
 * Metrics of erased writing and preserved print, for pages whose blank version is known. Both
 * pictures are divided by the photograph's local paper; a pixel is dark below a threshold about
 * halfway to the photograph's print. Paper and threshold come from the photograph and are used for
 * the erased page too, so that changes of light and contrast do not improve the score. All shares are
 * shares of the photograph's pixels.
 */
import { labelParts } from './parts.ts';
import { blur, enlarge, extreme, grey, grow, median9, open, type Plane, quarter } from './planes.ts';

const near = 2;
const far = 4;
const touch = 3;
const half = 0.45;
const border = 14;
const speck = 12;
const thick = 6;

export interface Score {
  /** Share of the photograph's dark print that is still dark. */
  kept: number;
  /** The same, only where writing touches print. */
  crossed: number;
  /** Share of the writing's pixels that are still dark. */
  left: number;
  /** Remaining trace where writing was, dark or bright, relative to the contrast of the writing itself. */
  ghost: number;
}

/** Each pixel divided by the paper around it: 1 is paper. */
function flatten(picture: Plane, paper: Plane): Plane<Float32Array> {
  const g = grey(picture);
  const data = Float32Array.from(g.data, (value, i) =>
    Math.min(Math.max(value / Math.max(paper.data[i] as number, 1), 0), 1.1),
  );
  return { ...g, data };
}

export function localPaper(picture: Plane): Plane {
  const brightest = median9(extreme(quarter(grey(picture)), 4, true));
  const smooth = blur(brightest, 3, 19);
  return enlarge({ ...smooth, data: smooth.data.map(Math.round) }, picture.width, picture.height);
}

function medianOf(values: number[]) {
  const sorted = Float32Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/**
 * `ink` is 1 where the blank page is printed. Pictures are RGB. `hand`, if known, is 1 where there is
 * writing: then only dark pixels there count as writing, because print too pale for `ink` is dark too.
 */
export function score(before: Plane, after: Plane, ink: Plane, hand?: Plane): Score {
  const { width, height } = ink;
  const plane = (of: (i: number) => unknown): Plane => ({
    data: Uint8Array.from({ length: width * height }, (_, i) => (of(i) ? 1 : 0)),
    width,
    height,
  });
  const paper = localPaper(before);
  const toneBefore = flatten(before, paper);
  const toneAfter = flatten(after, paper);
  const inside = plane((i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return x >= border && x < width - border && y >= border && y < height - border;
  });
  const nearInk = grow(ink, far - 1);
  const darkest = extreme(toneBefore, near, false);
  const printLevel = medianOf([...darkest.data].filter((_, i) => ink.data[i] && inside.data[i]));
  const limit = Math.fround(Math.min(1 - half * (1 - printLevel), 0.9));
  const darkBefore = plane((i) => (toneBefore.data[i] as number) < limit);
  const darkAfter = plane((i) => (toneAfter.data[i] as number) < limit);
  const rim = grow(open(darkBefore, thick), thick + 4);
  const valid = plane((i) => inside.data[i] && !rim.data[i]);
  const raw = plane(
    (i) => darkBefore.data[i] && !nearInk.data[i] && valid.data[i] && (!hand || hand.data[i]),
  );
  const parts = labelParts(raw);
  const isWriting = parts.boxes.map(
    ({ w, h, size }) => size >= speck && w <= 0.5 * width && h <= 0.25 * height,
  );
  const writing = plane((i) => parts.labels[i] && isWriting[(parts.labels[i] as number) - 1]);

  const meets = grow(writing, far - 1 + touch);
  const nearDarkBefore = grow(darkBefore, near);
  const nearDarkAfter = grow(darkAfter, near);
  const counts = { base: 0, kept: 0, touched: 0, crossed: 0, writing: 0, left: 0 };
  for (let i = 0; i < width * height; i++) {
    if (writing.data[i]) {
      counts.writing++;
      if (darkAfter.data[i]) counts.left++;
    }
    if (!ink.data[i] || !valid.data[i] || !nearDarkBefore.data[i]) continue;
    const kept = nearDarkAfter.data[i] as number;
    counts.base++;
    counts.kept += kept;
    if (!meets.data[i]) continue;
    counts.touched++;
    counts.crossed += kept;
  }
  const ghost = ghostOf({ toneBefore, toneAfter, writing, nearInk, valid, darkBefore, plane });
  return {
    kept: counts.kept / counts.base,
    crossed: counts.crossed / counts.touched,
    left: counts.left / Math.max(counts.writing, 1),
    ghost,
  };
}

interface GhostOf {
  toneBefore: Plane<Float32Array>;
  toneAfter: Plane<Float32Array>;
  writing: Plane;
  nearInk: Plane;
  valid: Plane;
  darkBefore: Plane;
  plane: (of: (i: number) => unknown) => Plane;
}

/**
 * How much the area of the writing differs from the paper around it, less the paper's
 * noise; after divided by before.
 */
function ghostOf({ toneBefore, toneAfter, writing, nearInk, valid, darkBefore, plane }: GhostOf) {
  const grown = grow(writing, 2);
  const zone = plane((i) => grown.data[i] && !nearInk.data[i] && valid.data[i]);
  const dirtGrown = grow(
    plane((i) => darkBefore.data[i] || writing.data[i]),
    5,
  );
  const dirty = plane((i) => dirtGrown.data[i] || nearInk.data[i]);
  const around = grow(writing, 14);
  const ring = plane((i) => around.data[i] && !dirty.data[i] && valid.data[i]);
  const weight = blur(
    plane((i) => !dirty.data[i]),
    10,
    81,
  );
  const trace = (tone: Plane<Float32Array>) => {
    const clean = { ...tone, data: tone.data.map((v, i) => (dirty.data[i] ? 0 : v)) };
    const paper = blur(clean, 10, 81);
    const sums = { zone: 0, zones: 0, ring: 0, rings: 0 };
    for (let i = 0; i < tone.data.length; i++) {
      const off = Math.abs(
        (tone.data[i] as number) - (paper.data[i] as number) / ((weight.data[i] as number) + 1e-4),
      );
      if (zone.data[i]) [sums.zone, sums.zones] = [sums.zone + off, sums.zones + 1];
      if (ring.data[i]) [sums.ring, sums.rings] = [sums.ring + off, sums.rings + 1];
    }
    return sums.zone / sums.zones - sums.ring / sums.rings;
  };
  return Math.max(trace(toneAfter), 0) / Math.max(trace(toneBefore), 1e-6);
}
