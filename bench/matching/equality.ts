import type { Match } from '../../src/engine/matching/explain.ts';
import type { ParentCase, TutorListing } from '../../src/engine/matching/input.ts';
import { filled, type TutorMatcher } from '../../src/engine/matching/matcher.ts';
import { pairFeatures } from '../../src/engine/matching/naive.ts';
import { packedTutors } from '../../src/engine/matching/packed/matcher.ts';
import { modelOf, scoreFeatures } from '../../src/engine/matching/pair/score.ts';
import { handWeights } from '../../src/engine/matching/weights.ts';
import { casesOf, now, tutorsOf } from './market.ts';

const top = 10;
const model = modelOf(handWeights);

type Ranked = { id: number; score: number };

/** Exhaustive search, without index or bitsets: adds the tutor with its score if the pair fits. */
function addIfFits(best: Ranked[], tutor: TutorListing, parentCase: ParentCase) {
  const features = pairFeatures(model, tutor, parentCase, now);
  if (!features) return;
  best.push({ id: tutor.id, score: scoreFeatures(model, features) });
  if (best.length < 500) return;
  best.sort(byScore).length = top;
}

const byScore = (a: Ranked, b: Ranked) => b.score - a.score || a.id - b.id;

function isSame(list: readonly Match[], best: Ranked[]): boolean {
  const expected = best.sort(byScore).slice(0, top);
  return (
    list.length === expected.length &&
    list.every(({ id, score }, at) => id === expected[at]?.id && score === expected[at]?.score)
  );
}

/** Also without a sample (0), because sampling reads rows that pruning would skip. */
function agrees(index: TutorMatcher, parentCase: ParentCase, best: Ranked[]): boolean {
  return [64, 0].every((sample) => isSame(index.search(parentCase, { now, top, sample }).list, best));
}

export function checkEquality(tutorCount: number, caseCount: number, seed: number) {
  const tutors = [...tutorsOf(seed + 5, tutorCount)];
  const index = filled(packedTutors({ capacity: tutors.length }), tutors, now);
  let equal = 0;
  for (const parentCase of casesOf(seed + 5, caseCount)) {
    const best: Ranked[] = [];
    for (const tutor of tutors) addIfFits(best, tutor, parentCase);
    if (agrees(index, parentCase, best)) equal++;
    else console.error(`Not the same: ${JSON.stringify(parentCase)}`);
  }
  return { tried: caseCount, equal };
}

export function checkEqualityAtScale(
  index: TutorMatcher,
  tutorCount: number,
  caseCount: number,
  seed: number,
) {
  const cases = casesOf(seed + 6, caseCount);
  const best: Ranked[][] = cases.map(() => []);
  for (const tutor of tutorsOf(seed, tutorCount))
    for (let at = 0; at < caseCount; at++) addIfFits(best[at] as Ranked[], tutor, cases[at] as ParentCase);
  const equal = cases.filter((parentCase, at) => agrees(index, parentCase, best[at] as Ranked[])).length;
  return { tried: caseCount, equal };
}
