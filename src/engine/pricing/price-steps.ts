import type { CaseFacts } from './case-facts.ts';

/** Steps that people round prices to. */
const steps = [50, 10, 5] as const;
const mostLean = 10;

const isMultiple = (price: number, step: number) => Math.abs(price - Math.round(price / step) * step) < 1e-9;

/** The largest step of which at least half of the prices are multiples, or 0. */
export const commonStep = (prices: readonly number[]): number =>
  steps.find((step) => prices.filter((price) => isMultiple(price, step)).length >= prices.length / 2) ?? 0;

/**
 * Rounded prices cluster: 200, 210, 220. A quantile of clustered prices falls on a cluster, and a band that ends
 * there has all of it. So each price is spread evenly over the step it was rounded to, in a reproducible way.
 */
export function spreadOverSteps(prices: readonly number[], step: number): Float64Array {
  return Float64Array.from(prices, (price, at) => {
    const width = step > 0 && isMultiple(price, step) ? step : isMultiple(price, 1) ? 1 : 0;
    return Math.max(price + (evenlySpread(at) - 0.5) * width, price / 2);
  });
}

/** Multiples of the golden ratio fill 0 to 1 evenly for any count. */
const evenlySpread = (at: number) => ((at + 1) * 0.6180339887498949) % 1;

export type Dither = readonly [low: number, high: number];

/**
 * Dithers the ends of the band. With clustered prices no end can exclude exactly a quarter: an end just below 150
 * takes all cases at 150, one just above takes none. So the ends move by up to half a step either way, depending on
 * a hash of the case, and over many cases the clusters are split in the right proportion.
 */
export function ditherOf(facts: CaseFacts, step: number): Dither {
  if (step === 0) return [0, 0];
  const width = Math.min(step, mostLean);
  const { grade, education, district, type, length, days, language, gender, children, subjects } = facts;
  let hash = 0x2545f491;
  for (const part of [
    grade,
    education,
    district,
    type,
    length,
    days,
    language,
    gender.charCodeAt(0),
    children,
  ])
    hash = mixHash(hash, part);
  for (const subject of subjects) hash = mixHash(hash, subject);
  const share = (salt: number) => (mixHash(mixHash(hash, salt), salt) >>> 0) / 4_294_967_296;
  return [(share(1) - 0.5) * width, (share(2) - 0.5) * width];
}

function mixHash(state: number, part: number) {
  const once = Math.imul((state ^ part) + 0x6d2b79f5, 0x85ebca6b);
  return Math.imul(once ^ (once >>> 15), 0xc2b2ae35) ^ (once >>> 13);
}
