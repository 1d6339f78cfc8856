import { and, eq } from 'drizzle-orm';
import { type Asking, mostOfAKind, type WaitingKind } from '#server/domains/waiting/kinds.ts';
import type { LessonState } from '#shared/classes.ts';
import { addDays, dayOf, today } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import { proposalPath } from '#shared/rules/tutoring-paths.ts';
import { readSchedule } from './plan-view.ts';
import { lessonDisputes } from './tables.ts';
import { listClasses, listLessons, readClass } from './views.ts';

/** Classes that go on, without those that rest. */
const going = async ({ db, userId }: Asking, side: Side | undefined) =>
  (await listClasses(db, userId, { page: 1, page_size: 100, side, finish_status: 1 })).list.filter(
    ({ halt }) => halt === null,
  );

/** What is left of the plan of these days. */
async function ahead({ db, userId }: Asking, from: string, to: string) {
  const { list } = await readSchedule(db, userId, { from, to }, 'zh-Hant');
  return list.filter(({ state }) => state === 'planned' || state === 'moved');
}

/** The lesson being held now; and for the tutor, what is still to be taught today. */
export const lessonsToday: WaitingKind = {
  needsAnswer: false,
  find: async (asking) => {
    const running = await lessonsIn(asking, undefined, 'open');
    const classes = await going(asking, 'tutor');
    const day = today();
    const planned = classes.length === 0 ? [] : await ahead(asking, day, day);
    return [
      ...running.map(({ lesson, card }) => ({
        kind: 'lesson_today' as const,
        ...card,
        path: lesson.my_side === 'tutor' ? `/clock-in?class=${lesson.class_id}` : card.path,
        is_open: true,
      })),
      ...planned.flatMap(({ class_id, starts_at, ends_at }) => {
        const cls = classes.find(({ id, open_lesson_id }) => id === class_id && open_lesson_id === null);
        return cls
          ? {
              kind: 'lesson_today' as const,
              path: `/clock-in?class=${cls.id}`,
              caseId: cls.case_id,
              at: starts_at,
              until: ends_at,
            }
          : [];
      }),
    ];
  },
};

/** How far ahead coming lessons stand on the home page, and how many: the rest is in the calendar. */
const daysAhead = 7;
const mostAhead = 3;

/** The next lesson of each class, the soonest first. Those of today are on the tutor's list already. */
export const nextLessons: WaitingKind = {
  needsAnswer: false,
  find: async (asking) => {
    const classes = (await going(asking, undefined)).filter(({ open_lesson_id }) => open_lesson_id === null);
    if (classes.length === 0) return [];
    const day = today();
    const coming = (await ahead(asking, day, addDays(day, daysAhead))).filter(
      ({ is_trial, my_side, starts_at }) => !is_trial && (my_side === 'family' || dayOf(starts_at) !== day),
    );
    const firstOf = Map.groupBy(coming, ({ class_id }) => class_id);
    return [...firstOf.values()]
      .flatMap(([planned]) => {
        const cls = classes.find(({ id }) => id === planned?.class_id);
        return planned && cls ? { planned, cls } : [];
      })
      .sort((one, other) => Date.parse(one.planned.starts_at) - Date.parse(other.planned.starts_at))
      .slice(0, mostAhead)
      .map(({ planned, cls }) => ({
        kind: 'lesson_next',
        path: '/clock-in',
        caseId: cls.case_id,
        tutor_name: planned.my_side === 'family' ? cls.tutor.display_name : null,
        at: planned.starts_at,
        until: planned.ends_at,
      }));
  },
};

/** What the other side proposes for the timetable. */
export const plansToAnswer: WaitingKind = {
  needsAnswer: true,
  find: async (asking) =>
    (await going(asking, undefined)).flatMap((cls) =>
      cls.proposals
        .filter(({ made_by }) => made_by !== cls.my_side)
        .slice(0, mostOfAKind)
        .map(({ id, starts_at, was_at, lapses_at, lesson_id }) => ({
          kind: 'plan_proposed' as const,
          path: proposalPath(cls.id, id, { at: starts_at ?? was_at, lesson: lesson_id }),
          caseId: cls.case_id,
          tutor_name: cls.my_side === 'family' ? cls.tutor.display_name : null,
          at: starts_at ?? was_at,
          until: lapses_at,
        })),
    ),
};

async function lessonsIn({ db, userId }: Asking, side: Side | undefined, state: LessonState) {
  const { list } = await listLessons(db, userId, { page: 1, page_size: mostOfAKind, side, state });
  return Promise.all(
    list.map(async (lesson) => {
      const cls = await readClass(db, userId, lesson.class_id);
      const card = {
        path: `/clock-in/${lesson.id}`,
        caseId: cls.case_id,
        tutor_name: lesson.my_side === 'family' ? cls.tutor.display_name : null,
        at: lesson.started_at,
      };
      return { lesson, card };
    }),
  );
}

export const lessonsToConfirm: WaitingKind = {
  needsAnswer: true,
  find: async (asking) =>
    (await lessonsIn(asking, 'family', 'awaiting')).map(({ lesson, card }) => ({
      kind: 'lesson_to_confirm',
      ...card,
      until: lesson.confirm_by,
    })),
};

/** The family doubts a lesson: operators decide after the tutor has told their side. */
export const disputesToAnswer: WaitingKind = {
  needsAnswer: true,
  find: async (asking) => {
    const disputed = await lessonsIn(asking, 'tutor', 'disputed');
    const silent = await Promise.all(
      disputed.map(({ lesson }) =>
        asking.db.$count(
          lessonDisputes,
          and(eq(lessonDisputes.lessonId, lesson.id), eq(lessonDisputes.tutorNote, '')),
        ),
      ),
    );
    return disputed
      .filter((_, at) => silent[at] === 1)
      .map(({ card }) => ({ kind: 'lesson_disputed' as const, ...card }));
  },
};

/** What the family has disputed and nobody has decided yet. */
export const disputesOpen: WaitingKind = {
  needsAnswer: false,
  find: async (asking) =>
    (await lessonsIn(asking, 'family', 'disputed')).map(({ card }) => ({ kind: 'dispute_open', ...card })),
};
