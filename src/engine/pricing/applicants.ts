import type { Band } from './band.ts';

/**
 * How many tutors apply to a case at a price: `atMedian` at P50; at other prices in proportion to the share of
 * tutors whose own price is met, a logistic curve in the log price. With `steepness` 1 its quartiles are those of
 * the band.
 */
export type ApplicantsModel = { atMedian: number; steepness: number; seen: number };
export type ApplicantsPoint = { price: number; applicants: number };

/** Prior before any applications are counted: six for a case at the median price. */
const prior = { atMedian: 6, steepness: 1 } as const;
/** Strength of the prior in cases, and limits that keep the slope positive. */
const priorCases = 5;
const steepnessRange = { least: 0.1, most: 5 } as const;
const rounds = 60;

const shareMet = (distance: number) => 1 / (1 + Math.exp(-distance));
/** Keeps the curve from becoming a step where the band is narrow. */
const leastSpread = 0.03;

function distanceOf(price: number, { p25, p50, p75 }: Band) {
  const spread = Math.max(Math.log(p75 / p25) / (2 * Math.log(3)), leastSpread);
  return Math.min(30, Math.max(-30, Math.log(price / p50) / spread));
}

function expectedApplicants({ atMedian, steepness }: ApplicantsModel, price: number, band: Band) {
  return atMedian * 2 * shareMet(steepness * distanceOf(price, band));
}

/** Fits Poisson counts with the prior: the number at the median in closed form, the slope by clamped Newton steps. */
export function fitApplicants(
  counted: readonly { applicants: number; price: number; band: Band }[],
): ApplicantsModel {
  const distances = counted.map(({ price, band }) => distanceOf(price, band));
  const total = counted.reduce((sum, { applicants }) => sum + applicants, 0);
  let steepness: number = prior.steepness;
  let atMedian: number = prior.atMedian;
  for (let round = 0; round < rounds; round++) {
    const met = distances.reduce((sum, distance) => sum + 2 * shareMet(steepness * distance), 0);
    atMedian = (total + prior.atMedian * priorCases) / (met + priorCases);
    // The prior of the slope weighs as much as `priorCases` cases at a typical distance of 1.
    let gradient = -priorCases * (steepness - prior.steepness);
    let curvature = priorCases;
    counted.forEach(({ applicants }, at) => {
      const distance = distances[at] as number;
      const share = shareMet(steepness * distance);
      const expected = atMedian * 2 * share;
      gradient += distance * (1 - share) * (applicants - expected);
      curvature += distance * distance * (1 - share) ** 2 * expected;
    });
    const next = steepness + gradient / curvature;
    const clamped = Math.min(steepnessRange.most, Math.max(steepnessRange.least, next));
    if (Math.abs(clamped - steepness) < 1e-6) break;
    steepness = clamped;
  }
  return { atMedian, steepness, seen: counted.length };
}

/** Up to nine rising prices from well below P25 to well above P75, in whole dollars without repeats. */
export function applicantsAlong(model: ApplicantsModel, band: Band): ApplicantsPoint[] {
  const { p25, p50, p75 } = band;
  const prices = [
    p25 * 0.7,
    p25 * 0.85,
    p25,
    (p25 + p50) / 2,
    p50,
    (p50 + p75) / 2,
    p75,
    p75 * 1.15,
    p75 * 1.3,
  ];
  return [...new Set(prices.map(Math.round))].map((price) => ({
    price,
    applicants: Math.round(expectedApplicants(model, price, band) * 10) / 10,
  }));
}
