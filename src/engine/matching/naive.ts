/**
 * Gives the same results as the packed index by trying every pair. Tests compare the index with it, and it scores
 * single pairs.
 */
import { explained } from './explain.ts';
import { dayOf, idOf, type ParentCase, type TutorListing } from './input.ts';
import type { CaseMatcher, Matcher, MatcherOptions, TutorMatcher } from './matcher.ts';
import { type Concession, caseConcessions, countedConcessions, tutorConcessions } from './near-misses.ts';
import { hashOf } from './packed/rows.ts';
import { encodeCase, encodeTutor } from './pair/encode.ts';
import { type CaseFacts, entryCode, entryDse, pairCode, type TutorFacts } from './pair/facts.ts';
import {
  featureCount,
  type PairOverlap,
  type PriceGroup,
  writeCaseFeatures,
  writePairFeatures,
  writeStageOverlap,
  writeTutorFeatures,
} from './pair/features.ts';
import { fits } from './pair/fits.ts';
import { dseNeutralValue, dseValues, hasNoDseResult } from './pair/reference.ts';
import { type Model, modelOf, scoreFeatures, writeCaseFactors, writeTutorFactors } from './pair/score.ts';
import { commonTimes, fittingDays, fittingHalves, fittingTimes } from './pair/weekly.ts';
import { handWeights } from './weights.ts';

/** In the order of `featureNames`; null if the pair does not fit. `listed`: whose freshness and exposure count. */
export function pairFeatures(
  model: Model,
  tutor: TutorListing,
  parentCase: ParentCase,
  now: number,
  listed: 'tutor' | 'case' = 'tutor',
): Float64Array | null {
  return pairOf(model, tutor, parentCase, now, listed)?.features ?? null;
}

function pairOf(
  model: Model,
  tutor: TutorListing,
  parentCase: ParentCase,
  now: number,
  listed: 'tutor' | 'case',
) {
  if (!fits(tutor, parentCase)) return null;
  const encodedTutor = encodeTutor(tutor);
  const encodedCase = encodeCase(parentCase);
  const { low, high } = encodedTutor.week;
  const { entries } = encodedTutor;
  const { week, halfHours, days } = encodedCase;
  const times = fittingTimes(week, halfHours, low, 0, high, 0);
  let dse = 0;
  for (const pair of encodedCase.pairs) {
    const code = pairCode(pair);
    const entry = entries.find((taught) => entryCode(taught) === code) ?? 0;
    dse += hasNoDseResult(code) ? dseNeutralValue : (dseValues[entryDse(entry)] as number);
  }
  const overlap: PairOverlap = {
    dse: dse / encodedCase.pairs.length,
    freeDays: fittingDays(times),
    common: fittingHalves(times),
    stageShare: 0,
    stageNear: 0,
  };
  writeStageOverlap(entries, 0, entries.length, encodedCase.stage, overlap);
  const features = new Float64Array(featureCount);
  writeTutorFeatures(encodedTutor, features);
  writeCaseFeatures(encodedCase, features);
  writePairFeatures(encodedTutor, encodedCase, overlap, features);
  if (listed === 'tutor') writeTutorFactors(model, encodedTutor, dayOf(now), features);
  else writeCaseFactors(model, encodedCase, dayOf(now), features);
  return {
    features,
    tutor: encodedTutor,
    wanted: encodedCase,
    freeDays: overlap.freeDays,
    times: () => commonTimes(week, halfHours, days, { low, lowAt: 0, high, highAt: 0 }),
  };
}

export function naiveTutors({ weights = handWeights }: MatcherOptions = {}): TutorMatcher {
  const model = modelOf(weights);
  return naive<TutorListing, ParentCase, TutorFacts>(model, {
    isCaseRow: false,
    facts: encodeTutor,
    mayBeFound: (tutor) => encodeTutor(tutor).isListed,
    check: encodeCase,
    fits,
    pair: (tutor, parentCase, now) => pairOf(model, tutor, parentCase, now, 'tutor'),
    concessions: caseConcessions,
  });
}

export function naiveCases({ weights = handWeights }: MatcherOptions = {}): CaseMatcher {
  const model = modelOf(weights);
  return naive<ParentCase, TutorListing, CaseFacts>(model, {
    isCaseRow: true,
    facts: encodeCase,
    mayBeFound: (parentCase) => encodeCase(parentCase).isOpen,
    check: encodeTutor,
    fits: (parentCase, tutor, prices) => fits(tutor, parentCase, prices),
    pair: (parentCase, tutor, now) => pairOf(model, tutor, parentCase, now, 'case'),
    concessions: tutorConcessions,
  });
}

type Sides<Row, Query, Facts> = {
  isCaseRow: boolean;
  facts(row: Row): Facts;
  mayBeFound(row: Row): boolean;
  /** Throws if the query is invalid. */
  check(query: Query): unknown;
  fits(row: Row, query: Query, prices?: PriceGroup): boolean;
  pair(row: Row, query: Query, now: number): ReturnType<typeof pairOf>;
  concessions(query: Query): Concession<Query>[];
};

function naive<Row extends { id: number }, Query, Facts>(
  model: Model,
  { isCaseRow, facts, mayBeFound, check, fits, pair, concessions }: Sides<Row, Query, Facts>,
): Matcher<Row, Query, Facts> {
  const rows = new Map<number, Row>();
  const fitting = (query: Query, without: readonly number[], prices?: PriceGroup) => {
    check(query);
    return [...rows.values()].filter((row) => !without.includes(row.id) && fits(row, query, prices));
  };
  return {
    model,
    size: () => rows.size,
    has: (id) => rows.has(id),
    facts(id) {
      const row = rows.get(id);
      return row && facts(row);
    },
    put(row) {
      if (mayBeFound(row)) rows.set(row.id, row);
      else rows.delete(row.id);
    },
    remove: (id) => rows.delete(idOf(id)),
    search(query, { top = 10, now = Date.now(), without = [], prices, sample = 64 } = {}) {
      const pairs = fitting(query, without, prices).map((row) => {
        const found = pair(row, query, now) as NonNullable<ReturnType<typeof pairOf>>;
        return { id: row.id, score: scoreFeatures(model, found.features), ...found };
      });
      const places = pairs.map((_, at) => at);
      const best = places
        .toSorted((a, b) => at(b).score - at(a).score || at(a).id - at(b).id)
        .slice(0, Math.max(0, top));
      const byHash = places.toSorted((a, b) => hashOf(at(a).id) - hashOf(at(b).id));
      function at(place: number) {
        return pairs[place] as (typeof pairs)[number];
      }
      let seen = 0;
      return explained(
        model,
        {
          rows: best,
          scores: best.map((place) => at(place).score),
          sample: byHash.slice(0, sample),
          isWhole: pairs.length <= sample,
        },
        {
          id: (place) => at(place).id,
          features(place) {
            seen = place;
            return at(place).features;
          },
          tutor: () => at(seen).tutor,
          caseFacts: () => at(seen).wanted,
          freeDays: () => at(seen).freeDays,
          times: (place) => at(place).times(),
          today: dayOf(now),
          isCaseRow,
        },
      );
    },
    count: (query, { most = Number.POSITIVE_INFINITY, without = [], prices } = {}) =>
      Math.min(most, fitting(query, without, prices).length),
    nearMisses(query, { most = 100, without = [], prices } = {}) {
      const before = new Set(fitting(query, without, prices).map(({ id }) => id));
      return countedConcessions(query, concessions(query), most, {
        eachFitting: (changed, meet) => void fitting(changed, without, prices).every(({ id }) => meet(id)),
        didFit: (id) => before.has(id),
      });
    },
  };
}
