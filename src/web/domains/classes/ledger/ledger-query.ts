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

/** What the calendar or list shows; stored in the address, so that it survives a reload and can be shared. */
export type LedgerQuery = {
  view: LedgerView;
  /** The day selected in the calendar. */
  day: Day;
  classId: number | null;
  /** For the list; null for all months. */
  month: Month | null;
  state: LessonState | null;
  page: number;
};

export function readQuery(search: URLSearchParams, now: number): LedgerQuery {
  const day = search.get('day');
  const month = search.get('month');
  const classId = search.get('class') ?? '';
  const page = search.get('page') ?? '';
  return {
    view: ledgerViews.find((view) => view === search.get('view')) ?? 'week',
    day: isDay(day) ? day : dayOf(now),
    classId: /^[1-9]\d{0,14}$/.test(classId) ? Number(classId) : null,
    month: isMonth(month) ? month : null,
    state: lessonStates.find((state) => state === search.get('state')) ?? null,
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** The query as an address; default values are left out. */
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
  const entries = parts.filter(([, value]) => value !== null).map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? '/clock-in' : `/clock-in?${new URLSearchParams(entries)}`;
}

/** The days to load; undefined for a list without limits. */
export function daysOf({ view, day, month }: LedgerQuery): { from: Day; to: Day } | undefined {
  if (view === 'list') return month === null ? undefined : { from: firstDayOf(month), to: lastDayOf(month) };
  const rows = rowsOf(view, day).flat();
  return { from: rows[0] ?? day, to: rows.at(-1) ?? day };
}

/** Queries with the same key need the same data: choosing another day of the same month loads nothing. */
export const readKey = (query: LedgerQuery) => {
  const { view, classId, state, page } = query;
  return JSON.stringify([view, daysOf(query), classId, ...(view === 'list' ? [state, page] : [])]);
};
