import { landingPath, loadPlaces, type Places, subjectsNamed } from '#web/domains/market/slugs.ts';
import type { Api } from '#web/ground/api/api.ts';
import { oncePer } from '#web/ground/once-per.ts';

type Tutor = {
  tutoring_region: readonly number[];
  subject_grades: readonly { major_subject: number | null; other_subject: number | null }[];
};
export type Popular = { path: string; name: string };

const counted = 100;
const shown = 12;
/** So that the list does not consist of one district, or of one subject. */
const mostOfOne = 3;

/** The districts and subjects with the most tutors among the newest hundred: each has a landing page. */
export async function loadPopular(api: Api, english: Api, names: Parameters<typeof loadPlaces>[1]) {
  const [places, tutors] = await Promise.all([
    loadPlaces(english, names),
    api('GET /api/common_info/teacher_case', { query: { page_size: counted } }),
  ]);
  return mostTaught(tutors.list, places);
}

const mostTaught = oncePer((tutors: readonly Tutor[], { districts, subjects }: Places): Popular[] => {
  const counts = new Map<string, Popular & { count: number; district: number; subject: string }>();
  for (const { tutoring_region, subject_grades } of tutors)
    for (const subject of new Set(subjectsNamed(subjects, subject_grades)))
      for (const district of districts.filter(({ id }) => tutoring_region.includes(id))) {
        const path = landingPath(district, subject);
        const known = counts.get(path);
        counts.set(path, {
          path,
          name: `${district.name}・${subject.name}`,
          count: (known?.count ?? 0) + 1,
          district: district.id,
          subject: subject.slug,
        });
      }
  const chosen: (typeof counts extends Map<string, infer One> ? One : never)[] = [];
  for (const one of [...counts.values()].sort((a, b) => b.count - a.count || a.path.localeCompare(b.path))) {
    const isFull =
      chosen.filter(({ district }) => district === one.district).length >= mostOfOne ||
      chosen.filter(({ subject }) => subject === one.subject).length >= mostOfOne;
    if (!isFull) chosen.push(one);
    if (chosen.length === shown) break;
  }
  return chosen.map(({ path, name }) => ({ path, name }));
});
