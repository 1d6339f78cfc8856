import { addDays, dayOf } from '#shared/hong-kong.ts';
import type { Api } from '#web/ground/api/api.ts';
import { type ClassNames, type ClassWords, loadClasses } from './load-classes.ts';

/** How many days of planned lessons the page shows. */
const daysAhead = 14;

/** The current tasks: planned lessons, lessons in progress, and those that await an answer. */
export async function loadOverview(api: Api, names: ClassNames, words: ClassWords) {
  const now = new Date();
  const today = dayOf(now.getTime());
  const classes = await loadClasses(api, names, words);
  const teaches = classes.some(({ asTutor }) => asTutor);
  const [schedule, open, awaiting, disputed, feed, reviews, record, safety] = await Promise.all([
    api('GET /api/users/schedule', { query: { from: today, to: addDays(today, daysAhead - 1) } }),
    api('GET /api/users/clock_in', { query: { state: 'open' } }),
    api('GET /api/users/clock_in', { query: { state: 'awaiting', page_size: 50 } }),
    api('GET /api/users/clock_in', { query: { state: 'disputed', page_size: 50 } }),
    api('GET /api/users/calendar'),
    api('GET /api/users/reviews_due'),
    teaches ? api('GET /api/users/reliability', { query: { page_size: 20 } }) : null,
    teaches ? api('GET /api/users/safety_timer') : null,
  ]);
  return {
    now: now.toISOString(),
    classes,
    plans: schedule.list,
    open: open.list,
    awaiting: awaiting.list.filter(({ my_side }) => my_side === 'family'),
    /** What the tutor has just ended, while that can be taken back. */
    ended: awaiting.list.find(({ undo, is_added }) => undo !== null && !is_added) ?? null,
    disputed: disputed.list,
    feed,
    reviews: reviews.list,
    record,
    safety: safety?.timer ?? null,
  };
}
export type ClassOverview = Awaited<ReturnType<typeof loadOverview>>;
