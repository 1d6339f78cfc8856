import type { LessonState } from '#shared/classes.ts';
import { type Day, dayOf, firstDayOf, isDay, isMonth, lastDayOf, type Month } from '#shared/hong-kong.ts';
import { rowsOf } from '../calendar/calendar-days.ts';

export type LedgerView = 'week' | 'month' | 'list';
export const ledgerViews: readonly LedgerView[] = ['week', 'month', 'list'];
export const lessonStates = [
  'awaiting',
  'confirmed',
  'disputed',
  'open',
  'void',
] as const satisfies LessonState[];

/** What the lower half of the page shows; the address says it, so that it survives a reload and can be sent on. */
export type LedgerQuery = {
  view: LedgerView;
  /** The day that is chosen in the calendar. */
  day: Day;
  classId: number | null;
  /** Of the list; null for all. */
  month: Month | null;
  state: LessonState | null;
  page: number;
};

export function readQuery(asked: URLSearchParams, now: number): LedgerQuery {
  const day = asked.get('day');
  const month = asked.get('month');
  const classId = asked.get('class') ?? '';
  const page = asked.get('page') ?? '';
  return {
    view: ledgerViews.find((view) => view === asked.get('view')) ?? 'week',
    day: isDay(day) ? day : dayOf(now),
    classId: /^[1-9]\d{0,14}$/.test(classId) ? Number(classId) : null,
    month: isMonth(month) ? month : null,
    state: lessonStates.find((state) => state === asked.get('state')) ?? null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** The same again as an address; what goes without saying is left out. */
export function queryPath(query: LedgerQuery, now: number) {
  const { view, day, classId, month, state, page } = query;
  const parts: [string, string | number | null][] = [
    ['view', view === 'week' ? null : view],
    ['class', classId],
    ...(view === 'list'
      ? ([
          ['month', month],
          ['state', state],
          ['page', page === 1 ? null : page],
        ] as [string, string | number | null][])
      : ([['day', day === dayOf(now) ? null : day]] as [string, string | null][])),
  ];
  const given = parts.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]);
  return given.length === 0 ? '/clock-in' : `/clock-in?${new URLSearchParams(given)}`;
}

/** The days that are read for it; undefined for a list without end. */
export function daysOf({ view, day, month }: LedgerQuery): { from: Day; to: Day } | undefined {
  if (view === 'list') return month === null ? undefined : { from: firstDayOf(month), to: lastDayOf(month) };
  const rows = rowsOf(view, day).flat();
  return { from: rows[0] ?? day, to: rows.at(-1) ?? day };
}

/** Two queries with the same key are answered by the same read: moving about in a month asks for nothing. */
export const readKey = (query: LedgerQuery) => {
  const { view, classId, state, page } = query;
  return JSON.stringify([view, daysOf(query), classId, ...(view === 'list' ? [state, page] : [])]);
};
