import { type Asking, mostOfAKind, type WaitingKind } from '#server/domains/waiting/kinds.ts';
import { today } from '#shared/hong-kong.ts';
import type { Side } from '#shared/interest.ts';
import { readSchedule } from './plan-view.ts';
import { listClasses, listLessons, readClass } from './views.ts';

/** Classes that go on, without those that rest. */
const going = async ({ db, userId }: Asking, side: Side) =>
  (await listClasses(db, userId, { page: 1, page_size: 100, side, finish_status: 1 })).list.filter(
    ({ halt }) => halt === null,
  );

/** For the tutor: what is still to be taught today. */
export const lessonsToday: WaitingKind = {
  needsAnswer: false,
  find: async (asking) => {
    const classes = await going(asking, 'tutor');
    if (classes.length === 0) return [];
    const day = today();
    const { list } = await readSchedule(asking.db, asking.userId, { from: day, to: day });
    return list
      .filter(({ state }) => state === 'planned' || state === 'moved' || state === 'open')
      .flatMap((planned) => {
        const cls = classes.find(({ id }) => id === planned.class_id);
        return cls
          ? {
              kind: 'lesson_today' as const,
              path: `/clock-in?class=${cls.id}`,
              caseId: cls.case_id,
              at: planned.starts_at,
              until: planned.ends_at,
              is_open: planned.state === 'open',
            }
          : [];
      });
  },
};

export const lessonsToConfirm: WaitingKind = {
  needsAnswer: true,
  find: async ({ db, userId }) => {
    const { list } = await listLessons(db, userId, {
      page: 1,
      page_size: mostOfAKind,
      side: 'family',
      state: 'awaiting',
    });
    return Promise.all(
      list.map(async (lesson) => {
        const cls = await readClass(db, userId, lesson.class_id);
        return {
          kind: 'lesson_to_confirm' as const,
          path: `/clock-in/${lesson.id}`,
          caseId: cls.case_id,
          tutor_name: cls.tutor.display_name,
          at: lesson.started_at,
          until: lesson.confirm_by,
        };
      }),
    );
  },
};
