import type { TutorCard } from '#shared/market.ts';
import { calledBySurname } from '#shared/tutor-name.ts';
import { nameIn, namesIn } from '#web/domains/reference/named.ts';
import { badgeInWords } from '#web/domains/trust/badge-words.ts';
import type { Translate } from '#web/ground/i18n/i18n.ts';
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
  badges: string[];
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
  const school = nameIn(schools, card.school);
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
    studies: [
      school,
      nameIn(names.educations, card.education),
      ...results,
      experienceInWords(t, names, card.experience),
    ]
      .filter(Boolean)
      .join(dot),
    teaches: teachesInShort(t, names, card),
    places: [
      shortList(t, namesIn(names.regions, regionsOf(card, searchedRegions)), 3, 'market.andMoreRegions'),
      namesIn(names.types, card.tutoring_type).join(t('market.and')),
    ]
      .filter(Boolean)
      .join(dot),
    price: priceRange(card),
    badges: [...new Set(card.badges.map((badge) => badgeInWords(t, badge)))],
    sample: card.is_sample,
  };
}

/** 教學 3–5 年, or 未有教學經驗. */
export function experienceInWords(t: Translate, { experiences }: Names, id: number) {
  const found = experiences.find((one) => one.id === id);
  if (!found) return '';
  return found.max_years === 0 ? t('market.noExperience') : t('market.years', { years: found.name });
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

const teachesInShort = (t: Translate, names: Names, { subject_grades }: TutorCard) =>
  t('market.teaches', {
    subjects: shortList(t, subjectNames(names, subject_grades), 4),
    grades: gradesInWords(
      t,
      names,
      subject_grades.flatMap(({ grade }) => grade),
    ),
  });

export function shortList(
  t: Translate,
  list: readonly string[],
  most: number,
  more: 'market.andMore' | 'market.andMoreRegions' = 'market.andMore',
) {
  const words = list.slice(0, most).join(t('market.and'));
  return list.length > most ? t(more, { list: words, count: list.length }) : words;
}
