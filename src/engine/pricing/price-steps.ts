import type { CaseFacts } from './case-facts.ts';

/** Prices people like to name. */
const steps = [50, 10, 5] as const;
const mostLean = 10;

const isMultiple = (price: number, step: number) => Math.abs(price - Math.round(price / step) * step) < 1e-9;

/** The largest step that half of the prices keep to, or 0. */
export const commonStep = (prices: readonly number[]): number =>
  steps.find((step) => prices.filter((price) => isMultiple(price, step)).length >= prices.length / 2) ?? 0;

/**
 * Named prices stand in heaps: 200, 210, 220. A quantile taken from heaps falls on one, and a band that ends on a heap
 * holds all of it. So each price is spread evenly over the step it was rounded to, always the same way.
 */
export function spreadOverSteps(prices: readonly number[], step: number): Float64Array {
  return Float64Array.from(prices, (price, at) => {
    const width = step > 0 && isMultiple(price, step) ? step : isMultiple(price, 1) ? 1 : 0;
    return Math.max(price + (evenly(at) - 0.5) * width, price / 2);
  });
}

/** Multiples of the golden ratio fill 0 to 1 evenly however many there are. */
const evenly = (at: number) => ((at + 1) * 0.6180339887498949) % 1;

export type Lean = readonly [low: number, high: number];

/**
 * Among heaps no end holds exactly a quarter: just below 150 the band takes all who pay 150, just above none. So the
 * ends of different cases lean by up to half a step either way, the same case always alike, and over many cases the
 * heaps are shared out as they should.
 */
export function leanOf(facts: CaseFacts, step: number): Lean {
  if (step === 0) return [0, 0];
  const width = Math.min(step, mostLean);
  const { grade, education, district, type, length, days, language, gender, children, subjects } = facts;
  let mixed = 0x2545f491;
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
    mixed = stir(mixed, part);
  for (const subject of subjects) mixed = stir(mixed, subject);
  const share = (salt: number) => (stir(stir(mixed, salt), salt) >>> 0) / 4_294_967_296;
  return [(share(1) - 0.5) * width, (share(2) - 0.5) * width];
}

function stir(state: number, part: number) {
  const once = Math.imul((state ^ part) + 0x6d2b79f5, 0x85ebca6b);
  return Math.imul(once ^ (once >>> 15), 0xc2b2ae35) ^ (once >>> 13);
}
