import type { Lesson, PlannedLesson } from '#shared/classes.ts';
import type { Api } from '#web/ground/api/api.ts';
import { daysOf, type LedgerQuery, readKey } from './ledger-query.ts';

export type Ledger = {
  /** The key of the query that this answers. */
  key: string;
  plans: PlannedLesson[];
  lessons: Lesson[];
  total: number;
  minutes: number;
  amount: number;
  pageSize: number;
};

const listSize = 20;
const calendarSize = 100;

export async function loadLedger(api: Api, query: LedgerQuery): Promise<Ledger> {
  const key = readKey(query);
  const days = daysOf(query);
  const classFilter = query.classId === null ? {} : { class_id: query.classId };
  if (query.view !== 'list' && days) {
    const [schedule, lessons] = await Promise.all([
      api('GET /api/users/schedule', { query: { ...days, ...classFilter } }),
      everyLesson(api, { ...days, ...classFilter }),
    ]);
    return {
      ...{ key, plans: schedule.list, lessons, total: lessons.length },
      ...{ minutes: 0, amount: 0, pageSize: lessons.length },
    };
  }
  const found = await api('GET /api/users/clock_in', {
    query: {
      ...classFilter,
      ...days,
      ...(query.state && { state: query.state }),
      page: query.page,
      page_size: listSize,
    },
  });
  const { list, total, minutes, amount } = found;
  return { key, plans: [], lessons: list, total, minutes, amount, pageSize: listSize };
}

/** A busy tutor has more lessons in six weeks than fit into one response. */
async function everyLesson(api: Api, days: { from: string; to: string; class_id?: number }) {
  const all: Lesson[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await api('GET /api/users/clock_in', {
      query: { ...days, page, page_size: calendarSize },
    });
    all.push(...list);
    if (all.length >= total || list.length === 0) return all;
  }
}
