import { caseView } from '#web/domains/market/case-view.ts';
import { loadNames, loadSchoolNames } from '#web/domains/market/names.ts';
import { tutorView } from '#web/domains/market/tutor-view.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';

const shown = 3;

/** The newest cases and tutors as cards, and how many there are of each. For the loader. */
export async function loadLatest(api: Api, t: Translate) {
  const [names, cases, tutors] = await Promise.all([
    loadNames(api),
    api('GET /api/common_info/parent_case', { query: { page_size: shown } }),
    api('GET /api/common_info/teacher_case', { query: { page_size: shown } }),
  ]);
  const schools = await loadSchoolNames(api, tutors.list);
  return {
    names,
    cases: cases.list.map((card) => caseView(t, names, card)),
    tutors: tutors.list.map((card) => tutorView(t, names, schools, card)),
    counts: {
      tutors: { total: tutors.total, capped: tutors.total_is_capped },
      cases: { total: cases.total, capped: cases.total_is_capped },
    },
  };
}
