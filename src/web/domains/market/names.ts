import type { Named } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';

/** The reference lists for card texts. For loaders: the browser receives text, not lists. */
export async function loadNames(api: Api) {
  const [grades, majors, others, regions, types, lengths, educations, experiences, levels] =
    await Promise.all([
      api('GET /api/common_info/grade'),
      api('GET /api/common_info/major_subject'),
      api('GET /api/common_info/other_subject'),
      api('GET /api/common_info/region'),
      api('GET /api/common_info/tutoring_type'),
      api('GET /api/common_info/tutoring_time_per_class'),
      api('GET /api/common_info/education'),
      api('GET /api/common_info/experience'),
      api('GET /api/common_info/dse_level'),
    ]);
  return {
    grades: grades.list,
    majors: majors.list,
    others: others.list,
    regions: regions.list,
    types: types.list,
    lengths: lengths.list,
    educations: educations.list,
    experiences: experiences.list,
    levels: levels.list,
  };
}
export type Names = Awaited<ReturnType<typeof loadNames>>;

/** 小一至小六、中四: adjacent items of the list are written as a range. */
export function stretches(
  list: readonly Named[],
  ids: readonly number[],
  words: { to: string; and: string },
) {
  const places = [...new Set(ids.map((id) => list.findIndex((item) => item.id === id)))]
    .filter((place) => place >= 0)
    .sort((a, b) => a - b);
  const runs: { first: number; last: number }[] = [];
  for (const place of places) {
    const open = runs.at(-1);
    if (open?.last === place - 1) open.last = place;
    else runs.push({ first: place, last: place });
  }
  const name = (place: number) => list[place]?.name ?? '';
  return runs
    .map(({ first, last }) => {
      if (first === last) return name(first);
      return `${name(first)}${last - first === 1 ? words.and : words.to}${name(last)}`;
    })
    .join(words.and);
}
