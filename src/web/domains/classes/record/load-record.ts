import type { LessonPage } from '#shared/classes.ts';
import type { Api } from '#web/ground/api/api.ts';
import { type ClassNames, classView, loadClassNames } from '../load-classes.ts';

export async function loadRecord(api: Api, id: number, and: string, known?: ClassNames) {
  const lesson: LessonPage = await api('GET /api/users/clock_in/{id}', { params: { id } });
  const names = known ?? (await loadClassNames(api));
  const cls = await api('GET /api/users/classes/{id}', { params: { id: lesson.class_id } });
  return { lesson, names, cls: classView(cls, names, and), outcome: await outcomeOf(api, lesson) };
}

/** How the tutor's record took it, where it was planned and counts against them: late, as a rule. */
async function outcomeOf(api: Api, { my_side, class_id, planned_at }: LessonPage) {
  if (my_side !== 'tutor' || planned_at === null) return null;
  const { list } = await api('GET /api/users/reliability', { query: { page_size: 100 } });
  const found = list.find((one) => one.class_id === class_id && one.planned_at === planned_at);
  return found && found.outcome !== 'kept' ? found : null;
}
export type Recorded = Awaited<ReturnType<typeof loadRecord>>;
