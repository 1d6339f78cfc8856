import type { MatchQuery } from '#shared/matching.ts';

/** How a result is ordered and narrowed, as its address says. */
export type MatchChoice = Pick<MatchQuery, 'sort' | 'in_budget' | 'online' | 'verified'> & {
  gender: 'M' | 'F' | null;
  region: number | null;
};

const switches = ['in_budget', 'online', 'verified'] as const;
/** Cards on a page; each "more" adds as many. */
export const cardsPerPage = 20;
/** Enough for every result that is kept. */
export const mostPages = 13;

export const sorts = ['fit', 'price', 'experience', 'reviews'] as const satisfies MatchQuery['sort'][];

/** What is not understood is ignored: an old or mistyped address still shows the result. */
export function readChoice(params: URLSearchParams): MatchChoice {
  const [gender, region] = [params.get('gender'), params.get('region') ?? ''];
  return {
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'fit',
    in_budget: params.get('in_budget') === 'true',
    online: params.get('online') === 'true',
    verified: params.get('verified') === 'true',
    gender: gender === 'M' || gender === 'F' ? gender : null,
    region: /^[1-9]\d{0,2}$/.test(region) ? Number(region) : null,
  };
}

export function readPages(params: URLSearchParams) {
  const pages = Number(params.get('pages'));
  return Number.isInteger(pages) && pages >= 1 ? Math.min(pages, mostPages) : 1;
}

export const choiceQuery = (choice: MatchChoice) =>
  ({
    ...(choice.sort !== 'fit' && { sort: choice.sort }),
    ...Object.fromEntries(switches.filter((name) => choice[name]).map((name) => [name, 'true'])),
    ...(choice.gender && { gender: choice.gender }),
    ...(choice.region !== null && { region: choice.region }),
  }) as Partial<Record<keyof MatchChoice, never>>;

/** The part of the address after the path; empty for the whole result by fit. */
export function choiceSearch(choice: MatchChoice, pages = 1) {
  const query = { ...choiceQuery(choice), ...(pages > 1 && { pages }) };
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  return search && `?${search}`;
}

export const isNarrowed = ({ sort: _, ...choice }: MatchChoice) => Object.values(choice).some(Boolean);
