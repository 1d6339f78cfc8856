/**
 * How the lines of a page bend, where it curls. Neighbouring strips of the page are laid beside each other, and what makes
 * their rows meet is how far the lines sink or rise between them; one smooth surface goes through all of that.
 */
import { solve } from './geometry.ts';
import type { GreyPage } from './sample.ts';
import type { Bend } from './straighten.ts';

const strips = 32;
const bands = 10;
/** Strips this far from each other are compared. */
const lags = [1, 2, 3];
/** How far lines sink between two neighbouring strips at most, in pixels of the sample. */
const steepest = 3;
/** Rows that tell nothing: too little ink, or no better one way than another. */
const leastAlike = 0.6;
const leastInk = 1.2;
/** Powers of x and of y in the surface. */
const degreeX = 4;
const degreeY = 1;
/** A bend below this share of the page's height is left alone, and above that no page is gently curled. */
const leastBend = 0.0035;
const mostBend = 0.05;
/** What the bend must explain of what is measured, and in how many of the strips. */
const leastExplained = 0.4;
const leastCovered = 0.6;
const gridColumns = 33;
const gridRows = 9;

interface Sunk {
  /** Middle of the left and right strip and of the band, −1 to 1. */
  left: number;
  right: number;
  y: number;
  strip: number;
  /** How far the lines sink from left to right, in pixels. */
  down: number;
  weight: number;
}

/** Darkness beside the paper around, row by row of each strip. */
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
  return out.map(softened);
}

function softened(values: Float32Array) {
  const out = new Float32Array(values.length);
  for (let i = 1; i + 1 < values.length; i++)
    out[i] = ((values[i - 1] as number) + 2 * (values[i] as number) + (values[i + 1] as number)) / 4;
  return out;
}

/** How alike two pieces of profiles are, −1 to 1. */
function alike(a: Float32Array, b: Float32Array, from: number, to: number, shift: number) {
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

function measured(page: GreyPage): Sunk[] {
  const rows = profiles(page);
  const high = Math.floor((page.height / bands) * 1.5);
  const out: Sunk[] = [];
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
        const found = bestShift(a, b, from, from + high, steepest * lag);
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
  for (let shift = -most - 1; shift <= most + 1; shift++) scores.push(alike(a, b, from, to, shift));
  let best = 1;
  for (let i = 2; i + 1 < scores.length; i++) if ((scores[i] as number) > (scores[best] as number)) best = i;
  const [before, here, after] = scores.slice(best - 1, best + 2) as [number, number, number];
  // The highest at the end of what was tried is no top.
  if (here < leastAlike || before >= here || after > here) return undefined;
  const curve = before - 2 * here + after;
  const down = best - most - 1 + (curve < 0 ? (0.5 * (before - after)) / curve : 0);
  return { down, weight: here ** 4 };
}

const terms = Array.from({ length: degreeX }, (_, i) =>
  Array.from({ length: degreeY + 1 }, (_, j) => [i + 1, j] as const),
).flat();

/** The smooth surface through what was measured, outliers left out as it comes closer. */
function surface(all: Sunk[]) {
  let factors = terms.map(() => 0);
  const predicted = ({ left, right, y }: Sunk) =>
    terms.reduce((sum, [i, j], k) => sum + (factors[k] as number) * (right ** i - left ** i) * y ** j, 0);
  for (let round = 0; round < 8; round++) {
    const rows = terms.map((_, r) => terms.map((__, c) => (r === c ? 1e-3 : 0)).concat(0));
    for (const sunk of all) {
      const off = round === 0 ? 0 : sunk.down - predicted(sunk);
      const weight = sunk.weight / (1 + (off / 0.5) ** 2) ** 2;
      const basis = terms.map(([i, j]) => (sunk.right ** i - sunk.left ** i) * sunk.y ** j);
      basis.forEach((p, r) => {
        const row = rows[r] as number[];
        basis.forEach((q, c) => {
          row[c] = (row[c] as number) + weight * p * q;
        });
        row[terms.length] = (row[terms.length] as number) + weight * p * sunk.down;
      });
    }
    factors = solve(rows);
  }
  const height = (x: number, y: number) =>
    terms.reduce((sum, [i, j], k) => sum + (factors[k] as number) * x ** i * y ** j, 0);
  return { height, predicted };
}

/** Undefined where the page is flat, or nothing clear can be said. Pixels of the bend are those of a page `targetHeight` high. */
export function findBend(page: GreyPage, targetHeight: number): Bend | undefined {
  const all = measured(page);
  const covered = new Set(all.map(({ strip }) => strip)).size / (strips - 1);
  if (covered < leastCovered || all.length < 2 * strips) return undefined;
  const { height, predicted } = surface(all);
  // Where the page's corners are is known; between them alone it bends.
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

/** How much less is left over with the bend than with straight, if slanted, lines: most of it where the bend is real. */
function explained(all: Sunk[], predicted: (sunk: Sunk) => number) {
  const near = (off: number) => Math.min(1, Math.abs(off) / 1);
  const slant = all.map(({ down, left, right }) => down / (right - left)).sort((a, b) => a - b)[
    all.length >> 1
  ] as number;
  let [straight, bent] = [0, 0];
  for (const sunk of all) {
    straight += sunk.weight * near(sunk.down - slant * (sunk.right - sunk.left));
    bent += sunk.weight * near(sunk.down - predicted(sunk));
  }
  return 1 - bent / straight;
}
