import type { Named } from '#web/domains/reference/named.ts';
import type { Api } from '#web/ground/api/api.ts';

export type District = { slug: string; id: number; name: string };
/**
 * A subject as people search for it: mathematics is one, though senior and junior grades have an entry each.
 */
export type Subject = {
  slug: string;
  name: string;
  filter: 'major_subject' | 'other_subject';
  ids: number[];
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
) {
  const [regions, majors, others] = await Promise.all([
    english('GET /api/common_info/region'),
    english('GET /api/common_info/major_subject'),
    english('GET /api/common_info/other_subject'),
  ]);
  const districts: District[] = regions.list.map(({ id, name }) => ({
    slug: slugOf(name),
    id,
    name: names.regions.find((region) => region.id === id)?.name ?? name,
  }));
  const subjects: Subject[] = [];
  const add = (filter: Subject['filter'], list: readonly Named[], named: readonly Named[]) => {
    for (const { id, name } of list) {
      const slug = slugOf(name);
      const known = subjects.find((subject) => subject.slug === slug);
      if (known?.filter === filter) known.ids.push(id);
      else if (!known)
        subjects.push({ slug, name: named.find((one) => one.id === id)?.name ?? name, filter, ids: [id] });
    }
  };
  add('major_subject', majors.list, names.majors);
  add('other_subject', others.list, names.others);
  return { districts, subjects };
}
export type Places = Awaited<ReturnType<typeof loadPlaces>>;

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
  subjects.filter(({ filter, ids }) =>
    named.some((one) => listed(one[filter]).some((id) => ids.includes(id))),
  );
