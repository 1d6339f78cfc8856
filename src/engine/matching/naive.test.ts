import { describe, expect, it } from 'vitest';
import type { Result } from './explain.ts';
import { filled, type Matcher } from './matcher.ts';
import { naiveCases, naiveTutors } from './naive.ts';
import { packedCases, packedTutors } from './packed/matcher.ts';
import { sampleMarket } from './sample-market.ts';
import { handWeights, type Weights } from './weights.ts';

const now = Date.parse('2026-11-15T04:00:00Z');
const dayMs = 86_400_000;

const negativeWeights: Weights = {
  ...handWeights,
  wants: { ...handWeights.wants, price: -2, dse: 4, travel: 0, reviews: -1 },
  accepts: { ...handWeights.accepts, price: 5, lesson: -1 },
};

const comparable = ({ list, basis: { base, size, means } }: Result) => ({ list, base, size, means });

/** Expects the same list, reasons, times and drawbacks for every sample size. Returns how many fit. */
function compare<Query>(
  packed: Matcher<never, Query, unknown>,
  naive: Matcher<never, Query, unknown>,
  query: Query,
  at = now,
): number {
  for (const sample of [64, 4, 0])
    expect(comparable(packed.search(query, { now: at, sample }))).toEqual(
      comparable(naive.search(query, { now: at, sample })),
    );
  const count = naive.count(query);
  expect(packed.count(query)).toBe(count);
  return count;
}

describe.each([
  ['of handWeights', handWeights],
  ['with negative values', negativeWeights],
])('the packed index gives the same results as the naive scan, weights %s', (_, weights) => {
  it.each([6, 19])('tutors for a case, market with seed %i', (seed) => {
    const { tutors, cases } = sampleMarket(seed, 1_000, 30, now);
    const packed = filled(packedTutors({ weights }), tutors, now);
    const naive = filled(naiveTutors({ weights }), tutors, now);
    const found = cases.reduce((sum, parentCase) => sum + compare(packed, naive, parentCase), 0);
    expect(found).toBeGreaterThan(100);
  });

  it.each([8, 20])('cases for a tutor, market with seed %i', (seed) => {
    const { tutors, cases } = sampleMarket(seed, 30, 1_000, now);
    const packed = filled(packedCases({ weights }), cases, now);
    const naive = filled(naiveCases({ weights }), cases, now);
    const found = tutors.reduce((sum, tutor) => sum + compare(packed, naive, tutor), 0);
    expect(found).toBeGreaterThan(100);
  });
});

describe('the packed index gives the same results as the naive scan', () => {
  const { tutors, cases } = sampleMarket(9, 800, 30, now);
  const packed = filled(packedTutors(), tutors, now);
  const naive = filled(naiveTutors(), tutors, now);

  it('for searches on later and earlier days', () => {
    for (const days of [-100, -1, 1, 40, 1_000])
      for (const parentCase of cases.slice(0, 6)) compare(packed, naive, parentCase, now + days * dayMs);
  });

  it('when ids are excluded with the `without` option', () => {
    for (const parentCase of cases.slice(0, 20)) {
      const without = naive.search(parentCase, { now, top: 3 }).list.map(({ id }) => id);
      const ids = (matcher: typeof naive) =>
        matcher.search(parentCase, { now, without }).list.map(({ id }) => id);
      expect(ids(packed)).toEqual(ids(naive));
      expect(packed.count(parentCase, { without })).toBe(naive.count(parentCase, { without }));
    }
  });

  it('for tutors within the offer and for those above it, who together are all', () => {
    const sides = { within: 0, above: 0 };
    for (const parentCase of cases) {
      const offer = parentCase.price ?? Number.POSITIVE_INFINITY;
      for (const prices of ['within', 'above'] as const) {
        const options = { now, prices, top: 1_000 };
        const found = packed.search(parentCase, options);
        expect(comparable(found)).toEqual(comparable(naive.search(parentCase, options)));
        expect(packed.count(parentCase, { prices })).toBe(found.list.length);
        for (const { id } of found.list)
          expect((packed.facts(id)?.priceMin ?? 0) <= offer * 1.25).toBe(prices === 'within');
        sides[prices] += found.list.length;
      }
    }
    expect(Math.min(sides.within, sides.above)).toBeGreaterThan(20);
    expect(sides.within + sides.above).toBe(cases.reduce((sum, one) => sum + packed.count(one), 0));
  });

  it('for the near misses of a family and of a tutor', () => {
    const most = Number.POSITIVE_INFINITY;
    for (const parentCase of cases.slice(0, 12))
      for (const prices of [undefined, 'within'] as const)
        expect(packed.nearMisses(parentCase, { most, prices })).toEqual(
          naive.nearMisses(parentCase, { most, prices }),
        );
    const [packedOther, naiveOther] = [filled(packedCases(), cases, now), filled(naiveCases(), cases, now)];
    for (const tutor of tutors.slice(0, 12))
      expect(packedOther.nearMisses(tutor, { most })).toEqual(naiveOther.nearMisses(tutor, { most }));
  });

  it('after rows were changed, unlisted and removed', () => {
    const { tutors: others } = sampleMarket(10, 300, 0, now);
    for (const matcher of [packed, naive]) {
      filled(matcher, others, now);
      matcher.put({ ...(tutors[400] as (typeof tutors)[0]), is_listed: false }, now);
      expect([matcher.remove(401), matcher.remove(2_000)]).toEqual([false, false]);
      expect(matcher.remove(402)).toBe(true);
    }
    expect([packed.size(), packed.has(402)]).toEqual([naive.size(), naive.has(402)]);
    expect(packed.facts(7)).toEqual(expect.objectContaining({ priceMin: naive.facts(7)?.priceMin }));
    for (const parentCase of cases.slice(10)) compare(packed, naive, parentCase);
  });
});
