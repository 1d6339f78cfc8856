import type { CallData } from '#shared/call.ts';
import type { Contract } from '#shared/contract.ts';
import type { Api, Key } from '#web/ground/api/api.ts';
import { idle, yieldToBrowser } from '#web/ground/page-life.ts';

/** The requests of SPEC.md §7 that run once, in parallel, when the app has started. */
const startUpCalls = {
  grade: {},
  region: {},
  identity: {},
  major_subject: {},
  other_subject: {},
  school: {},
  tutoring_type: {},
  tutoring_days_per_week: {},
  tutoring_time_per_class: {},
  weekday: {},
  education: {},
  channel: {},
  teaching_language: {},
  education_grade_view: {},
  rank: {},
  experience: {},
  gpa: {},
  subject_type: {},
  company_info: {},
  'media-company': { page_size: 5 },
  qr_code: {},
  teacher_case: { page_size: 12 },
  parent_case: { page_size: 12 },
  child_case: { page_size: 12 },
} as const satisfies Record<string, { page_size?: number }>;

type ListName = keyof typeof startUpCalls;
export type ReferenceData<Name extends ListName> = CallData<Contract[`GET /api/common_info/${Name}`]>;

const cache = new Map<string, Promise<unknown>>();

/**
 * One request per list and language, however many components ask; a failure is not cached, so that the next
 * one tries again.
 */
function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const existing = cache.get(key);
  if (existing) return existing as Promise<T>;
  const loading = load();
  cache.set(key, loading);
  loading.catch(() => cache.delete(key));
  return loading;
}

export function reference<Name extends ListName>(api: Api, locale: string, name: Name) {
  const key = `GET /api/common_info/${name}` as Key;
  return once(`${locale} ${name}`, () => api(key, { query: startUpCalls[name] } as never)) as Promise<
    ReferenceData<Name>
  >;
}

/** Every school that is not a kindergarten, in one page. */
export function allSchools(api: Api, locale: string) {
  return once(`${locale} all schools`, () =>
    api('GET /api/common_info/school', { query: { page_size: 2000 } }),
  );
}

/**
 * Requests every list without waiting for the others, once the page is idle: twenty requests in one go would
 * block a phone. A failure affects only its own list: the API layer has logged it, and the list is requested
 * again when needed.
 */
export async function loadReferenceLists(api: Api, locale: string) {
  await idle();
  for (const name of Object.keys(startUpCalls) as ListName[]) {
    reference(api, locale, name).catch(() => {});
    await yieldToBrowser();
  }
}
