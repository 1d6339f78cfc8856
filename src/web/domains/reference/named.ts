import type { Api } from '#web/ground/api/api.ts';

/** An item of a reference list. */
export type Named = { id: number; name: string };

/** The name of a listed item; empty if it is no longer listed. */
export const nameIn = (list: readonly Named[], id: number | null) =>
  list.find((item) => item.id === id)?.name ?? '';

export const namesIn = (list: readonly Named[], ids: readonly number[]) =>
  ids.map((id) => nameIn(list, id)).filter(Boolean);

/** There are too many schools for a list: only these, by their ids. */
export async function loadSchools(api: Api, ids: readonly (number | null)[]): Promise<Named[]> {
  const uniqueIds = [...new Set(ids.filter((id) => id !== null))];
  const schools = await Promise.all(
    uniqueIds.map((id) => api('GET /api/common_info/school/{id}', { params: { id } })),
  );
  return schools.map(({ id, name }) => ({ id, name }));
}
