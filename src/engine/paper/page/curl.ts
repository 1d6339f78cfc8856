/**
 * Measures how the lines of a curled page bend. The row profiles of neighbouring vertical strips are
 * correlated; the best vertical shift between two strips is how far the lines sink between them. A smooth
 * polynomial surface is fitted to all these shifts.
 */
import { solve } from './geometry.ts';
import type { GreyPage } from './sample.ts';
import type { Bend } from './straighten.ts';

const strips = 32;
const bands = 10;
/** Strips this many apart are compared. */
const lags = [1, 2, 3];
/** The most that lines may sink between neighbouring strips, in pixels of the sample. */
const maxShift = 3;
/** Strips with less ink or a lower best correlation are skipped. */
const leastCorrelation = 0.6;
const leastInk = 1.2;
/** Degrees of the polynomial surface. */
const degreeX = 4;
const degreeY = 1;
/** As a share of the page's height: smaller bends are ignored, and larger ones are not a curled page. */
const leastBend = 0.0035;
const mostBend = 0.05;
/** The share of the measured shifts that the bend must explain, and the share of strips that must have one. */
const leastExplained = 0.4;
const leastCovered = 0.6;
const gridColumns = 33;
const gridRows = 9;

interface LineShift {
  /** Centres of the left strip, the right strip and the band, −1 to 1. */
  left: number;
  right: number;
  y: number;
  strip: number;
  /** How far the lines sink from left to right, in pixels. */
  down: number;
  weight: number;
}

/** For each strip, the darkness of each row relative to the paper around it. */
function profiles({ data, width, height }: GreyPage) {
  const block = 32;
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)];
  const paper = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = Math.floor(y / block) * columns + Math.floor(x / block);
      if ((data[y * width + x] as number) > (paper[at] as number)) paper[at] = data[y * width + x] as number;
    }
  }
  const out = Array.from({ length: strips }, () => new Float32Array(height));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = (paper[Math.floor(y / block) * columns + Math.floor(x / block)] as number) + 1;
      const dark = 1 - (data[y * width + x] as number) / light;
      if (dark < 0.15) continue;
      const strip = out[Math.min(strips - 1, Math.floor((x * strips) / width))] as Float32Array;
      strip[y] = (strip[y] as number) + Math.min(dark, 0.6);
    }
  }
  return out.map(smoothed);
}

function smoothed(values: Float32Array) {
  const out = new Float32Array(values.length);
  for (let i = 1; i + 1 < values.length; i++)
    out[i] = ((values[i - 1] as number) + 2 * (values[i] as number) + (values[i + 1] as number)) / 4;
  return out;
}

/** Pearson correlation of two row profiles between `from` and `to`, the second one shifted. */
function correlation(a: Float32Array, b: Float32Array, from: number, to: number, shift: number) {
  let [n, sa, sb, saa, sbb, sab] = [0, 0, 0, 0, 0, 0];
  for (let y = Math.max(from, -shift); y < Math.min(to, b.length - shift); y++) {
    const [p, q] = [a[y] as number, b[y + shift] as number];
    n++;
    sa += p;
    sb += q;
    saa += p * p;
    sbb += q * q;
    sab += p * q;
  }
  const spread = (saa - (sa * sa) / n) * (sbb - (sb * sb) / n);
  return spread > 0 ? (sab - (sa * sb) / n) / Math.sqrt(spread) : 0;
}

function measureShifts(page: GreyPage): LineShift[] {
  const rows = profiles(page);
  const high = Math.floor((page.height / bands) * 1.5);
  const out: LineShift[] = [];
  const middle = (strip: number) => (2 * (strip + 0.5)) / strips - 1;
  for (let band = 0; band < bands; band++) {
    const from = Math.round(((page.height - high) * band) / (bands - 1));
    const ink = rows.map(
      (row) => row.subarray(from, from + high).reduce((sum, value) => sum + value, 0) / high,
    );
    for (const lag of lags) {
      for (let strip = 0; strip + lag < strips; strip++) {
        const [a, b] = [rows[strip] as Float32Array, rows[strip + lag] as Float32Array];
        if (Math.min(ink[strip] as number, ink[strip + lag] as number) < leastInk) continue;
        const found = bestShift(a, b, from, from + high, maxShift * lag);
        if (found)
          out.push({
            left: middle(strip),
            right: middle(strip + lag),
            y: (2 * (from + high / 2)) / page.height - 1,
            strip,
            ...found,
          });
      }
    }
  }
  return out;
}

function bestShift(a: Float32Array, b: Float32Array, from: number, to: number, most: number) {
  const scores: number[] = [];
  for (let shift = -most - 1; shift <= most + 1; shift++) scores.push(correlation(a, b, from, to, shift));
  let best = 1;
  for (let i = 2; i + 1 < scores.length; i++) if ((scores[i] as number) > (scores[best] as number)) best = i;
  const [before, here, after] = scores.slice(best - 1, best + 2) as [number, number, number];
  // A maximum at the end of the range is not a peak.
  if (here < leastCorrelation || before >= here || after > here) return undefined;
  const curve = before - 2 * here + after;
  const down = best - most - 1 + (curve < 0 ? (0.5 * (before - after)) / curve : 0);
  return { down, weight: here ** 4 };
}

const terms = Array.from({ length: degreeX }, (_, i) =>
  Array.from({ length: degreeY + 1 }, (_, j) => [i + 1, j] as const),
).flat();

/** Fits the surface by iteratively reweighted least squares, which ignores outliers. */
function fitSurface(all: LineShift[]) {
  let factors = terms.map(() => 0);
  const predicted = ({ left, right, y }: LineShift) =>
    terms.reduce((sum, [i, j], k) => sum + (factors[k] as number) * (right ** i - left ** i) * y ** j, 0);
  for (let round = 0; round < 8; round++) {
    const rows = terms.map((_, r) => terms.map((__, c) => (r === c ? 1e-3 : 0)).concat(0));
    for (const shift of all) {
      const off = round === 0 ? 0 : shift.down - predicted(shift);
      const weight = shift.weight / (1 + (off / 0.5) ** 2) ** 2;
      const basis = terms.map(([i, j]) => (shift.right ** i - shift.left ** i) * shift.y ** j);
      basis.forEach((p, r) => {
        const row = rows[r] as number[];
        basis.forEach((q, c) => {
          row[c] = (row[c] as number) + weight * p * q;
        });
        row[terms.length] = (row[terms.length] as number) + weight * p * shift.down;
      });
    }
    factors = solve(rows);
  }
  const height = (x: number, y: number) =>
    terms.reduce((sum, [i, j], k) => sum + (factors[k] as number) * x ** i * y ** j, 0);
  return { height, predicted };
}

/** Undefined if the page is flat or the result is unclear. The bend is in pixels of a page `targetHeight` high. */
export function findBend(page: GreyPage, targetHeight: number): Bend | undefined {
  const all = measureShifts(page);
  const covered = new Set(all.map(({ strip }) => strip)).size / (strips - 1);
  if (covered < leastCovered || all.length < 2 * strips) return undefined;
  const { height, predicted } = fitSurface(all);
  // The page's corners are already in place, so the bend is 0 at its left and right edges.
  const bent = (x: number, y: number) =>
    height(x, y) - (height(-1, y) * (1 - x) + height(1, y) * (1 + x)) / 2;
  const down = new Float32Array(gridColumns * gridRows);
  for (let j = 0; j < gridRows; j++)
    for (let i = 0; i < gridColumns; i++)
      down[j * gridColumns + i] = bent((2 * i) / (gridColumns - 1) - 1, (2 * j) / (gridRows - 1) - 1);
  const most = down.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0) / page.height;
  if (most < leastBend || most > mostBend || explained(all, predicted) < leastExplained) return undefined;
  return {
    columns: gridColumns,
    rows: gridRows,
    down: down.map((value) => (value * targetHeight) / page.height),
  };
}

/** How much smaller the error is with the bend than with straight, possibly slanted, lines: 0 to 1. */
function explained(all: LineShift[], predicted: (shift: LineShift) => number) {
  const clampedError = (off: number) => Math.min(1, Math.abs(off) / 1);
  const slant = all.map(({ down, left, right }) => down / (right - left)).sort((a, b) => a - b)[
    all.length >> 1
  ] as number;
  let [straight, bent] = [0, 0];
  for (const shift of all) {
    straight += shift.weight * clampedError(shift.down - slant * (shift.right - shift.left));
    bent += shift.weight * clampedError(shift.down - predicted(shift));
  }
  return 1 - bent / straight;
}
