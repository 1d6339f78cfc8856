import type { LessonPage } from '#shared/classes.ts';
import type { Api } from '../api.ts';
import { type ClassNames, classView, loadClassNames } from './load-classes.ts';

export async function loadRecord(api: Api, id: number, and: string, known?: ClassNames) {
  const lesson: LessonPage = await api('GET /api/users/clock_in/{id}', { params: { id } });
  const names = known ?? (await loadClassNames(api));
  const cls = await api('GET /api/users/classes/{id}', { params: { id: lesson.class_id } });
  return { lesson, names, cls: classView(cls, names, and) };
}
export type Recorded = Awaited<ReturnType<typeof loadRecord>>;
