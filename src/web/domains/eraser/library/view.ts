import { currentMajorSubject } from '#shared/subjects/subject-ids.ts';

export const tabs = ['mine', 'shared', 'trash'] as const;
export type Tab = (typeof tabs)[number];
export const sorts = ['newest', 'oldest', 'title', 'updated'] as const;
type Sort = (typeof sorts)[number];

/** The selected part of the library; 0 means any. */
export type View = {
  tab: Tab;
  grade: number;
  major: number;
  other: number;
  search: string;
  sort: Sort;
  page: number;
};

/** The library has two addresses; links stay at the current one. */
export type Place = 'list' | 'papers';

type Subjects = Pick<View, 'grade' | 'major' | 'other'>;
const idPattern = /^\d{1,9}$/;

/** Parses `3-0-2` of /erase/list/{grade_id}-{major_subject_id}-{other_subject_id}; undefined when invalid. */
export function readPath(filter: string): Subjects | undefined {
  const ids = filter.split('-');
  if (ids.length !== 3 || !ids.every((id) => idPattern.test(id))) return;
  const [grade = 0, major = 0, other = 0] = ids.map(Number);
  return { grade, major: currentMajorSubject(major), other };
}

/**
 * Parses the query of an address or form. Invalid values are ignored: an old or mistyped address still shows
 * a list.
 */
export function readView(
  params: URLSearchParams,
  defaults: { tab: Tab; subjects?: Subjects | undefined },
): View {
  const id = (name: string) => {
    const value = params.get(name) ?? '';
    return idPattern.test(value) ? Number(value) : 0;
  };
  // One select has both subject lists; ids of the second list are negative.
  const subject = Number(params.get('subject')) || 0;
  const isSubject = Number.isInteger(subject) && Math.abs(subject) < 1e9;
  const page = id('page');
  return {
    tab: tabs.find((tab) => tab === params.get('tab')) ?? defaults.tab,
    ...(defaults.subjects ?? {
      grade: id('grade'),
      major: isSubject && subject > 0 ? currentMajorSubject(subject) : 0,
      other: isSubject && subject < 0 ? -subject : 0,
    }),
    search: (params.get('search') ?? '').trim().slice(0, 60),
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    page: Math.max(1, Math.min(page, 1_000_000)),
  };
}

/** The address of a view, without its locale. The same view always has the same address. */
export function viewPath(place: Place, view: View): string {
  const subject = view.major || -view.other;
  const query = new URLSearchParams({
    tab: view.tab,
    ...(place === 'papers' && view.grade && { grade: String(view.grade) }),
    ...(place === 'papers' && subject && { subject: String(subject) }),
    ...(view.search && { search: view.search }),
    ...(view.sort !== 'newest' && { sort: view.sort }),
    ...(view.page > 1 && { page: String(view.page) }),
  });
  const path = place === 'list' ? `/erase/list/${view.grade}-${view.major}-${view.other}` : '/test-paper';
  return `${path}?${query}`;
}

export const isFiltered = ({ grade, major, other, search }: View) =>
  grade > 0 || major > 0 || other > 0 || search !== '';
