import type { Api } from '#web/ground/api/api.ts';

/** The reference lists of the case form. */
export async function loadCaseLists(api: Api) {
  const [
    grades,
    majors,
    others,
    subjectTypes,
    types,
    regions,
    lengths,
    educations,
    languages,
    weekdays,
    channels,
  ] = await Promise.all([
    api('GET /api/common_info/grade'),
    api('GET /api/common_info/major_subject'),
    api('GET /api/common_info/other_subject'),
    api('GET /api/common_info/subject_type'),
    api('GET /api/common_info/tutoring_type'),
    api('GET /api/common_info/region'),
    api('GET /api/common_info/tutoring_time_per_class'),
    api('GET /api/common_info/education'),
    api('GET /api/common_info/teaching_language'),
    api('GET /api/common_info/weekday'),
    api('GET /api/common_info/channel'),
  ]);
  return {
    grades: grades.list,
    majors: majors.list,
    others: others.list,
    subjectTypes: subjectTypes.list,
    types: types.list,
    regions: regions.list,
    lengths: lengths.list,
    educations: educations.list,
    languages: languages.list,
    weekdays: weekdays.list,
    channels: channels.list,
  };
}
export type CaseLists = Awaited<ReturnType<typeof loadCaseLists>>;
