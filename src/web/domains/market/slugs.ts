import { type Named, nameIn } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';
import { oncePer } from '#web/ground/once-per.ts';

export type District = { slug: string; id: number; name: string };
/** `formerSlugs`: chinese-language, which was the address of Chinese, still leads to it. */
export type Subject = {
  slug: string;
  formerSlugs: string[];
  name: string;
  filter: 'major_subject' | 'other_subject';
  id: number;
};

/** Sha Tin is sha-tin in the URLs of every language. */
export const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/\(.*?\)/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/**
 * Districts and subjects of the landing pages: displayed with `names`, with slugs from their English names.
 */
export async function loadPlaces(
  english: Api,
  names: { regions: readonly Named[]; majors: readonly Named[]; others: readonly Named[] },
): Promise<Places> {
  const [regions, majors, others] = await Promise.all([
    english('GET /api/common_info/region'),
    english('GET /api/common_info/major_subject'),
    english('GET /api/common_info/other_subject'),
  ]);
  return placesOf(
    districtsOf(regions.list, names.regions),
    majorsOf(majors.list, names.majors),
    othersOf(others.list, names.others),
  );
}
export type Places = { districts: readonly District[]; subjects: readonly Subject[] };

const placesOf = oncePer(
  (districts: readonly District[], majors: readonly Subject[], others: readonly Subject[]): Places => ({
    districts,
    subjects: [...majors, ...others],
  }),
);
const districtsOf = oncePer((english: readonly Named[], named: readonly Named[]): District[] =>
  english.map(({ id, name }) => ({ slug: slugOf(name), id, name: nameIn(named, id) || name })),
);
const subjectsOf = (filter: Subject['filter']) =>
  oncePer((english: readonly EnglishSubject[], named: readonly Named[]): Subject[] =>
    english.map(({ id, name, stage_names = [] }) => ({
      slug: slugOf(name),
      formerSlugs: stage_names.map((stage) => slugOf(stage.name)),
      name: nameIn(named, id) || name,
      filter,
      id,
    })),
  );
type EnglishSubject = Named & { stage_names?: readonly { name: string }[] };
const majorsOf = subjectsOf('major_subject');
const othersOf = subjectsOf('other_subject');

export const landingPath = (district: District, subject: Subject) =>
  `/tutors/${district.slug}/${subject.slug}`;

type SubjectIds = {
  major_subject: number | readonly number[] | null;
  other_subject: number | readonly number[] | null;
};
const listed = (ids: number | readonly number[] | null) =>
  ids === null ? [] : typeof ids === 'number' ? [ids] : ids;

/** The subjects that a case's student or a tutor's entry lists. */
export const subjectsNamed = (subjects: readonly Subject[], named: readonly SubjectIds[]) =>
  subjects.filter(({ filter, id }) => named.some((one) => listed(one[filter]).includes(id)));
