import type { CaseDetail } from '#shared/cases.ts';
import type { TutorMatches } from '#shared/matching.ts';
import type { Opened } from '#web/domains/market/load-one.ts';
import { fitWordOf, pointsOf } from './fit-words.ts';
import { loadMatchNames, type MatchNames } from './load-names.ts';
import { slotWords } from './slots.ts';
import { storedOrNull } from './stored-or-null.ts';
import { say, told, tutorSentences } from './telling.ts';

type Found = TutorMatches['list'][number];

/** How well a tutor fits a case, as text. */
export function fitViewOf(
  t: Opened['t'],
  names: MatchNames,
  parentCase: CaseDetail,
  found: Found,
  typical: TutorMatches['typical'],
) {
  const { reasons, drawback } = told(tutorSentences({ t, names }, parentCase, found, typical), found.terms);
  const { asked, over } = found;
  return {
    word: fitWordOf(found),
    points: pointsOf(found),
    reasons: reasons.map((sentence) => say(t, sentence)),
    drawback: drawback && say(t, drawback),
    times: slotWords(t, names, found.slots),
    over: over && t(overWords[over.how === 'declined' && over.by === 'family' ? 'declinedByMe' : over.how]),
    interest: asked && {
      id: asked.interest_id,
      status: asked.status,
      isMine: asked.asked_by === 'family',
    },
  };
}
export type FitView = ReturnType<typeof fitViewOf>;

const overWords = {
  declined: 'matching.over.declined',
  declinedByMe: 'matching.over.declinedByMe',
  withdrawn: 'matching.over.withdrawn',
  ended: 'matching.over.ended',
} as const;

/** Those of these tutors who are in the result of a case, by id. */
export async function loadFits(
  { api, t, names: lists }: Pick<Opened, 'api' | 't' | 'names'>,
  parentCase: CaseDetail,
  tutors: readonly number[],
): Promise<Map<number, FitView>> {
  if (tutors.length === 0) return new Map();
  const query = { case_id: parentCase.id, tutors: tutors.join() };
  const [stored, names] = await Promise.all([
    storedOrNull(api('GET /api/algorithms/tutor_matcher', { query })),
    loadMatchNames(api, lists),
  ]);
  return new Map(
    stored?.list.map((found) => [found.tutor.id, fitViewOf(t, names, parentCase, found, stored.typical)]),
  );
}
