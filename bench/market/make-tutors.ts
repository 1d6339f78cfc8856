import { classOfListing } from '../../src/engine/pricing/case-facts.ts';
import { marketCell } from '../../src/engine/pricing/market-table.ts';
import type { Random } from '../../tests/random.ts';
import { dayMs, eveningOf, type Slot, type TutorListing } from './declared.ts';
import { about, draw, normalDraw } from './draws.ts';
import { inOrder, type Tutor, type TutorPreference, tutorPreferences } from './people.ts';
import { districts, nearestTo, people } from './places.ts';

type Kind = 'student' | 'graduate' | 'full_time' | 'teacher';
const kinds = [
  ['student', 50],
  ['graduate', 22],
  ['full_time', 17],
  ['teacher', 11],
] as const;

const clamp = (low: number, value: number, high: number) => Math.min(high, Math.max(low, value));
const halfHour = (half: number) => `${String(half >> 1).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;

export function freeHalves(days: number[], from: () => number, hours: () => number): Slot[] {
  return days.flatMap((weekday) => {
    const first = from();
    const last = Math.min(44, first + Math.round(hours() * 2));
    return Array.from({ length: Math.max(0, last - first) }, (_, at) => ({
      weekday,
      start: halfHour(first + at),
    }));
  });
}

/** Sorted, so that the order of the districts does not reveal which is nearest. */
const inIdOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const homeOf = (random: Random) => random.weighted(districts.map((id, at) => [id, people[at] ?? 1] as const));

const gradesOfStage: Record<number, number[]> = {
  1: [1, 2, 3],
  2: [4, 5, 6, 7, 8, 9],
  3: [10, 11, 12],
  4: [13, 14, 15],
  5: [16, 17],
};
export const subjectsOfStage: Record<number, number[]> = {
  1: [31, 1, 2, 38],
  2: [31, 1, 2, 3, 35, 38],
  3: [1, 2, 3, 36, 39, 38],
  4: [1, 2, 3, 6, 14, 19, 20, 21, 22],
  5: [41, 43, 44, 47],
};

function taughtBy(random: Random, favourite: number): TutorListing['subject_grades'] {
  const also = [0, 0.55, 0.2, 0.05, 0.05];
  const stages = [1, 2, 3, 4, 5].filter(
    (stage) => stage === favourite || random.happens(also[Math.abs(stage - favourite)] ?? 0),
  );
  const broad = 0.45 + 0.4 * random.share();
  return stages.flatMap((stage) => {
    const subjects = (subjectsOfStage[stage] ?? []).filter(() => random.happens(broad));
    const kept = subjects.length > 0 ? subjects : [random.pick(subjectsOfStage[stage] ?? [])];
    const grade = gradesOfStage[stage] ?? [];
    return kept.map((major_subject) => ({ major_subject, other_subject: null, grade }));
  });
}

function schooling(random: Random, kind: Kind, ability: number) {
  const education =
    kind === 'teacher'
      ? 8
      : kind === 'student'
        ? random.weighted([
            [2, 2],
            [3, 8],
            [5, 1],
          ])
        : random.weighted([
            [4, 6],
            [6, 3],
            [7, ability > 1 ? 1 : 0.2],
          ]);
  const experience =
    kind === 'student'
      ? random.weighted([
          [1, 2],
          [2, 3],
          [3, 5],
          [4, 2],
        ])
      : kind === 'graduate'
        ? random.weighted([
            [2, 1],
            [3, 3],
            [4, 5],
            [5, 1],
          ])
        : random.weighted([
            [4, 2],
            [5, 4],
            [6, 4],
          ]);
  const mark = (spread: number) => ability + spread * random.normal();
  return {
    education,
    experience,
    gpa: random.happens(0.6) ? clamp(1, Math.round(3 + mark(0.7)), 5) : null,
    rank: random.happens(0.3) ? clamp(1, Math.round(3 - mark(0.8)), 5) : null,
    dse_results: [1, 2, 3, 6, 14, 19, 20, 21]
      .filter((subject) => subject <= 3 || random.happens(0.35))
      .map((major_subject) => ({ major_subject, dse_level: clamp(2, Math.round(5 + 1.1 * mark(0.7)), 7) })),
  };
}

const meanWeights: Record<TutorPreference, number> = {
  pay: 1,
  travel: 1.2,
  length: 0.3,
  days: 0.2,
  times: 0.8,
  stage: 0.8,
  subjects: 0.2,
  keen: 0.6,
};
/** Log-normal spread of a tutor's weights, beyond what the listing hints at. */
const scatter = 0.2;

export function makeTutor(id: number, joined: number, random: Random): Tutor {
  const seed = random.below(2 ** 30);
  const kind = random.weighted(kinds);
  const ability = random.normal();
  const school = schooling(random, kind, ability);
  const seasoned = { student: -0.35, graduate: 0, full_time: 0.45, teacher: 0.6 }[kind];
  const quality = 0.55 * ability + seasoned + 0.6 * random.normal();
  const reliable = clamp(0.6, 0.93 + 0.05 * random.normal(), 1);
  const favouriteStage = random.weighted([
    [1, 1],
    [2, 4],
    [3, 3],
    [4, kind === 'student' ? 3 : 5],
    [5, ability > 0.5 ? 1.5 : 0.4],
  ]);
  const subject_grades = taughtBy(random, favouriteStage);
  const tutorClass = classOfListing(school);
  const cells = subject_grades.map(({ grade }) => marketCell(grade[0] ?? 4, tutorClass));
  // Some tutors ask for more than the market rate, some for less; the range spans the easiest to the hardest grade.
  const priceLevel = Math.exp(0.06 * quality + 0.12 * random.normal() - 0.1);
  const tens = (price: number) => clamp(60, Math.round(price / 10) * 10, 2000);
  const price_min = tens(Math.min(...cells.map(({ low }) => low)) * priceLevel);
  const home = homeOf(random);
  const nearestDistricts = nearestTo(home);
  const reach = random.weighted([
    [2, 2],
    [4, 4],
    [7, 3],
    [11, 1],
  ]);
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => random.happens(day >= 6 ? 0.7 : 0.62));
  const age = joined >= 0 ? 0 : Math.round(400 * random.share() ** 1.3) + 1;
  const habit = 0.05 + 0.5 * random.share() ** 2;
  const away =
    joined >= 0 ? 0 : Math.min(age, Math.floor(Math.log(1 - random.share()) / Math.log(1 - habit)));
  const past = joined >= 0 ? 0 : Math.round(Math.min(age / 25, 12) * -Math.log(1 - random.share()));
  const weights = Object.fromEntries(
    tutorPreferences.map((preference) => [
      preference,
      meanWeights[preference] * Math.exp(scatter * random.normal()),
    ]),
  ) as Tutor['weights'];
  weights.travel *= reach <= 2 ? 1.4 : reach >= 7 ? 0.7 : 1;
  weights.times *= days.length <= 3 ? 1.4 : 0.85;
  weights.stage *= new Set(subject_grades.map(({ grade }) => grade[0])).size === 1 ? 1.4 : 0.8;
  weights.pay *= priceLevel > 1 ? 1.3 : 0.9;
  const promptness = clamp(0.35, 0.75 + 0.15 * random.normal(), 0.97);
  const keen = random.normal();
  const answered = past === 0 ? 0 : past * 2 + random.below(4);
  const listing: TutorListing = {
    id,
    gender: random.happens(0.55) ? 'F' : 'M',
    ...school,
    school: null,
    subject_grades,
    tutoring_type: [1, 2, 3, 4, 5].filter((type) =>
      random.happens([0, 0.88, 0.62, 0.3, 0.25, 0.3][type] ?? 0),
    ),
    tutoring_region: inIdOrder(nearestDistricts.slice(0, Math.ceil(reach / 2))),
    travel_region: inIdOrder(nearestDistricts.slice(Math.ceil(reach / 2), reach)),
    teaching_language: [1, 2, 3].filter((language) => random.happens([0, 0.97, 0.5, 0.25][language] ?? 0)),
    match_time: freeHalves(
      days.length > 0 ? days : [6],
      () => 30 + random.below(8),
      () => 2 + 4.5 * random.share(),
    ),
    price_min,
    price_max: Math.max(tens(price_min * 1.2), tens(Math.max(...cells.map(({ high }) => high)) * priceLevel)),
    is_listed: true,
    created_at: eveningOf(Math.max(joined, 0)) - age * dayMs,
    active_at: eveningOf(Math.max(joined, 0)) - away * dayMs,
    pending: 0,
    views: 0,
    rating: null,
    reviews: 0,
    lessons_due: 0,
    lessons_kept: 0,
    answered,
    accepted: 0,
    badges: [0.55, 0.3, 0.15].filter((share) => random.happens(share * (kind === 'student' ? 0.8 : 1.1)))
      .length,
  };
  if (listing.tutoring_type.length === 0) listing.tutoring_type.push(1);
  if (listing.teaching_language.length === 0) listing.teaching_language.push(1);
  for (let request = 0; request < answered; request++)
    if (random.happens(clamp(0.05, 0.5 + 0.2 * keen, 0.95))) listing.accepted++;
  const tutor: Tutor = {
    listing,
    joined,
    quality,
    reliable,
    dear: priceLevel * Math.exp(0.06 * random.normal()),
    tutorClass,
    favouriteStage,
    keen,
    weights,
    order: inOrder(tutorPreferences, weights),
    promptness,
    habit,
    mood: 0.12 * random.normal(),
    room: 1 + random.below(4),
    home,
  };
  for (let lesson = 0; lesson < past * 8; lesson++) addLesson(tutor, seed);
  for (let review = 0; review < Math.round(past * 0.7); review++) addReview(tutor, seed);
  return tutor;
}

/** How active a tutor still is: recently active tutors answer, those away for a month mostly do not. */
export function presenceOf({ listing, mood }: Tutor, now: number) {
  const away = Math.max(0, now - listing.active_at) / dayMs;
  return clamp(0.05, 1.05 * Math.exp(-away / 30) + mood, 1);
}

/**
 * A review is the family's experience plus noise, in whole stars; a tutor's nth review is the same for every
 * ranker.
 */
export function addReview({ listing, quality, reliable }: Tutor, seed: number) {
  const noise = normalDraw(seed, about.review, listing.id, listing.reviews);
  const stars = clamp(1, Math.round(4.1 + 0.55 * quality + 3 * (reliable - 0.93) + 0.6 * noise), 5);
  listing.rating = ((listing.rating ?? 0) * listing.reviews + stars) / (listing.reviews + 1);
  listing.reviews++;
}

export function addLesson({ listing, reliable }: Tutor, seed: number) {
  listing.lessons_due++;
  if (draw(seed, about.lesson, listing.id, listing.lessons_due) < reliable) listing.lessons_kept++;
}
