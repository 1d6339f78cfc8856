import type { CaseDetail } from '#shared/cases.ts';

const weekend = 6;

/** A case with one thing changed, as it is sent: what says the same in other words goes along. */
export function changedCase(detail: CaseDetail, { kind, change }: { kind: string; change: object }) {
  const changed: CaseDetail = { ...detail, ...change };
  if (kind === 'online') return { ...changed, tutoring_region: null };
  if (kind !== 'times' || changed.match_time.length === 0) return changed;
  const earliest = (on: (weekday: number) => boolean) =>
    changed.match_time
      .filter(({ weekday }) => on(weekday))
      .map(({ start }) => start)
      .sort()[0] ?? null;
  return {
    ...changed,
    weekday: [...new Set(changed.match_time.map(({ weekday }) => weekday))].sort((a, b) => a - b),
    start_tutoring_time: earliest((weekday) => weekday < weekend),
    weekend_start_tutoring_time: earliest((weekday) => weekday >= weekend),
  };
}
