/** What ink looks like beside the paper under it, and how likely a page's pens and its press made it. */
import type { NetworkPage } from './network-page.ts';
import { type PaperTone, toneBlock } from './paper-tone.ts';

/** How dark the ink is, how much redder than blue, how much redder than green; shares of the paper's brightness. */
export type Tone = readonly [dark: number, warm: number, red: number];

/** Tones this far apart are hardly of the same ink: what blur, noise and a pen's pressure change. */
const spread: Tone = [0.1, 0.035, 0.03];
/** As many samples as tell, so that a picture of noise costs no more than a page. */
const mostSamples = 160;
/** Before anything is seen a tone is as usual as this; so much weight of samples speaks as loud. */
const expected = 0.1;
const patience = 50;
/** Inks nobody used yet may turn up. */
const unseen = 1e-3;

/** Sums of ink over pixels; the darker a pixel, the more it counts, because a stroke's rim is half paper. */
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

/** Adds the pixel at x, y to place `to` of the sums. */
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
  /** Whose sample it is: nobody is judged by its own. */
  owner?: number;
}

/** Evenly chosen of all. */
export function fewer(samples: Sample[]) {
  if (samples.length <= mostSamples) return samples;
  return Array.from(
    { length: mostSamples },
    (_, i) => samples[Math.floor((i * samples.length) / mostSamples)] as Sample,
  );
}

/** What of the samples is as this tone, and what all of them weigh. */
export interface Alike {
  like: number;
  all: number;
}

export function alike([dark, warm, red]: Tone, samples: Sample[], owner?: number): Alike {
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

/** How usual the tone is among the samples. */
export const usual = ({ like, all }: Alike) => (expected * patience + like) / (patience + all) + unseen;

/** How much there is of all samples: 0 for none, 1 where there is enough. */
export const amount = ({ all }: Alike) => Math.min(Math.log1p(all / patience), 1);
