import type { PriceAdvice, ShortOf } from '#shared/matching.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';

/** Debounce: no request while the user is still choosing. */
const settleMs = 350;

type Draft = {
  child_info: readonly { grade?: number | undefined; major_subject: number[]; other_subject: number[] }[];
  price: number | null;
  [field: string]: unknown;
};
type Answer = { total: number; capped: boolean; shortOf: ShortOf | null; price: PriceAdvice };
export type LiveFit = {
  /** `ask`: too little is filled in yet. The last answer stays visible while the next is loading. */
  state: 'ask' | 'working' | 'ready' | 'failed';
  answer: Answer | undefined;
};

/** How many tutors fit the values so far and their prices, updated at every change. */
export function useLiveFit(draft: Draft): LiveFit {
  const request = requestOf(draft);
  const { value, lastValue, problem, reading } = useRemote({
    key: request ?? '',
    read: async (api) => {
      const body = { draft: JSON.parse(request ?? '') };
      const [found, price] = await Promise.all([
        api('POST /api/algorithms/tutor_matcher', { body }),
        api('POST /api/algorithms/price_recommender', { body }),
      ]);
      return { total: found.total, capped: found.total_is_capped, shortOf: found.short_of, price };
    },
    pauseMs: settleMs,
    when: request !== undefined,
  });
  if (request === undefined) return { state: 'ask', answer: undefined };
  if (reading) return { state: 'working', answer: lastValue };
  return problem === undefined ? { state: 'ready', answer: value } : { state: 'failed', answer: undefined };
}

const lowest = 50;
const highest = 5000;

/**
 * The request as text, so that a change without effect sends no request. Undefined while too little is filled
 * in.
 */
function requestOf(draft: Draft): string | undefined {
  const isComplete = draft.child_info.every(
    ({ grade, major_subject, other_subject }) =>
      grade !== undefined && major_subject.length + other_subject.length > 0,
  );
  if (!isComplete || draft.child_info.length === 0) return undefined;
  const { price } = draft;
  return JSON.stringify({
    child_info: draft.child_info.map(({ grade, major_subject, other_subject }) => ({
      ...{ grade, major_subject, other_subject },
    })),
    ...Object.fromEntries(sentFields.map((field) => [field, draft[field]])),
    // A price outside the limits is still being typed.
    price: price !== null && price >= lowest && price <= highest ? price : null,
  });
}

const sentFields = [
  ...['tutoring_type', 'tutoring_region', 'tutoring_days_per_week', 'tutoring_time_per_class'],
  ...['weekday', 'start_tutoring_time', 'weekend_start_tutoring_time', 'match_time'],
  ...['teacher_gender', 'teacher_education', 'teaching_language'],
] as const;
