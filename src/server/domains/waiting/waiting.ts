import type { Waiting } from '#shared/notices/waiting.ts';
import { type Asking, type Found, mostOfAKind, type WaitingKind, type WaitingParts } from './kinds.ts';

type Item = { found: Found; needsAnswer: boolean };

const findAll = (kinds: readonly WaitingKind[], asking: Asking) =>
  Promise.all(
    kinds.map(async ({ needsAnswer, find }) =>
      (await find(asking)).map((found): Item => ({ found, needsAnswer })),
    ),
  );

const answersIn = (items: readonly Item[]) =>
  items.reduce((sum, { found, needsAnswer }) => sum + (needsAnswer ? (found.count ?? 1) : 0), 0);

/** Everything that waits for a person, in the order of the kinds. */
export async function readWaiting({ kinds, outlinesOf, nicknamesOf }: WaitingParts, asking: Asking) {
  const groups = await findAll(kinds, asking);
  const answered = new Set(
    groups.flat().flatMap(({ found, needsAnswer }) => (needsAnswer ? (found.caseId ?? []) : [])),
  );
  // One thing, one card: a case that somebody has applied to is on the card of the application.
  const shown = groups
    .flatMap((items) => items.slice(0, mostOfAKind))
    .filter(({ found }) => found.kind !== 'case_online' || !answered.has(found.caseId ?? 0));
  const caseIds = shown.flatMap(({ found }) => found.caseId ?? []);
  const [outlines, nicknames] = await Promise.all([
    outlinesOf(asking.db, caseIds),
    nicknamesOf(asking.db, asking.userId, caseIds),
  ]);
  const list = shown.map(({ found: { caseId, about = null, ...found }, needsAnswer }): Waiting => {
    const outline = caseId === null ? undefined : outlines.get(caseId);
    return {
      count: null,
      count_is_capped: false,
      tutor_name: null,
      price: null,
      text: null,
      at: null,
      until: null,
      is_open: false,
      ...found,
      needs_answer: needsAnswer,
      about: outline
        ? {
            children: nicknames.get(caseId ?? 0) ?? [],
            grade: outline.grade,
            major_subject: outline.major_subject,
            other_subject: outline.other_subject,
            tutoring_region: outline.tutoring_region,
          }
        : about,
    };
  });
  return { list, needs_answer: answersIn(groups.flat()) };
}

export async function countWaiting({ kinds }: WaitingParts, asking: Asking) {
  const groups = await findAll(
    kinds.filter(({ needsAnswer }) => needsAnswer),
    asking,
  );
  return { needs_answer: answersIn(groups.flat()) };
}
