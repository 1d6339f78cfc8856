import { loadNames, type Names } from '#web/domains/market/names.ts';
import type { Api } from '#web/ground/api/api.ts';

/** The reference lists for the texts of reasons and changes. For loaders only. */
export async function loadMatchNames(api: Api, names?: Names) {
  const [known, weekdays, languages] = await Promise.all([
    names ?? loadNames(api),
    api('GET /api/common_info/weekday'),
    api('GET /api/common_info/teaching_language'),
  ]);
  return { ...known, weekdays: weekdays.list, languages: languages.list };
}
export type MatchNames = Awaited<ReturnType<typeof loadMatchNames>>;
