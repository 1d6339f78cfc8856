import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applicantsAlong, fitApplicants } from './applicants.ts';
import { classOfListing, type PricedCase } from './case-facts.ts';
import { type AcceptedCase, fitPricing } from './fit.ts';
import { isKnownGrade, marketCell, tutorClasses } from './market-table.ts';
import { recommendPrice } from './price.ts';

const lists = JSON.parse(
  readFileSync(new URL('../../../db/seed/reference/lists.json', import.meta.url), 'utf8'),
) as Record<string, { id: number }[]>;
const idsOf = (list: string) => (lists[list] ?? []).map(({ id }) => id);

const pricedCase = (changes: Partial<PricedCase> = {}): PricedCase => ({
  child_info: [{ grade: 7, major_subject: [3], other_subject: [] }],
  tutoring_type: 1,
  tutoring_time_per_class: 2,
  tutoring_region: 5,
  tutoring_days_per_week: 2,
  teacher_education: 3,
  ...changes,
});
const emptyModel = fitPricing([]);

/** Seeded random generator (mulberry32). */
function createRandom(seed: number) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (((bits ^ (bits >>> 14)) >>> 0) + 0.5) / 4_294_967_296;
  };
  return { share, normal: () => Math.sqrt(-2 * Math.log(share())) * Math.cos(2 * Math.PI * share()) };
}

const sampleSubjects = [31, 1, 2, 3, 35, 36, 37, 38];

function someCases(count: number, seed: number, priceOf: (one: PricedCase, normal: number) => number) {
  const { share, normal } = createRandom(seed);
  return Array.from({ length: count }, (): AcceptedCase => {
    const online = share() < 0.2;
    const one = pricedCase({
      child_info: [
        {
          grade: 1 + Math.floor(share() * 19),
          major_subject: [sampleSubjects[Math.floor(share() * 8)] as number],
        },
      ],
      tutoring_type: online ? 2 : 1,
      tutoring_region: online ? null : 1 + Math.floor(share() * 18),
      teacher_education: [null, 3, 4, 6, 8][Math.floor(share() * 5)] ?? null,
    });
    return { ...one, price: Math.max(50, Math.round(priceOf(one, normal()))) };
  });
}

describe('the market table', () => {
  it('has rates for every grade of the reference list, rising from class to class', () => {
    for (const grade of idsOf('grades')) {
      expect(isKnownGrade(grade)).toBe(true);
      const row = tutorClasses.map((tutorClass) => marketCell(grade, tutorClass));
      for (const { low, middle, high } of row) expect(low < middle && middle < high).toBe(true);
      expect(row.map(({ low }) => low)).toEqual(row.map(({ low }) => low).toSorted((a, b) => a - b));
    }
  });
  it('has the published rates, and fills open cells by its rules', () => {
    expect(marketCell(4, 'no_demand')).toEqual({ low: 100, middle: 120, high: 140 });
    expect(marketCell(10, 'level_5')).toEqual({ low: 160, middle: 185, high: 210 });
    expect(marketCell(15, 'level_5_star')).toEqual({ low: 230, middle: 280, high: 330 });
    expect(marketCell(1, 'full_time')).toEqual({ low: 210, middle: 270, high: 330 });
    expect(marketCell(13, 'school_teacher')).toEqual({ low: 500, middle: 615, high: 730 });
    expect(marketCell(18, 'no_demand')).toEqual({ low: 170, middle: 190, high: 210 });
    expect(marketCell(16, 'level_5')).toEqual(marketCell(15, 'level_5'));
  });
});

describe('the tutor class of a listing', () => {
  const listing = { education: 3, experience: 3, dse_results: [] as { dse_level: number }[] };
  it.each([
    [{}, 'no_demand'],
    [{ dse_results: [{ dse_level: 5 }] }, 'level_5'],
    [{ dse_results: [{ dse_level: 7 }, { dse_level: 6 }, { dse_level: 12 }] }, 'level_5_star'],
    [{ dse_results: [{ dse_level: 4 }], education: 6 }, 'no_demand'],
    [{ education: 6 }, 'level_5_star'],
    [{ experience: 5 }, 'full_time'],
    [{ experience: 6, education: 8 }, 'school_teacher'],
  ])('%o is %s', (changes, expected) => expect(classOfListing({ ...listing, ...changes })).toBe(expected));
});

describe('recommended price without accepted cases', () => {
  it('the band is the cell of the market table for every grade and education, with low confidence', () => {
    for (const grade of idsOf('grades'))
      for (const education of [null, ...idsOf('educations')]) {
        const answer = recommendPrice(
          emptyModel,
          pricedCase({ child_info: [{ grade, other_subject: [1] }], teacher_education: education }),
        );
        const { low, middle, high } = marketCell(grade, answer.tutor_class);
        expect([answer.p25, answer.p50, answer.p75]).toEqual([low, middle, high]);
        expect(answer).toMatchObject({ comparables: 0, confidence: 'low' });
      }
  });
  it('of several children the one with the most expensive cell decides', () => {
    const both = pricedCase({ child_info: [{ grade: 4 }, { grade: 15 }] });
    expect(recommendPrice(emptyModel, both).p25).toBe(160);
  });
});

describe('recommended price learned from accepted cases', () => {
  const priceRule = (one: PricedCase, normal: number) => {
    const { middle } = marketCell(one.child_info[0]?.grade ?? 0, 'level_5');
    const wide = one.tutoring_type === 2 ? 0.06 : 0.2;
    return 1.3 * middle * (one.teacher_education === 8 ? 1.9 : 1) * Math.exp(wide * normal);
  };
  const model = fitPricing(someCases(4000, 1, priceRule));
  const heldOut = someCases(3000, 2, priceRule);
  const covered = (list: readonly AcceptedCase[]) =>
    list.filter(({ price, ...one }) => {
      const { p25, p75 } = recommendPrice(model, one);
      return p25 <= price && price <= p75;
    }).length / list.length;

  it('the band covers half of the held-out prices, also in groups whose scatter differs threefold', () => {
    expect(Math.abs(covered(heldOut) - 0.5)).toBeLessThan(0.035);
    for (const group of [
      heldOut.filter(({ tutoring_type }) => tutoring_type === 2),
      heldOut.filter(({ teacher_education }) => teacher_education === 8),
    ])
      expect(Math.abs(covered(group) - 0.5)).toBeLessThan(0.07);
  });
  it('with enough comparable cases the confidence is not low', () => {
    expect(recommendPrice(model, heldOut[0] as PricedCase).confidence).not.toBe('low');
    expect(recommendPrice(model, heldOut[0] as PricedCase).comparables).toBeGreaterThan(7);
  });
  it('the median moves gradually from the table to the market as cases are added', () => {
    const medians = [0, 1, 5, 20, 100, 1000].map(
      (count) => recommendPrice(fitPricing(someCases(count, 3, priceRule)), pricedCase()).p50,
    );
    const [start = 0, ...rest] = medians;
    const goal = 1.3 * marketCell(7, 'level_5').middle;
    expect(start).toBe(140);
    expect(Math.abs((rest.at(-1) ?? 0) / goal - 1)).toBeLessThan(0.06);
    expect((rest[0] ?? 0) - start).toBeLessThan(0.35 * (goal - start));
  });
  it('P25, P50 and P75 are ordered whole dollars for any accepted prices', () => {
    const { share } = createRandom(9);
    for (let round = 0; round < 30; round++) {
      const oddPrices = someCases(1 + Math.floor(share() * 120), round, () => 50 + share() ** 8 * 4950);
      const taught = fitPricing(round % 3 ? oddPrices : oddPrices.map((one) => ({ ...one, price: 300 })));
      for (const one of someCases(20, round + 100, () => 100)) {
        const { p25, p50, p75, applicants } = recommendPrice(taught, one);
        expect([p25, p50, p75].every(Number.isInteger)).toBe(true);
        expect(p25 <= p50 && p50 <= p75).toBe(true);
        expect(applicants.every((point) => Number.isFinite(point.applicants))).toBe(true);
      }
    }
  });
  it('the band covers half of the held-out prices when prices are rounded to tens', () => {
    const heaps = (_: PricedCase, normal: number) => Math.round((160 * Math.exp(0.1 * normal)) / 10) * 10;
    const taught = fitPricing(someCases(3000, 4, heaps));
    const inside = someCases(3000, 5, heaps).filter(({ price, ...one }) => {
      const { p25, p75 } = recommendPrice(taught, one);
      return p25 <= price && price <= p75;
    });
    expect(Math.abs(inside.length / 3000 - 0.5)).toBeLessThan(0.04);
  });
});

describe('applicants along the price', () => {
  const band = { p25: 160, p50: 200, p75: 260 };
  it('never fall as the price rises, and are six at the median without counted applications', () => {
    const points = applicantsAlong(fitApplicants([]), band);
    expect(points.find(({ price }) => price === 200)?.applicants).toBe(6);
    points.slice(1).forEach((point, at) => {
      expect(point.price).toBeGreaterThan(points[at]?.price ?? 0);
      expect(point.applicants).toBeGreaterThanOrEqual(points[at]?.applicants ?? 0);
    });
  });
  it('follow the counted applications', () => {
    const counted = [120, 160, 200, 260, 330].flatMap((price, at) =>
      Array.from({ length: 40 }, () => ({ price, band, applicants: [1, 2, 3, 4, 5][at] ?? 0 })),
    );
    const model = fitApplicants(counted);
    expect(model.atMedian).toBeGreaterThan(2.6);
    expect(model.atMedian).toBeLessThan(3.4);
    expect(applicantsAlong(model, band).at(-1)?.applicants).toBeGreaterThan(4);
  });
  it('do not fall with the price even if the counted applications do', () => {
    const falling = [120, 200, 330].flatMap((price, at) =>
      Array.from({ length: 50 }, () => ({ price, band, applicants: [9, 5, 1][at] ?? 0 })),
    );
    const { steepness } = fitApplicants(falling);
    expect(steepness).toBeGreaterThan(0);
  });
});
