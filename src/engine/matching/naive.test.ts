import { describe, expect, it } from 'vitest';
import type { Result } from './explain.ts';
import { filled, type Matcher } from './matcher.ts';
import { naiveCases, naiveTutors } from './naive.ts';
import { packedCases, packedTutors } from './packed/matcher.ts';
import { sampleMarket } from './sample-market.ts';
import { handWeights, type Weights } from './weights.ts';

const now = Date.parse('2026-11-15T04:00:00Z');
const dayMs = 86_400_000;

const strange: Weights = {
  ...handWeights,
  wants: { ...handWeights.wants, price: -2, dse: 4, travel: 0, reviews: -1 },
  accepts: { ...handWeights.accepts, price: 5, lesson: -1 },
};

const told = ({ list, basis: { base, size, means } }: Result) => ({ list, base, size, means });

/** The same list, reasons, times and drawbacks, whatever the sample that says what is usual. Returns how many fit. */
function compare<Asked>(
  packed: Matcher<never, Asked, unknown>,
  naive: Matcher<never, Asked, unknown>,
  asked: Asked,
  at = now,
): number {
  for (const sample of [64, 4, 0])
    expect(told(packed.search(asked, { now: at, sample }))).toEqual(
      told(naive.search(asked, { now: at, sample })),
    );
  const count = naive.count(asked);
  expect(packed.count(asked)).toBe(count);
  return count;
}

describe.each([
  ['by hand', handWeights],
  ['with weights below 0', strange],
])('the packed index answers as the naive scan does, weights %s', (_, weights) => {
  it.each([7, 19])('which tutors fit a case, market %i', (seed) => {
    const { tutors, cases } = sampleMarket(seed, 1_000, 30, now);
    const packed = filled(packedTutors({ weights }), tutors, now);
    const naive = filled(naiveTutors({ weights }), tutors, now);
    const found = cases.reduce((sum, wanted) => sum + compare(packed, naive, wanted), 0);
    expect(found).toBeGreaterThan(100);
  });

  it.each([8, 20])('which cases fit a tutor, market %i', (seed) => {
    const { tutors, cases } = sampleMarket(seed, 30, 1_000, now);
    const packed = filled(packedCases({ weights }), cases, now);
    const naive = filled(naiveCases({ weights }), cases, now);
    const found = tutors.reduce((sum, tutor) => sum + compare(packed, naive, tutor), 0);
    expect(found).toBeGreaterThan(100);
  });
});

describe('the packed index answers as the naive scan does', () => {
  const { tutors, cases } = sampleMarket(9, 800, 30, now);
  const packed = filled(packedTutors(), tutors, now);
  const naive = filled(naiveTutors(), tutors, now);

  it('about later and earlier days', () => {
    for (const days of [-100, -1, 1, 40, 1_000])
      for (const wanted of cases.slice(0, 6)) compare(packed, naive, wanted, now + days * dayMs);
  });

  it('without those that are not wanted', () => {
    for (const wanted of cases.slice(0, 20)) {
      const without = naive.search(wanted, { now, top: 3 }).list.map(({ id }) => id);
      const ids = (matcher: typeof naive) =>
        matcher.search(wanted, { now, without }).list.map(({ id }) => id);
      expect(ids(packed)).toEqual(ids(naive));
      expect(packed.count(wanted, { without })).toBe(naive.count(wanted, { without }));
    }
  });

  it('what a concession of a family or a tutor would bring', () => {
    const most = Number.POSITIVE_INFINITY;
    for (const wanted of cases.slice(0, 12))
      expect(packed.nearMisses(wanted, { most })).toEqual(naive.nearMisses(wanted, { most }));
    const [packedOnes, naiveOnes] = [filled(packedCases(), cases, now), filled(naiveCases(), cases, now)];
    for (const tutor of tutors.slice(0, 12))
      expect(packedOnes.nearMisses(tutor, { most })).toEqual(naiveOnes.nearMisses(tutor, { most }));
  });

  it('after rows were changed, hidden and taken out', () => {
    const { tutors: others } = sampleMarket(10, 300, 0, now);
    for (const matcher of [packed, naive]) {
      filled(matcher, others, now);
      matcher.put({ ...(tutors[400] as (typeof tutors)[0]), is_listed: false }, now);
      expect([matcher.remove(401), matcher.remove(2_000)]).toEqual([false, false]);
      expect(matcher.remove(402)).toBe(true);
    }
    expect([packed.size(), packed.has(402)]).toEqual([naive.size(), naive.has(402)]);
    expect(packed.facts(7)).toEqual(expect.objectContaining({ priceMin: naive.facts(7)?.priceMin }));
    for (const wanted of cases.slice(10)) compare(packed, naive, wanted);
  });
});
