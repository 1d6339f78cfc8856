import type { PriceAdvice } from '#shared/matching.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';

/** Somebody who is still choosing asks nothing. */
const settleMs = 350;

type Draft = {
  child_info: readonly { grade?: number | undefined; major_subject: number[]; other_subject: number[] }[];
  price: number | null;
  [field: string]: unknown;
};
type Answer = { total: number; capped: boolean; price: PriceAdvice };
export type LiveFit = {
  /** `ask`: too little is said yet. The last answer stays to be seen while the next is on its way. */
  state: 'ask' | 'working' | 'ready' | 'failed';
  answer: Answer | undefined;
};

/** How many tutors fit what has been filled in so far and what that costs, again at every change. */
export function useLiveFit(draft: Draft): LiveFit {
  const asked = askable(draft);
  const { value, lastValue, problem, reading } = useRemote({
    key: asked ?? '',
    read: async (api) => {
      const body = { draft: JSON.parse(asked ?? '') };
      const [found, price] = await Promise.all([
        api('POST /api/algorithms/tutor_matcher', { body }),
        api('POST /api/algorithms/price_recommender', { body }),
      ]);
      return { total: found.total, capped: found.total_is_capped, price };
    },
    pauseMs: settleMs,
    when: asked !== undefined,
  });
  if (asked === undefined) return { state: 'ask', answer: undefined };
  if (reading) return { state: 'working', answer: lastValue };
  return problem === undefined ? { state: 'ready', answer: value } : { state: 'failed', answer: undefined };
}

const lowest = 50;
const highest = 5000;

/** What is asked about, as text, so that a change that says the same asks nothing. Undefined while it says too little. */
function askable(draft: Draft): string | undefined {
  const isSaid = draft.child_info.every(
    ({ grade, major_subject, other_subject }) =>
      grade !== undefined && major_subject.length + other_subject.length > 0,
  );
  if (!isSaid || draft.child_info.length === 0) return undefined;
  const { price } = draft;
  return JSON.stringify({
    child_info: draft.child_info.map(({ grade, major_subject, other_subject }) => ({
      ...{ grade, major_subject, other_subject },
    })),
    ...Object.fromEntries(told.map((field) => [field, draft[field]])),
    // Half a price is none.
    price: price !== null && price >= lowest && price <= highest ? price : null,
  });
}

const told = [
  ...['tutoring_type', 'tutoring_region', 'tutoring_days_per_week', 'tutoring_time_per_class'],
  ...['weekday', 'start_tutoring_time', 'weekend_start_tutoring_time', 'match_time'],
  ...['teacher_gender', 'teacher_education', 'teaching_language'],
] as const;
