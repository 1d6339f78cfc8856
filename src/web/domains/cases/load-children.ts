import { loadSchools } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { SavedChild } from './case-values.ts';

/** The account's children with the names of their schools, and how many there may be. */
export async function loadChildren(api: Api) {
  const [{ list }, { limit, count }] = await Promise.all([
    api('GET /api/users/children'),
    api('GET /api/users/is-create-student-reach-limit'),
  ]);
  const schools = await loadSchools(
    api,
    list.map(({ school }) => school),
  );
  const saved: SavedChild[] = list.map((child) => ({
    ...child,
    school: schools.find(({ id }) => id === child.school) ?? null,
  }));
  return { saved, limit: { limit, count } };
}
