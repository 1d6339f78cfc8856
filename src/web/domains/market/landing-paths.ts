import type { Api } from '#web/ground/api/api.ts';
import { landingPath, loadPlaces, type Subject, subjectsNamed } from './slugs.ts';

const rowsPerCall = 100;
const mostCalls = 10;

/** The landing pages with content, from the newest thousand tutors and cases. */
export async function landingPaths(english: Api) {
  const [regions, majors, others] = await Promise.all([
    english('GET /api/common_info/region'),
    english('GET /api/common_info/major_subject'),
    english('GET /api/common_info/other_subject'),
  ]);
  const { districts, subjects } = await loadPlaces(english, {
    regions: regions.list,
    majors: majors.list,
    others: others.list,
  });
  const paths = new Set<string>();
  const note = (regionIds: readonly (number | null)[], found: readonly Subject[]) => {
    for (const district of districts)
      if (regionIds.includes(district.id))
        for (const subject of found) paths.add(landingPath(district, subject));
  };
  await eachRow(
    (query) => english('GET /api/common_info/teacher_case', { query }),
    (tutor) =>
      note([...tutor.tutoring_region, ...tutor.travel_region], subjectsNamed(subjects, tutor.subject_grades)),
  );
  await eachRow(
    (query) => english('GET /api/common_info/parent_case', { query }),
    (one) => note([one.tutoring_region], subjectsNamed(subjects, one.child_info)),
  );
  return [...paths].sort();
}

async function eachRow<Row>(
  ask: (query: {
    page_size: number;
    cursor?: string;
  }) => Promise<{ list: Row[]; next_cursor: string | null }>,
  visit: (row: Row) => void,
) {
  let cursor: string | null = null;
  for (let call = 0; call === 0 || (cursor && call < mostCalls); call++) {
    const answer: Awaited<ReturnType<typeof ask>> = await ask({
      page_size: rowsPerCall,
      ...(cursor && { cursor }),
    });
    answer.list.forEach(visit);
    cursor = answer.next_cursor;
  }
}
