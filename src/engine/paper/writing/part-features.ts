/** Features of each connected part that the networks mark as writing: both networks' output, and its ink. */

import {
  type InkSums,
  inkAdder,
  inkSums,
  likelihood,
  limitSamples,
  matchSamples,
  type PaperTone,
  paperTone,
  type Sample,
  sampleAmount,
  toneOf,
} from './ink-tone.ts';
import type { NetworkPage } from './network-page.ts';

/**
 * `fine` and `coarse`: the networks' output as mean logits. `ink`: log-likelihood ratio of the
 * page's pens to its print. `company`: how much certain writing there is elsewhere on the page, 0 to
 * 1; an unwritten page has none.
 */
export const partFeatures = ['fine', 'coarse', 'ink', 'company'] as const;
export type PartFeature = (typeof partFeatures)[number];

/** Only parts above both limits are samples of the page's pens: certain writing, larger than a speck. */
const sureLogit = 2.5;
const fewestPixels = 12;
/** Pixels that are samples of the page's print, summed in cells of about a letter; cells with less ink are skipped. */
const surePrint = 127;
const hardlyWriting = 50;
const printCell = 32;
const leastInk = 0.72;

const logits = Float64Array.from({ length: 256 }, (_, byte) => {
  const p = Math.min(Math.max(byte / 255, 0.004), 0.996);
  return Math.log(p / (1 - p));
});

interface PartSums {
  area: Float64Array;
  fine: Float64Array;
  coarse: Float64Array;
  ink: InkSums;
}

function sumParts(page: NetworkPage, runs: Runs, paper: PaperTone): PartSums {
  const { masks, coarse, width, height } = page;
  const plane = width * height;
  const zeros = () => new Float64Array(runs.parts);
  const sums: PartSums = { area: zeros(), fine: zeros(), coarse: zeros(), ink: inkSums(runs.parts) };
  const addInk = inkAdder(page, paper, sums.ink);
  const logit = (of: Uint8Array, i: number) =>
    logits[Math.max(of[i] as number, of[i + plane] as number)] as number;
  for (let run = 0; run < runs.row.length; run++) {
    const part = runs.part[run] as number;
    const y = runs.row[run] as number;
    const [from, to] = [runs.from[run] as number, runs.to[run] as number];
    let [fine, guess] = [0, 0];
    for (let x = from, i = y * width + from; x < to; x++, i++) {
      fine += logit(masks, i);
      guess += logit(coarse, i);
      addInk(x, y, part);
    }
    sums.area[part] = (sums.area[part] as number) + to - from;
    sums.fine[part] = (sums.fine[part] as number) + fine;
    sums.coarse[part] = (sums.coarse[part] as number) + guess;
  }
  return sums;
}

/** Tones of what is certainly print. */
function printTones(page: NetworkPage, paper: PaperTone): Sample[] {
  const { masks, width, height } = page;
  const plane = width * height;
  const across = Math.ceil(width / printCell);
  const cells = across * Math.ceil(height / printCell);
  const ink = inkSums(cells);
  const addInk = inkAdder(page, paper, ink);
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / printCell) * across;
    for (let x = 0; x < width; x++, i++) {
      if ((masks[i + 2 * plane] as number) <= surePrint) continue;
      if ((masks[i] as number) >= hardlyWriting || (masks[i + plane] as number) >= hardlyWriting) continue;
      addInk(x, y, row + Math.floor(x / printCell));
    }
  }
  const samples: Sample[] = [];
  for (let i = 0; i < cells; i++) {
    const weight = ink.weight[i] as number;
    if (weight > leastInk) samples.push({ tone: toneOf(ink, i), weight: Math.sqrt(weight) });
  }
  return limitSamples(samples);
}

export function describeParts(page: NetworkPage, runs: Runs): Record<PartFeature, number>[] {
  if (runs.parts === 0) return [];
  const paper = paperTone(page);
  const { area, fine, coarse, ink } = sumParts(page, runs, paper);
  const mean = (sums: Float64Array, part: number) => (sums[part] as number) / (area[part] as number);
  const pens: Sample[] = [];
  for (let part = 0; part < runs.parts; part++) {
    if ((area[part] as number) < fewestPixels || mean(fine, part) <= sureLogit) continue;
    pens.push({ tone: toneOf(ink, part), weight: Math.sqrt(area[part] as number), owner: part });
  }
  const [written, printed] = [limitSamples(pens), printTones(page, paper)];
  return Array.from({ length: runs.parts }, (_, part) => {
    const tone = toneOf(ink, part);
    const pen = matchSamples(tone, written, part);
    return {
      fine: mean(fine, part),
      coarse: mean(coarse, part),
      ink: Math.log(likelihood(pen) / likelihood(matchSamples(tone, printed))),
      company: sampleAmount(pen),
    };
  });
}

// Connected parts of the writing mask, stored as runs of pixels: few numbers, however big the page is.

interface Runs {
  row: number[];
  /** First pixel of the run in its row, and the first one after it. */
  from: number[];
  to: number[];
  /** Which part each run belongs to, counted from 0. */
  part: number[];
  parts: number;
}

/** 8-connected parts of the pixels whose student or teacher probability is above `limit` (of 255). */
export function writingParts({ masks, width, height }: NetworkPage, limit: number): Runs {
  const plane = width * height;
  const runs: Runs = { row: [], from: [], to: [], part: [], parts: 0 };
  const parent: number[] = [];
  const root = (run: number) => {
    let at = run;
    while ((parent[at] as number) !== at) {
      parent[at] = parent[parent[at] as number] as number;
      at = parent[at] as number;
    }
    return at;
  };
  let above = 0;
  for (let y = 0; y < height; y++) {
    const first = runs.row.length;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if ((masks[i] as number) <= limit && (masks[i + plane] as number) <= limit) continue;
      const run = runs.row.length;
      const from = x;
      while (x < width && ((masks[i] as number) > limit || (masks[i + plane] as number) > limit)) {
        x++;
        i++;
      }
      runs.row.push(y);
      runs.from.push(from);
      runs.to.push(x);
      parent.push(run);
      // Runs of the row above that end before this run starts cannot touch a later run either.
      while (above < first && (runs.to[above] as number) < from) above++;
      for (let k = above; k < first && (runs.from[k] as number) <= x; k++) {
        const [a, b] = [root(k), root(run)];
        parent[Math.max(a, b)] = Math.min(a, b);
      }
    }
    above = first;
  }
  for (let run = 0; run < parent.length; run++) {
    const top = root(run);
    runs.part.push(top === run ? runs.parts++ : (runs.part[top] as number));
  }
  return runs;
}
