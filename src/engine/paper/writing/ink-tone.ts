/** Tone of ink relative to the paper under it, and how likely it comes from a page's pens or from its print. */

import type { NetworkPage } from './network-page.ts';

/** Darkness, red minus blue, red minus green; each as a share of the paper's brightness. */
type Tone = readonly [dark: number, warm: number, red: number];

/** Standard deviation of one ink's tone, from blur, noise and the pen's pressure. */
const spread: Tone = [0.1, 0.035, 0.03];
/** A cap on the samples, so that a picture of noise costs no more than a page. */
const mostSamples = 160;
/** The likelihood of a tone without samples, and the weight of this prior compared with the samples. */
const priorLikelihood = 0.1;
const priorWeight = 50;
/** Added to every likelihood: an ink without samples is still possible. */
const unseen = 1e-3;

/** Sums of ink tones over pixels, weighted by darkness, because the rim of a stroke is half paper. */
export interface InkSums {
  weight: Float64Array;
  dark: Float64Array;
  warm: Float64Array;
  red: Float64Array;
}

export const inkSums = (length: number): InkSums => ({
  weight: new Float64Array(length),
  dark: new Float64Array(length),
  warm: new Float64Array(length),
  red: new Float64Array(length),
});

/** Returns a function that adds the pixel at x, y to index `to` of the sums. */
export function inkAdder({ rgb, width }: NetworkPage, { columns, paper }: PaperTone, sums: InkSums) {
  return (x: number, y: number, to: number) => {
    const at = (y * width + x) * 3;
    const block = (Math.floor(y / toneBlock) * columns + Math.floor(x / toneBlock)) * 3;
    const r = (rgb[at] as number) / (paper[block] as number);
    const g = (rgb[at + 1] as number) / (paper[block + 1] as number);
    const b = (rgb[at + 2] as number) / (paper[block + 2] as number);
    const dark = 1 - (r + g + b) / 3;
    if (dark <= 0) return;
    const weight = dark * dark;
    sums.weight[to] = (sums.weight[to] as number) + weight;
    sums.dark[to] = (sums.dark[to] as number) + weight * dark;
    sums.warm[to] = (sums.warm[to] as number) + weight * (r - b);
    sums.red[to] = (sums.red[to] as number) + weight * (r - g);
  };
}

export function toneOf({ weight, dark, warm, red }: InkSums, i: number): Tone {
  const w = (weight[i] as number) + 1e-6;
  return [(dark[i] as number) / w, (warm[i] as number) / w, (red[i] as number) / w];
}

export interface Sample {
  tone: Tone;
  weight: number;
  /** The part it was taken from: a part is not compared with its own sample. */
  owner?: number;
}

/** At most `mostSamples`, evenly spaced. */
export function limitSamples(samples: Sample[]) {
  if (samples.length <= mostSamples) return samples;
  return Array.from(
    { length: mostSamples },
    (_, i) => samples[Math.floor((i * samples.length) / mostSamples)] as Sample,
  );
}

/** Weight of the samples that match a tone (`like`), and of all samples. */
interface Alike {
  like: number;
  all: number;
}

export function matchSamples([dark, warm, red]: Tone, samples: Sample[], owner?: number): Alike {
  let [like, all] = [0, 0];
  for (const sample of samples) {
    if (owner !== undefined && sample.owner === owner) continue;
    const a = (dark - sample.tone[0]) / spread[0];
    const b = (warm - sample.tone[1]) / spread[1];
    const c = (red - sample.tone[2]) / spread[2];
    like += sample.weight * Math.exp(-0.5 * (a * a + b * b + c * c));
    all += sample.weight;
  }
  return { like, all };
}

/** Smoothed likelihood of the tone among the samples. */
export const likelihood = ({ like, all }: Alike) =>
  (priorLikelihood * priorWeight + like) / (priorWeight + all) + unseen;

/** How many samples there are, by weight: 0 for none, 1 for plenty. */
export const sampleAmount = ({ all }: Alike) => Math.min(Math.log1p(all / priorWeight), 1);

// The paper's colour across the page, so that inks can be compared under uneven lighting.

const toneBlock = 16;

export interface PaperTone {
  columns: number;
  rows: number;
  /** RGB of each block of 16 × 16 pixels. */
  paper: Float32Array;
}

/** The brightest 4×4 mean of each block. */
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

/** Combines each block with its 3×3 neighbours. */
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
