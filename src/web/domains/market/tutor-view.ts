import type { CaseDetail } from '#shared/cases.ts';
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
  /** 已教 24 堂 ・ 通常 3 小時內回覆; empty where nothing is known. */
  record: string;
  /** What was verified, in short. */
  verified: string[];
  sample: boolean;
};

type Results = TutorCard['dse_results'];
type Schools = readonly { id: number; name: string }[];

const cachedView = cachedViews<TutorCard, TutorView>();

/** What somebody looks for, by ids: what the tutor has of it comes first. */
export type Sought = {
  region?: readonly number[];
  major_subject?: readonly number[];
  other_subject?: readonly number[];
};

export const soughtIn = ({ tutoring_region, child_info }: CaseDetail): Sought => ({
  region: tutoring_region === null ? [] : [tutoring_region],
  major_subject: child_info.flatMap(({ major_subject }) => major_subject),
  other_subject: child_info.flatMap(({ other_subject }) => other_subject),
});

export function tutorView(
  t: Translate,
  names: Names,
  schools: Schools,
  card: TutorCard,
  sought: Sought = {},
): TutorView {
  const school = nameIn(schools, card.school) || card.school_name;
  const { region = [], major_subject = [], other_subject = [] } = sought;
  const of = [...Object.values(names), school, [region, major_subject, other_subject].join(' ')];
  return cachedView(t, card, of, () => viewOf(t, names, school, card, sought));
}

function viewOf(t: Translate, names: Names, school: string, card: TutorCard, sought: Sought): TutorView {
  return {
    id: card.id,
    surname: card.surname,
    portrait: card.portrait,
    name: tutorName(t, card),
    studies: studiesOf(t, names, school, card, resultsFor(card, sought).slice(0, 2)),
    teaches: keepUnits(teachesInShort(t, names, card, sought)),
    places: line(
      shortList(t, namesIn(names.regions, regionsOf(card, sought.region)), 3, 'market.andMoreRegions'),
      namesIn(names.types, card.tutoring_type).join(t('market.and')),
    ),
    price: priceRange(card),
    reviews: reviewsInWords(t, card),
    record: recordInWords(t, card),
    verified: [...new Set(card.badges.map((badge) => badgeName(t, badge)))],
    sample: card.is_sample,
  };
}

function studiesOf(t: Translate, names: Names, school: string, card: TutorCard, results: Results) {
  return line(
    school,
    nameIn(names.educations, card.education),
    ...results.map((result) => resultInWords(t, names, result)),
    teachingInWords(t, names, card.experience),
  );
}

/** The same with the results of all subjects that are taught: on the tutor's own page none of them is left out. */
export function studiesInFull(
  t: Translate,
  names: Names,
  schools: Schools,
  card: TutorCard,
  sought?: Sought,
) {
  const isTaught = (id: number) => card.subject_grades.some(({ major_subject }) => major_subject === id);
  const results = resultsFor(card, sought).filter(
    ({ major_subject }, place) => place < 2 || isTaught(major_subject),
  );
  return studiesOf(t, names, nameIn(schools, card.school) || card.school_name, card, results);
}

const line = (...facts: readonly string[]) => keepUnits(facts.filter(Boolean).join(dot));

/** 3–5 年, or 未有教學經驗. */
export function experienceInWords(t: Translate, { experiences }: Pick<Names, 'experiences'>, id: number) {
  const experience = experiences.find((one) => one.id === id);
  return experience?.max_years === 0 ? t('market.noExperience') : (experience?.name ?? '');
}
/** The same where nothing says that it is about teaching: 教學 3–5 年. */
export function teachingInWords(t: Translate, names: Pick<Names, 'experiences'>, id: number) {
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

type Known = Pick<TutorCard, 'lessons_taught' | 'answers_within'>;

/** How much the tutor has taught, and how soon invitations are answered. */
function recordInWords(t: Translate, { lessons_taught: count, answers_within: hours }: Known) {
  const days = hours === null ? 0 : Math.ceil(hours / 24);
  return line(
    count > 0 ? t(count === 1 ? 'market.taughtOnce' : 'market.taught', { count }) : '',
    hours === null
      ? ''
      : hours === 1
        ? t('market.answersHour')
        : hours <= 24
          ? t('market.answersHours', { hours })
          : t('market.answersDays', { days }),
  );
}

function regionsOf({ tutoring_region, travel_region }: TutorCard, searched: readonly number[] = []) {
  const all = [...new Set([...tutoring_region, ...travel_region])];
  return [...all.filter((id) => searched.includes(id)), ...all.filter((id) => !searched.includes(id))];
}

/** DSE results: of the subjects that are looked for, then of those taught, then the best. */
export function resultsFor(
  { dse_results, subject_grades }: Pick<TutorCard, 'dse_results' | 'subject_grades'>,
  { major_subject: sought = [] }: Sought = {},
) {
  const rank = (id: number) =>
    sought.includes(id) ? 0 : subject_grades.some(({ major_subject }) => major_subject === id) ? 1 : 2;
  return [...dse_results].sort(
    (a, b) => rank(a.major_subject) - rank(b.major_subject) || b.dse_level - a.dse_level,
  );
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
function teachesInShort(t: Translate, names: Names, { subject_grades }: TutorCard, sought: Sought) {
  const isSought = ({ major_subject, other_subject }: Taught) =>
    (sought.major_subject ?? []).includes(major_subject ?? 0) ||
    (sought.other_subject ?? []).includes(other_subject ?? 0);
  const soughtFirst = [...subject_grades.filter(isSought), ...subject_grades.filter((one) => !isSought(one))];
  const groups = new Map<string, string[]>();
  for (const [name, grades] of subjectLines(t, names, soughtFirst))
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
