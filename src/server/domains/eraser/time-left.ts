import type { PageRow } from './tables.ts';

type Timed = Pick<PageRow, 'status' | 'startedAt' | 'endedAt'>;

const latest = 8;

/** By the pace of the latest pages that were done, pauses between them included; null before the first. */
export function secondsLeft(pages: Timed[], now: Date): number | null {
  const done = pages
    .flatMap(({ status, startedAt, endedAt }) =>
      status === 'done' && startedAt && endedAt
        ? [{ start: startedAt.getTime(), end: endedAt.getTime() }]
        : [],
    )
    .sort((a, b) => b.end - a.end)
    .slice(0, latest);
  const newest = done[0];
  if (!newest) return null;
  const begun = Math.min(...done.map(({ start }) => start));
  const left = pages.filter(({ status }) => status === 'waiting' || status === 'running').length;
  const pace = (newest.end - begun) / done.length;
  return Math.max(1, Math.ceil((left * pace - (now.getTime() - newest.end)) / 1000));
}
