import type { Api } from '#web/ground/api/api.ts';

/** The reference lists of the listing form. */
export async function loadTutorLists(api: Api) {
  const [
    majors,
    others,
    subjectTypes,
    stages,
    types,
    regions,
    educations,
    languages,
    weekdays,
    gpas,
    ranks,
    experiences,
    levels,
  ] = await Promise.all([
    api('GET /api/common_info/major_subject'),
    api('GET /api/common_info/other_subject'),
    api('GET /api/common_info/subject_type'),
    api('GET /api/common_info/education_grade_view'),
    api('GET /api/common_info/tutoring_type'),
    api('GET /api/common_info/region'),
    api('GET /api/common_info/education'),
    api('GET /api/common_info/teaching_language'),
    api('GET /api/common_info/weekday'),
    api('GET /api/common_info/gpa'),
    api('GET /api/common_info/rank'),
    api('GET /api/common_info/experience'),
    api('GET /api/common_info/dse_level'),
  ]);
  return {
    majors: majors.list,
    others: others.list,
    subjectTypes: subjectTypes.list,
    stages: stages.list,
    types: types.list,
    regions: regions.list,
    educations: educations.list,
    languages: languages.list,
    weekdays: weekdays.list,
    gpas: gpas.list,
    ranks: ranks.list,
    experiences: experiences.list,
    levels: levels.list,
  };
}
export type TutorLists = Awaited<ReturnType<typeof loadTutorLists>>;
