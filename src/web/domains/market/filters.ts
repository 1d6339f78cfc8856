import { currentMajorSubjects } from '#shared/subjects/subject-ids.ts';
import { otherSubjectsIn } from '#web/domains/reference/subjects.ts';

/** The two lists a visitor can browse. */
export const tabs = ['tutors', 'cases'] as const;
export type Tab = (typeof tabs)[number];

const caseSorts = ['newest', 'price_low', 'price_high'] as const;
const tutorSorts = [...caseSorts, 'experience', 'reviews'] as const;
export type CaseSort = (typeof caseSorts)[number];
export type Sort = (typeof tutorSorts)[number];
export const sortsOf = (tab: Tab): readonly Sort[] => (tab === 'cases' ? caseSorts : tutorSorts);

/** Filters that are ids of a reference list, under the names of the API. */
export const idFilters = [
  'region',
  'major_subject',
  'other_subject',
  'grade',
  'tutoring_type',
  'weekday',
] as const;
export type IdFilter = (typeof idFilters)[number];

export type Filters = Record<IdFilter, readonly number[]> & {
  gender: 'M' | 'F' | null;
  price_min: number | null;
  price_max: number | null;
  /** Only tutors with a badge. */
  verified: true | null;
  /** For a tutor: with the cases that pay less than the own lowest fee. */
  below: true | null;
  sort: Sort;
};

export const noFilters: Filters = {
  region: [],
  major_subject: [],
  other_subject: [],
  grade: [],
  tutoring_type: [],
  weekday: [],
  gender: null,
  price_min: null,
  price_max: null,
  verified: null,
  below: null,
  sort: 'newest',
};

const mostIds = 60;
const highestPrice = 100_000;

/**
 * Reads filters from a URL or a form. Invalid values are ignored: an old or mistyped URL still shows a list.
 */
export function readFilters(params: URLSearchParams): Filters {
  const [low, high] = [readPrice(params.get('price_min')), readPrice(params.get('price_max'))];
  const turned = low !== null && high !== null && low > high;
  const gender = params.get('gender');
  const ids = Object.fromEntries(idFilters.map((name) => [name, readIds(params.getAll(name))])) as Record<
    IdFilter,
    number[]
  >;
  return {
    ...ids,
    other_subject: readIds([
      ...params.getAll('other_subject'),
      ...otherSubjectsIn(params.getAll('major_subject')),
    ]),
    // An old link may have ids that a subject had before.
    major_subject: currentMajorSubjects(ids.major_subject).sort((a, b) => a - b),
    gender: gender === 'M' || gender === 'F' ? gender : null,
    price_min: turned ? high : low,
    price_max: turned ? low : high,
    verified: params.get('verified') === '1' ? true : null,
    below: params.get('below') === '1' ? true : null,
    sort: tutorSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
  };
}

/** Without what the other list alone knows. */
export const filtersFor = (tab: Tab, filters: Filters): Filters =>
  tab === 'tutors'
    ? { ...filters, below: null }
    : { ...filters, verified: null, sort: caseSorts.find((sort) => sort === filters.sort) ?? 'newest' };

/** A form without JavaScript repeats the name for each id; our own URLs use commas. */
function readIds(values: readonly string[]) {
  const ids = values.flatMap((value) => value.split(',')).filter((id) => /^[1-9]\d{0,8}$/.test(id));
  return [...new Set(ids.map(Number))].sort((a, b) => a - b).slice(0, mostIds);
}

function readPrice(value: string | null) {
  const digits = (value ?? '').normalize('NFKC').replace(/[\s,]/g, '');
  return /^\d{1,6}$/.test(digits) && Number(digits) <= highestPrice ? Number(digits) : null;
}

/** The same filters always give the same URL. Nothing in it needs escaping. */
export function writeFilters(filters: Filters): string {
  return [
    ...idFilters
      .filter((name) => filters[name].length > 0)
      .map((name) => `${name}=${filters[name].join(',')}`),
    ...(['gender', 'price_min', 'price_max'] as const)
      .filter((name) => filters[name] !== null)
      .map((name) => `${name}=${filters[name]}`),
    ...(filters.verified ? ['verified=1'] : []),
    ...(filters.below ? ['below=1'] : []),
    ...(filters.sort === 'newest' ? [] : [`sort=${filters.sort}`]),
  ].join('&');
}

/** What a saved search keeps of the filters. */
export const searchOf = ({
  sort: _,
  verified: __,
  gender,
  price_min,
  price_max,
  below,
  ...ids
}: Filters) => ({
  ...(Object.fromEntries(Object.entries(ids).map(([name, list]) => [name, [...list]])) as Record<
    IdFilter,
    number[]
  >),
  gender,
  price_min,
  price_max,
  below: below === true,
});
export const filtersOf = (search: ReturnType<typeof searchOf>): Filters => ({
  ...noFilters,
  ...search,
  below: search.below || null,
});
export const isSameSearch = (one: Filters, other: Filters) =>
  writeFilters({ ...one, sort: 'newest' }) === writeFilters({ ...other, sort: 'newest' });

type ListPlace = {
  /** The number of pages already loaded. */
  pages?: number;
  after?: string;
  /** At the address that asks for log-in; the lists are the same. */
  gated?: boolean;
};

/** The path of a list, without the locale. */
export function listPath(tab: Tab, filters: Filters = noFilters, more: ListPlace = {}) {
  const parts = [
    more.gated ? `tab=${tab}` : '',
    writeFilters(filtersFor(tab, filters)),
    more.pages && more.pages > 1 ? `pages=${more.pages}` : '',
    more.after ? `after=${more.after}` : '',
  ].filter(Boolean);
  const path = more.gated ? gatedPath : `/${tab}`;
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path;
}
export const gatedPath = '/more-tutor-case';

/** The query of the list endpoints. */
export function filterQuery({ gender, price_min, price_max, verified, below: _, sort, ...ids }: Filters) {
  const used = Object.entries(ids).filter(([, list]) => list.length > 0);
  return {
    ...(Object.fromEntries(used.map(([name, list]) => [name, list.join(',')])) as Partial<
      Record<IdFilter, string>
    >),
    ...(gender && { gender }),
    ...(price_min !== null && { price_min }),
    ...(price_max !== null && { price_max }),
    ...(verified && { verified: '1' }),
    sort,
  };
}

/** Filters that belong together in the form, and are relaxed together. */
const filterGroups = {
  region: ['region'],
  subject: ['major_subject', 'other_subject'],
  grade: ['grade'],
  tutoring_type: ['tutoring_type'],
  weekday: ['weekday'],
  gender: ['gender'],
  price: ['price_min', 'price_max'],
  verified: ['verified'],
} as const satisfies Record<string, readonly Exclude<keyof Filters, 'sort'>[]>;
export type FilterGroup = keyof typeof filterGroups;

export const withoutGroup = (filters: Filters, group: FilterGroup): Filters => ({
  ...filters,
  ...Object.fromEntries(filterGroups[group].map((name) => [name, noFilters[name]])),
});

const isSet = (value: Filters[keyof Filters]) => (Array.isArray(value) ? value.length > 0 : value !== null);

export const groupsInUse = (filters: Filters) =>
  (Object.keys(filterGroups) as FilterGroup[]).filter((group) =>
    filterGroups[group].some((name) => isSet(filters[name])),
  );

export const withoutId = (filters: Filters, name: IdFilter, id: number): Filters => ({
  ...filters,
  [name]: filters[name].filter((one) => one !== id),
});
