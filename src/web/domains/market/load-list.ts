import type { CaseMark } from '#web/domains/matching/case-marks.ts';
import { loadSchools } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { type CaseView, caseView } from './case-view.ts';
import type { FilterChoices } from './filter-choices.ts';
import {
  type CaseSort,
  type Filters,
  filterQuery,
  filtersFor,
  groupsInUse,
  type Tab,
  withoutGroup,
} from './filters.ts';
import type { Names } from './names.ts';
import { type TutorView, tutorView } from './tutor-view.ts';

const cardsPerPage = 24;
/**
 * The number of pages rendered at once when the user comes back to a list; beyond it the list loads more by
 * itself.
 */
export const mostPages = 10;
/** The maximum number of rows of one request. */
const mostRows = 96;

export type CardView = CaseView | TutorView;
export type Found = { list: CardView[]; next: string | null; total: number; capped: boolean };

/** The data of the list page. */
export type ListData = Found & {
  tab: Tab;
  /** Shown at the address that asks for log-in. */
  gated: boolean;
  filters: Filters;
  pages: number;
  mostPages: number;
  after: string | null;
  choices: FilterChoices;
  relaxations: Awaited<ReturnType<typeof loadRelaxations>>;
  lacksListing: boolean;
  /** For a tutor: how many of these cases pay less than the own lowest fee, and whether they are shown. */
  below: { count: number; isCapped: boolean; lowest: number } | null;
  /** For a tutor on show: whether new cases like these are told. */
  isSearchSaved: boolean | null;
  /** For a tutor: which of these cases fit, were asked about, or pay too little. */
  marks: Record<number, CaseMark[]> | null;
  /** What the person keeps of this list; null for a visitor. */
  saved: readonly number[] | null;
};

type ListRequest = {
  tab: Tab;
  filters: Filters;
  pages: number;
  after?: string | undefined;
  /** Cases that offer less are left out. */
  paysFrom?: number | undefined;
};

/** The first pages of a list, or those after a cursor, as cards. */
export async function loadList(api: Api, t: Translate, names: Names, request: ListRequest): Promise<Found> {
  const views = request.tab === 'cases' ? casesIn(api, t, names) : tutorsIn(api, t, names, request.filters);
  const list: CardView[] = [];
  let left = request.pages * cardsPerPage;
  let first: Found | undefined;
  let next: string | null = request.after ?? null;
  do {
    const query = {
      ...filterQuery(filtersFor(request.tab, request.filters)),
      page_size: Math.min(left, mostRows),
      ...(request.paysFrom !== undefined && { pays_from: request.paysFrom }),
    };
    const found: Found = await views({ ...query, ...(next && { cursor: next }) });
    first ??= found;
    list.push(...found.list);
    next = found.next;
    left -= query.page_size;
  } while (next && left > 0);
  return { ...first, list, next };
}

type Query = ReturnType<typeof filterQuery> & { page_size: number; cursor?: string; pays_from?: number };

const caseQuery = ({ verified: _, sort, ...query }: Query) => ({ ...query, sort: sort as CaseSort });

const casesIn = (api: Api, t: Translate, names: Names) => async (query: Query) => {
  const found = await api('GET /api/common_info/parent_case', { query: caseQuery(query) });
  return foundOf(
    found,
    found.list.map((card) => caseView(t, names, card)),
  );
};

const tutorsIn = (api: Api, t: Translate, names: Names, sought: Filters) => async (query: Query) => {
  const { pays_from: _, ...tutorQuery } = query;
  const found = await api('GET /api/common_info/teacher_case', { query: tutorQuery });
  const schools = await loadSchools(
    api,
    found.list.map(({ school }) => school),
  );
  return foundOf(
    found,
    found.list.map((card) => tutorView(t, names, schools, card, sought)),
  );
};

const foundOf = (
  {
    next_cursor,
    total,
    total_is_capped,
  }: { next_cursor: string | null; total: number; total_is_capped: boolean },
  list: CardView[],
): Found => ({ list, next: next_cursor, total, capped: total_is_capped });

export async function countOf(api: Api, tab: Tab, filters: Filters, paysFrom?: number) {
  const query = { ...filterQuery(filtersFor(tab, filters)), page_size: 1 };
  const paying = paysFrom === undefined ? {} : { pays_from: paysFrom };
  const { total, total_is_capped } =
    tab === 'cases'
      ? await api('GET /api/common_info/parent_case', { query: { ...caseQuery(query), ...paying } })
      : await api('GET /api/common_info/teacher_case', { query });
  return { total, capped: total_is_capped };
}

/** For an empty list: how many results there would be without each of the filters. */
export async function loadRelaxations(api: Api, tab: Tab, filters: Filters) {
  const tried = await Promise.all(
    groupsInUse(filters).map(async (group) => ({
      group,
      ...(await countOf(api, tab, withoutGroup(filters, group))),
    })),
  );
  return tried.filter(({ total }) => total > 0).sort((a, b) => b.total - a.total);
}
