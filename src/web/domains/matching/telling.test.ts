import { describe, expect, it } from 'vitest';
import { seeded } from '#engine/matching/sample-market.ts';
import type { CaseDetail } from '#shared/cases.ts';
import type { CaseCard, TutorCard } from '#shared/market.ts';
import type { TutorDetail } from '#shared/tutors.ts';
import type { Explained } from './fit-words.ts';
import type { MatchNames } from './load-names.ts';
import { caseSentences, type Sentence, told, tutorSentences } from './telling.ts';

/** Every list names its items by their ids, so that a sentence shows which it means. */
const ids = (most: number) => Array.from({ length: most }, (_, at) => ({ id: at + 1, name: `#${at + 1}` }));
const names = {
  ...{ regions: ids(18), weekdays: ids(7), languages: ids(4), majors: ids(50), levels: ids(12) },
  ...{ educations: ids(8), experiences: ids(6) },
  grades: ids(9).map((grade) => ({ ...grade, stage: Math.ceil(grade.id / 3) })),
  types: ids(5).map((type) => ({ ...type, is_online: type.id === 2 })),
} as unknown as MatchNames;
const words = { t: ((key: string) => key) as never, names };

const random = seeded(23);
const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
const some = <T>(list: readonly T[]) => list.filter(() => random() < 0.5);
const one = <T>(...list: T[]) => list[whole(0, list.length - 1)] as T;

const attributes = ['price', 'travel', 'times', 'language', 'dse', 'grade', 'education', 'experience'].concat(
  ['studies', 'reviews', 'verified', 'freshness', 'exposure', 'reliability'],
);
const pair = (): Pick<Explained, 'slots' | 'facts' | 'terms'> => ({
  slots: random() < 0.1 ? [] : [{ weekday: whole(1, 7), start: '17:00', end: '18:30' }],
  facts: {
    minutes: whole(5, 90),
    days: whole(1, 7),
    stage_share: whole(0, 100) / 100,
    idle_days: whole(0, 40),
    pending: whole(0, 6),
  },
  terms: some(attributes).map((attribute) => ({
    attribute,
    term: random() - 0.5,
    value: 0,
    is_reason: false,
  })),
});
const tutorOf = () =>
  ({
    price_min: whole(10, 60) * 10,
    ...{ tutoring_region: some([1, 2, 3]), teaching_language: [whole(1, 4), ...some([1, 2, 3, 4])] },
    dse_results: some([1, 2, 3]).map((major_subject) => ({
      major_subject,
      dse_level: one(1, 3, 5, 6, 7, 12),
    })),
    ...{ education: whole(1, 8), experience: whole(1, 6) },
    ...{ gpa: one(null, whole(1, 5)), rank: one(null, whole(1, 5)) },
    rating: one(null, { average: whole(10, 50) / 10, count: whole(1, 30) }),
    badges: some([{ kind: 'student' }, { kind: 'police_check' }]),
    subject_grades: [1, 2, 3].map((major_subject) => ({
      ...{ major_subject, other_subject: null, grade: [whole(1, 9), ...some([1, 2, 3, 4, 5, 6])] },
    })),
  }) as unknown as TutorCard;
const caseOf = () =>
  ({
    ...{ price: one(null, whole(10, 60) * 10), tutoring_type: whole(1, 5), tutoring_region: one(null, 1, 2) },
    ...{ tutoring_days_per_week: whole(1, 3), teaching_language: some([1, 2, 3]) },
    child_info: [{ grade: whole(1, 9), major_subject: some([1, 2]), other_subject: [] }],
  }) as unknown as CaseDetail & CaseCard;

/** Written plainly, apart from the server's. */
function middleOf(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = sorted.length / 2;
  return sorted.length % 2
    ? (sorted[Math.floor(at)] as number)
    : ((sorted[at - 1] as number) + (sorted[at] as number)) / 2;
}
const typicalOf = (
  list: { price: number; facts: Explained['facts']; experience: number; education: number }[],
) =>
  list.length < 3
    ? null
    : {
        price: middleOf(list.map(({ price }) => price)),
        minutes: middleOf(list.map(({ facts }) => facts.minutes)),
        days: middleOf(list.map(({ facts }) => facts.days)),
        experience: middleOf(list.map(({ experience }) => experience)),
        education: middleOf(list.map(({ education }) => education)),
      };
const number = ({ values }: Sentence, name: string) => Number(values?.[name]);
const above = (list: number[], value: number) =>
  list.filter((other) => other < value).length >= list.length / 2;
const below = (list: number[], value: number) =>
  list.filter((other) => other > value).length >= list.length / 2;

/** The only place where minutes may be spoken of: the tutor names districts, and this one is not among them. */
const isElsewhere = (
  { tutoring_region: homes }: Pick<TutorCard, 'tutoring_region'>,
  { tutoring_region: wanted }: Pick<CaseCard, 'tutoring_region'>,
) => homes.length > 0 && !homes.includes(Number(wanted));

describe('every sentence is true of the pair and of the list', () => {
  it('about tutors, in a thousand random lists', () => {
    const seen = new Set<string>();
    const untrue: string[] = [];
    for (let round = 0; round < 1_000; round++) {
      const wanted = caseOf();
      const list = Array.from({ length: whole(1, 9) }, () => ({ tutor: tutorOf(), ...pair() }));
      const typical = typicalOf(
        list.map(({ tutor, facts }) => ({
          ...{ price: tutor.price_min, facts, experience: tutor.experience, education: tutor.education },
        })),
      );
      const prices = list.map(({ tutor }) => tutor.price_min);
      const minutes = list.map(({ facts }) => facts.minutes);
      for (const found of list) {
        const { tutor, facts } = found;
        const sentences = tutorSentences(words, wanted, found, typical);
        const offer = wanted.price;
        const wished = wanted.teaching_language;
        const shared = new Set(tutor.teaching_language.filter((id) => wished.includes(id)));
        const subjects = wanted.child_info.flatMap(({ major_subject }) => major_subject);
        const taught = tutor.subject_grades
          .filter(({ major_subject }) => subjects.includes(major_subject ?? 0))
          .flatMap(({ grade }) => grade);
        const stageOf = (grade: number | undefined) => Math.ceil((grade ?? 0) / 3);
        const atStage = taught.filter((grade) => stageOf(grade) === stageOf(wanted.child_info[0]?.grade));
        const elsewhere = taught.filter((grade) => !atStage.includes(grade));
        const isTrue: Record<string, (said: Sentence) => boolean> = {
          priceWithin: (said) =>
            offer !== null && tutor.price_min <= offer && number(said, 'offer') === offer,
          priceAbove: (said) =>
            offer !== null && number(said, 'above') === tutor.price_min - offer && tutor.price_min > offer,
          priceDear: (said) =>
            above(prices, tutor.price_min) && number(said, 'price') > number(said, 'middle'),
          priceLow: (said) =>
            below(prices, tutor.price_min) && number(said, 'price') < number(said, 'middle'),
          livesThere: (said) =>
            tutor.tutoring_region.includes(Number(wanted.tutoring_region)) && !said.values?.minutes,
          comesThere: (said) => tutor.tutoring_region.length === 0 && !said.values?.minutes,
          comesIn: (said) => isElsewhere(tutor, wanted) && number(said, 'minutes') === facts.minutes,
          minutes: (said) =>
            isElsewhere(tutor, wanted) && number(said, 'minutes') === facts.minutes && facts.minutes > 20,
          minutesFar: (said) =>
            isElsewhere(tutor, wanted) &&
            above(minutes, facts.minutes) &&
            number(said, 'minutes') > number(said, 'middle'),
          atHome: () => wanted.tutoring_type === 2,
          timesSuit: () => found.slots.length > 0,
          daysFitOnly: (said) =>
            number(said, 'days') === facts.days && facts.days < wanted.tutoring_days_per_week,
          languages: () => wished.every((id) => shared.has(id)),
          languagesFew: () => shared.size < wished.length,
          gradeGood: () => atStage.length > elsewhere.length,
          gradeFew: () => atStage.length < elsewhere.length,
          dseResult: (said) =>
            tutor.dse_results.some(
              (result) =>
                subjects.includes(result.major_subject) &&
                said.values?.subject === `#${result.major_subject}` &&
                said.values.level === `#${result.dse_level}`,
            ),
          dseNone: () => !tutor.dse_results.some(({ major_subject }) => subjects.includes(major_subject)),
          educationIs: (said) => said.values?.name === `#${tutor.education}`,
          experienceNone: () => tutor.experience === 1,
          experienceIs: (said) => tutor.experience >= 4 && said.values?.years === `#${tutor.experience}`,
          experienceLess: () =>
            below(
              list.map((other) => other.tutor.experience),
              tutor.experience,
            ),
          studiesGood: () => (tutor.gpa ?? 0) >= 4 || [1, 2].includes(tutor.rank ?? 0),
          studiesNone: () => tutor.gpa === null && tutor.rank === null,
          reviewsNone: () => tutor.rating === null,
          reviewsAre: (said) =>
            number(said, 'count') === tutor.rating?.count && number(said, 'rating') === tutor.rating.average,
          badges: (said) => number(said, 'count') === tutor.badges.length,
          badgesNone: () => tutor.badges.length === 0,
          inactiveDays: (said) => number(said, 'days') === facts.idle_days && facts.idle_days > 7,
          pendingSome: (said) => number(said, 'count') === facts.pending,
        };
        for (const said of [...sentences.reasons, ...sentences.drawbacks]) {
          const key = said.key.replace('matching.', '');
          seen.add(key);
          if (!isTrue[key]?.(said)) untrue.push(`${key} ${JSON.stringify(said.values)}`);
        }
        const { reasons, drawback } = told(sentences, found.terms);
        if (reasons.length > 2 || reasons.some(({ attribute }) => attribute === drawback?.attribute))
          untrue.push(`both for and against: ${drawback?.attribute}`);
        if (offer !== null && tutor.price_min > offer && drawback?.key !== 'matching.priceAbove')
          untrue.push('hides the price above the offer');
        if (reasons.some(({ attribute }) => attribute === 'freshness'))
          untrue.push('counts being here lately as a reason');
        const isWeak = tutor.dse_results.some(
          ({ major_subject, dse_level }) => subjects.includes(major_subject) && dse_level < 5,
        );
        if (isWeak && !['matching.priceAbove', 'matching.dseResult'].includes(drawback?.key ?? ''))
          untrue.push('hides a weak grade in a subject that is wanted');
        if (isWeak && reasons.some(({ attribute }) => attribute === 'dse'))
          untrue.push('praises one grade and hides another');
      }
    }
    expect(untrue).toEqual([]);
    expect(seen.size).toBeGreaterThanOrEqual(26);
  });

  it('about cases, in random lists', () => {
    const untrue: string[] = [];
    for (let round = 0; round < 300; round++) {
      const listing = tutorOf() as unknown as TutorDetail;
      const list = Array.from({ length: whole(1, 9) }, () => ({ case: caseOf(), ...pair() }));
      const priced = list.flatMap((found) => found.case.price ?? []);
      const typical =
        list.length < 3
          ? null
          : { ...typicalOf(list.map(({ facts }) => ({ price: 0, facts, experience: 0, education: 0 }))) };
      for (const found of list) {
        const { price } = found.case;
        const sentences = caseSentences(
          words,
          listing,
          found,
          typical && {
            ...(typical as NonNullable<ReturnType<typeof typicalOf>>),
            price: priced.length ? middleOf(priced) : null,
          },
        );
        const isTrue: Record<string, (said: Sentence) => boolean> = {
          priceOpen: () => price === null,
          priceEnough: () => price !== null && price >= listing.price_min,
          priceBelow: (said) =>
            price !== null &&
            number(said, 'below') === listing.price_min - price &&
            price < listing.price_min,
          priceMiddling: () => price !== null && below(priced, price),
          inactiveDays: (said) => number(said, 'days') === found.facts.idle_days,
          pendingNone: () => found.facts.pending === 0,
          pendingSome: (said) => number(said, 'count') === found.facts.pending,
        };
        for (const said of [...sentences.reasons, ...sentences.drawbacks]) {
          if (said.values?.minutes && !isElsewhere(listing, found.case))
            untrue.push(`minutes from nowhere: ${said.key}`);
          if (!said.key.startsWith('matching.ofCase.')) continue;
          const key = said.key.replace('matching.ofCase.', '');
          if (!isTrue[key]?.(said)) untrue.push(`${key} ${JSON.stringify(said.values)}`);
        }
        if (price !== null && price < listing.price_min)
          expect(told(sentences, found.terms).drawback?.key).toBe('matching.ofCase.priceBelow');
      }
    }
    expect(untrue).toEqual([]);
  });
});

describe('what is said of a result', () => {
  it('counts days as a drawback only where there are fewer than lessons a week', () => {
    const wanted = { ...caseOf(), tutoring_days_per_week: 2 };
    const found = (days: number) => ({ tutor: tutorOf(), ...pair(), facts: { ...pair().facts, days } });
    const typical = { price: 200, minutes: 20, days: 5, experience: 3, education: 3 };
    const isSaid = (days: number) =>
      tutorSentences(words, wanted, found(days), typical).drawbacks.some(
        ({ key }) => key === 'matching.daysFitOnly',
      );
    expect([isSaid(1), isSaid(2), isSaid(3)]).toEqual([true, false, false]);
  });
});
