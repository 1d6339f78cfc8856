import type { Logger } from 'pino';
import { MatchingInputError } from '#engine/matching/input.ts';
import { packedCases, packedTutors } from '#engine/matching/packed/matcher.ts';
import { startOfDay } from '#shared/hong-kong.ts';
import { fewestLessons } from '#shared/reliability.ts';
import type { ListedTutor } from './listed-tutors.ts';
import type { OnlineCase } from './online-cases.ts';

/**
 * Cases and tutors in the matching engine. The bounds of its buckets only get looser as rows change and days
 * pass, so it is rebuilt at times: beside the one in use, and every change goes to both until the new one
 * replaces it.
 */
export function createMatchables(log: Pick<Logger, 'error'>) {
  const create = (size?: { cases: number; tutors: number }) => ({
    cases: packedCases(size && { capacity: size.cases }),
    tutors: packedTutors(size && { capacity: size.tutors }),
  });
  type Pair = ReturnType<typeof create>;
  let current = create();
  let next: Pair | undefined;
  const all = () => (next ? [current, next] : [current]);

  /** A row that the engine refuses must not prevent the others from being found. */
  function guarded(kind: string, id: number, put: () => void) {
    try {
      put();
    } catch (error) {
      if (!(error instanceof MatchingInputError)) throw error;
      log.error({ err: error, kind, id }, 'a row cannot be matched');
    }
  }
  const putCase = (pairs: readonly Pair[], row: OnlineCase) =>
    guarded('case', row.id, () => {
      const wanted = matchableCase(row);
      for (const { cases } of pairs) cases.put(wanted);
    });
  const putTutor = (pairs: readonly Pair[], row: ListedTutor) =>
    guarded('tutor', row.id, () => {
      const tutor = matchableTutor(row);
      for (const { tutors } of pairs) tutors.put(tutor);
    });

  return {
    get cases() {
      return current.cases;
    },
    get tutors() {
      return current.tutors;
    },
    showCase: (row: OnlineCase) => putCase(all(), row),
    showTutor: (row: ListedTutor) => putTutor(all(), row),
    hideCase: (id: number) => all().forEach(({ cases }) => void cases.remove(id)),
    hideTutor: (id: number) => all().forEach(({ tutors }) => void tutors.remove(id)),

    /** Builds a new index, into which `fill` puts every row once; then it replaces the one in use. */
    async rebuild(
      size: { cases: number; tutors: number },
      fill: (put: { case: (row: OnlineCase) => void; tutor: (row: ListedTutor) => void }) => Promise<void>,
    ) {
      const made = create(size);
      next = made;
      try {
        await fill({ case: (row) => putCase([made], row), tutor: (row) => putTutor([made], row) });
        current = made;
      } finally {
        next = undefined;
      }
    },
  };
}

/** Rows in the form that the matching engine expects. */
const matchableCase = ({ posted_at, pending_applications, ...row }: OnlineCase) => ({
  ...row,
  created_at: posted_at.getTime(),
  pending: pending_applications,
});
const matchableTutor = ({
  posted_at,
  updated_at,
  active_on,
  badges,
  pending_requests,
  reliability,
  rating,
  ...row
}: ListedTutor) => ({
  ...row,
  // A matched tutor may still have free times.
  match_status: 2,
  created_at: posted_at.getTime(),
  active_at: Math.max(updated_at.getTime(), active_on === null ? 0 : startOfDay(active_on).getTime()),
  badges: badges.length,
  pending: pending_requests,
  // What is not public does not count either.
  lessons_due: reliability.lessons_due < fewestLessons ? 0 : reliability.lessons_due,
  lessons_kept: reliability.lessons_due < fewestLessons ? 0 : reliability.kept,
  rating: rating?.average ?? null,
  reviews: rating?.count ?? 0,
});
