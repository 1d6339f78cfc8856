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

/** Without an index, without bitsets: the plain rules and the score of each pair that they let through. */
function meet(best: Ranked[], tutor: TutorListing, wanted: ParentCase) {
  const features = pairFeatures(model, tutor, wanted, now);
  if (!features) return;
  best.push({ id: tutor.id, score: scoreFeatures(model, features) });
  if (best.length < 500) return;
  best.sort(inOrder).length = top;
}

const inOrder = (a: Ranked, b: Ranked) => b.score - a.score || a.id - b.id;

function isSame(list: readonly Match[], best: Ranked[]): boolean {
  const expected = best.sort(inOrder).slice(0, top);
  return (
    list.length === expected.length &&
    list.every(({ id, score }, at) => id === expected[at]?.id && score === expected[at]?.score)
  );
}

/** With the usual sample, and with none, so that nothing is looked at that pruning could leave out. */
function agrees(index: TutorMatcher, wanted: ParentCase, best: Ranked[]): boolean {
  return [64, 0].every((sample) => isSame(index.search(wanted, { now, top, sample }).list, best));
}

export function checkEquality(tutorCount: number, caseCount: number, seed: number) {
  const tutors = [...tutorsOf(seed + 5, tutorCount)];
  const index = filled(packedTutors({ capacity: tutors.length }), tutors, now);
  let equal = 0;
  for (const wanted of casesOf(seed + 5, caseCount)) {
    const best: Ranked[] = [];
    for (const tutor of tutors) meet(best, tutor, wanted);
    if (agrees(index, wanted, best)) equal++;
    else console.error(`Not the same: ${JSON.stringify(wanted)}`);
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
    for (let at = 0; at < caseCount; at++) meet(best[at] as Ranked[], tutor, cases[at] as ParentCase);
  const equal = cases.filter((wanted, at) => agrees(index, wanted, best[at] as Ranked[])).length;
  return { tried: caseCount, equal };
}
