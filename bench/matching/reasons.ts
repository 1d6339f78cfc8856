import { scoreAtMedian } from '../../src/engine/matching/explain.ts';
import type { TutorMatcher } from '../../src/engine/matching/matcher.ts';
import { fewResults } from '../../src/engine/matching/near-misses.ts';
import { casesOf, now } from './market.ts';

const nearMissCases = 60;
const mostCounted = 100;

export function checkReasons(index: TutorMatcher, caseCount: number, seed: number) {
  const found = { results: 0, addedUp: 0, withReason: 0, lowered: 0, nearMisses: 0, kept: 0 };
  let few = 0;
  for (const parentCase of casesOf(seed + 9, caseCount)) {
    const { list, basis } = index.search(parentCase, { now });
    for (const { score, base, terms, features } of list) {
      found.results++;
      const sum = terms.reduce((all, { term }) => all + term, base);
      if (Math.abs(sum - score) < 1e-9) found.addedUp++;
      const [first] = terms;
      if (!first?.is_reason) continue;
      found.withReason++;
      if (scoreAtMedian(index.model, features, first.attribute, basis) < score) found.lowered++;
    }
    if (list.length >= fewResults || ++few > nearMissCases) continue;
    for (const { change, adds, fits, is_capped } of index.nearMisses(parentCase, { most: mostCounted })) {
      found.nearMisses++;
      const before = new Set(list.map(({ id }) => id));
      const after = index.search(
        { ...parentCase, ...change },
        { now, top: is_capped ? mostCounted : fits + 1 },
      ).list;
      const more = after.filter(({ id }) => !before.has(id)).length;
      if (is_capped ? after.length === fits : after.length === fits && more === adds) found.kept++;
    }
  }
  return found;
}
