import type { TutorCard } from '#shared/market.ts';
import { calledBySurname } from '#shared/tutor-name.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import { badgeName } from '#web/domains/trust/badge-words.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
import { keepUnits } from '#web/ground/i18n/numbers.ts';
import { cachedViews } from './cached-view.ts';
import { dot } from './case-view.ts';
import { type Names, stretches } from './names.ts';

/** A tutor as displayed on their card: text only, and of the name only its first character. */
export type TutorView = {
  id: number;
  surname: string;
  portrait: TutorCard['portrait'];
  name: string;
  studies: string;
  teaches: string;
  places: string;
  price: string;
  /** 4.8（12 則評價）; empty without a review. */
  reviews: string;
  /** What was verified, in short. */
  verified: string[];
  sample: boolean;
};

type Schools = readonly { id: number; name: string }[];

const cachedView = cachedViews<TutorCard, TutorView>();

/**
 * `searchedRegions` are the districts of the filter: where the tutor teaches there, they are listed first.
 */
export function tutorView(
  t: Translate,
  names: Names,
  schools: Schools,
  card: TutorCard,
  searchedRegions: readonly number[] = [],
): TutorView {
  const school = nameIn(schools, card.school) || card.school_name;
  const of = [...Object.values(names), school, searchedRegions.join()];
  return cachedView(t, card, of, () => viewOf(t, names, school, card, searchedRegions));
}

function viewOf(
  t: Translate,
  names: Names,
  school: string,
  card: TutorCard,
  searchedRegions: readonly number[],
): TutorView {
  const results = [...card.dse_results]
    .sort((a, b) => b.dse_level - a.dse_level)
    .slice(0, 2)
    .map((result) => resultInWords(t, names, result));
  return {
    id: card.id,
    surname: card.surname,
    portrait: card.portrait,
    name: tutorName(t, card),
    studies: line(
      school,
      nameIn(names.educations, card.education),
      ...results,
      teachingInWords(t, names, card.experience),
    ),
    teaches: keepUnits(teachesInShort(t, names, card)),
    places: line(
      shortList(t, namesIn(names.regions, regionsOf(card, searchedRegions)), 3, 'market.andMoreRegions'),
      namesIn(names.types, card.tutoring_type).join(t('market.and')),
    ),
    price: priceRange(card),
    reviews: reviewsInWords(t, card),
    verified: [...new Set(card.badges.map((badge) => badgeName(t, badge)))],
    sample: card.is_sample,
  };
}

const line = (...facts: readonly string[]) => keepUnits(facts.filter(Boolean).join(dot));

/** 3–5 年, or 未有教學經驗. */
export function experienceInWords(t: Translate, { experiences }: Names, id: number) {
  const experience = experiences.find((one) => one.id === id);
  return experience?.max_years === 0 ? t('market.noExperience') : (experience?.name ?? '');
}
/** The same where nothing says that it is about teaching: 教學 3–5 年. */
export function teachingInWords(t: Translate, names: Names, id: number) {
  const years = experienceInWords(t, names, id);
  if (years === '' || years === t('market.noExperience')) return years;
  // 教學 3–5 年, but 教學少於 1 年.
  return t('market.years', { years }).replace(/(?<=\p{Script=Han})\s(?=\p{Script=Han})/u, '');
}

export function reviewsInWords(t: Translate, { rating }: Pick<TutorCard, 'rating'>) {
  if (!rating) return '';
  const { average, count } = rating;
  return keepUnits(
    t(count === 1 ? 'market.ratedOnce' : 'market.rated', { average: average.toFixed(1), count }),
  );
}

function regionsOf({ tutoring_region, travel_region }: TutorCard, searchedRegions: readonly number[]) {
  const all = [...new Set([...tutoring_region, ...travel_region])];
  return [
    ...all.filter((id) => searchedRegions.includes(id)),
    ...all.filter((id) => !searchedRegions.includes(id)),
  ];
}

const tutorName = (t: Translate, { surname }: { surname: string }) =>
  calledBySurname(surname, (named) => t('market.tutorName', { surname: named }));

const resultInWords = (t: Translate, names: Names, result: { major_subject: number; dse_level: number }) =>
  t('market.result', {
    subject: nameIn(names.majors, result.major_subject),
    level: nameIn(names.levels, result.dse_level),
  });

export const priceRange = ({ price_min, price_max }: { price_min: number; price_max: number }) =>
  price_min === price_max ? `HK$${price_min}` : `HK$${price_min}–${price_max}`;

type Taught = TutorCard['subject_grades'][number];
const taughtName = (names: Names, { major_subject, other_subject }: Taught) =>
  nameIn(names.majors, major_subject) || nameIn(names.others, other_subject);

/** A subject may be listed twice under one name, for senior and for junior grades. */
export const subjectNames = (names: Names, taught: readonly Taught[]) => [
  ...new Set(taught.map((one) => taughtName(names, one)).filter(Boolean)),
];

const gradesInWords = (t: Translate, names: Names, grades: readonly number[]) =>
  stretches(names.grades, grades, { to: t('market.to'), and: t('market.and') });

/** Subjects with the same name share a line. */
export const subjectLines = (t: Translate, names: Names, taught: readonly Taught[]) =>
  subjectNames(names, taught).map((name) => {
    const grades = taught.filter((one) => taughtName(names, one) === name).flatMap(({ grade }) => grade);
    return [name, gradesInWords(t, names, grades)] as const;
  });

/** Subjects with the same grades stand together; the first two of these groups are told. */
function teachesInShort(t: Translate, names: Names, { subject_grades }: TutorCard) {
  const groups = new Map<string, string[]>();
  for (const [name, grades] of subjectLines(t, names, subject_grades))
    groups.set(grades, [...(groups.get(grades) ?? []), name]);
  const told = [...groups].slice(0, 2);
  const count = subjectNames(names, subject_grades).length;
  const list = told
    .map(([grades, subjects]) => t('market.teaches', { subjects: shortList(t, subjects, 4), grades }))
    .join(t('market.and'));
  const rest = count - told.flatMap(([, subjects]) => subjects).length;
  return rest > 0 ? t('market.andMore', { list, rest }) : list;
}

export function shortList(
  t: Translate,
  list: readonly string[],
  most: number,
  more: 'market.andMore' | 'market.andMoreRegions' = 'market.andMore',
) {
  const words = list.slice(0, most).join(t('market.and'));
  const rest = list.length - most;
  return rest > 0 ? t(more, { list: words, rest }) : words;
}
