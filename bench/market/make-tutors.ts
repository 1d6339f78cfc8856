import { classOfListing } from '../../src/engine/pricing/case-facts.ts';
import { marketCell } from '../../src/engine/pricing/market-table.ts';
import type { Chance } from '../../tests/random.ts';
import { dayMs, eveningOf, type Slot, type TutorListing } from './declared.ts';
import { about, draw, normalDraw } from './draws.ts';
import { inOrder, type Tutor, type TutorWish, tutorWishes } from './people.ts';
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

/** The order in which districts are named tells nothing. */
const inIdOrder = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);
const homeOf = (chance: Chance) => chance.weighted(districts.map((id, at) => [id, people[at] ?? 1] as const));

const gradesOfStage: Record<number, number[]> = {
  1: [1, 2, 3],
  2: [4, 5, 6, 7, 8, 9],
  3: [10, 11, 12],
  4: [13, 14, 15],
  5: [16, 17],
};
export const subjectsOfStage: Record<number, number[]> = {
  1: [31, 32, 33, 38],
  2: [31, 32, 33, 34, 35, 38],
  3: [32, 33, 34, 36, 39, 38],
  4: [1, 2, 3, 6, 14, 19, 20, 21, 22],
  5: [41, 43, 44, 47],
};

function taughtBy(chance: Chance, favourite: number): TutorListing['subject_grades'] {
  const also = [0, 0.55, 0.2, 0.05, 0.05];
  const stages = [1, 2, 3, 4, 5].filter(
    (stage) => stage === favourite || chance.happens(also[Math.abs(stage - favourite)] ?? 0),
  );
  const broad = 0.45 + 0.4 * chance.share();
  return stages.flatMap((stage) => {
    const subjects = (subjectsOfStage[stage] ?? []).filter(() => chance.happens(broad));
    const kept = subjects.length > 0 ? subjects : [chance.pick(subjectsOfStage[stage] ?? [])];
    const grade = gradesOfStage[stage] ?? [];
    return kept.map((major_subject) => ({ major_subject, other_subject: null, grade }));
  });
}

function schooling(chance: Chance, kind: Kind, ability: number) {
  const education =
    kind === 'teacher'
      ? 8
      : kind === 'student'
        ? chance.weighted([
            [2, 2],
            [3, 8],
            [5, 1],
          ])
        : chance.weighted([
            [4, 6],
            [6, 3],
            [7, ability > 1 ? 1 : 0.2],
          ]);
  const experience =
    kind === 'student'
      ? chance.weighted([
          [1, 2],
          [2, 3],
          [3, 5],
          [4, 2],
        ])
      : kind === 'graduate'
        ? chance.weighted([
            [2, 1],
            [3, 3],
            [4, 5],
            [5, 1],
          ])
        : chance.weighted([
            [4, 2],
            [5, 4],
            [6, 4],
          ]);
  const mark = (spread: number) => ability + spread * chance.normal();
  return {
    education,
    experience,
    gpa: chance.happens(0.6) ? clamp(1, Math.round(3 + mark(0.7)), 5) : null,
    rank: chance.happens(0.3) ? clamp(1, Math.round(3 - mark(0.8)), 5) : null,
    dse_results: [1, 2, 3, 6, 14, 19, 20, 21]
      .filter((subject) => subject <= 3 || chance.happens(0.35))
      .map((major_subject) => ({ major_subject, dse_level: clamp(2, Math.round(5 + 1.1 * mark(0.7)), 7) })),
  };
}

const wishes: Record<TutorWish, number> = {
  pay: 1,
  travel: 1.2,
  length: 0.3,
  days: 0.2,
  times: 0.8,
  stage: 0.8,
  subjects: 0.2,
  keen: 0.6,
};
/** How far tutors differ in a weight beside what the listing hints at. */
const scatter = 0.2;

export function makeTutor(id: number, joined: number, chance: Chance): Tutor {
  const seed = chance.below(2 ** 30);
  const kind = chance.weighted(kinds);
  const ability = chance.normal();
  const school = schooling(chance, kind, ability);
  const seasoned = { student: -0.35, graduate: 0, full_time: 0.45, teacher: 0.6 }[kind];
  const quality = 0.55 * ability + seasoned + 0.6 * chance.normal();
  const reliable = clamp(0.6, 0.93 + 0.05 * chance.normal(), 1);
  const favouriteStage = chance.weighted([
    [1, 1],
    [2, 4],
    [3, 3],
    [4, kind === 'student' ? 3 : 5],
    [5, ability > 0.5 ? 1.5 : 0.4],
  ]);
  const subject_grades = taughtBy(chance, favouriteStage);
  const tutorClass = classOfListing(school);
  const cells = subject_grades.map(({ grade }) => marketCell(grade[0] ?? 4, tutorClass));
  // Some ask for more than the market gives, some for less; the range is from the easiest grade to the hardest.
  const dear = Math.exp(0.06 * quality + 0.12 * chance.normal() - 0.1);
  const tens = (price: number) => clamp(60, Math.round(price / 10) * 10, 2000);
  const price_min = tens(Math.min(...cells.map(({ low }) => low)) * dear);
  const home = homeOf(chance);
  const around = nearestTo(home);
  const reach = chance.weighted([
    [2, 2],
    [4, 4],
    [7, 3],
    [11, 1],
  ]);
  const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => chance.happens(day >= 6 ? 0.7 : 0.62));
  const age = joined >= 0 ? 0 : Math.round(400 * chance.share() ** 1.3) + 1;
  const habit = 0.05 + 0.5 * chance.share() ** 2;
  const away =
    joined >= 0 ? 0 : Math.min(age, Math.floor(Math.log(1 - chance.share()) / Math.log(1 - habit)));
  const past = joined >= 0 ? 0 : Math.round(Math.min(age / 25, 12) * -Math.log(1 - chance.share()));
  const weights = Object.fromEntries(
    tutorWishes.map((wish) => [wish, wishes[wish] * Math.exp(scatter * chance.normal())]),
  ) as Tutor['weights'];
  weights.travel *= reach <= 2 ? 1.4 : reach >= 7 ? 0.7 : 1;
  weights.times *= days.length <= 3 ? 1.4 : 0.85;
  weights.stage *= new Set(subject_grades.map(({ grade }) => grade[0])).size === 1 ? 1.4 : 0.8;
  weights.pay *= dear > 1 ? 1.3 : 0.9;
  const promptness = clamp(0.35, 0.75 + 0.15 * chance.normal(), 0.97);
  const keen = chance.normal();
  const answered = past === 0 ? 0 : past * 2 + chance.below(4);
  const listing: TutorListing = {
    id,
    gender: chance.happens(0.55) ? 'F' : 'M',
    ...school,
    school: null,
    subject_grades,
    tutoring_type: [1, 2, 3, 4, 5].filter((type) =>
      chance.happens([0, 0.88, 0.62, 0.3, 0.25, 0.3][type] ?? 0),
    ),
    tutoring_region: inIdOrder(around.slice(0, Math.ceil(reach / 2))),
    travel_region: inIdOrder(around.slice(Math.ceil(reach / 2), reach)),
    teaching_language: [1, 2, 3].filter((language) => chance.happens([0, 0.97, 0.5, 0.25][language] ?? 0)),
    match_time: freeHalves(
      days.length > 0 ? days : [6],
      () => 30 + chance.below(8),
      () => 2 + 4.5 * chance.share(),
    ),
    price_min,
    price_max: Math.max(tens(price_min * 1.2), tens(Math.max(...cells.map(({ high }) => high)) * dear)),
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
    badges: [0.55, 0.3, 0.15].filter((share) => chance.happens(share * (kind === 'student' ? 0.8 : 1.1)))
      .length,
  };
  if (listing.tutoring_type.length === 0) listing.tutoring_type.push(1);
  if (listing.teaching_language.length === 0) listing.teaching_language.push(1);
  for (let request = 0; request < answered; request++)
    if (chance.happens(clamp(0.05, 0.5 + 0.2 * keen, 0.95))) listing.accepted++;
  const tutor: Tutor = {
    listing,
    joined,
    quality,
    reliable,
    dear: dear * Math.exp(0.06 * chance.normal()),
    tutorClass,
    favouriteStage,
    keen,
    weights,
    order: inOrder(tutorWishes, weights),
    promptness,
    habit,
    mood: 0.12 * chance.normal(),
    room: 1 + chance.below(4),
    home,
  };
  for (let lesson = 0; lesson < past * 8; lesson++) addLesson(tutor, seed);
  for (let review = 0; review < Math.round(past * 0.7); review++) addReview(tutor, seed);
  return tutor;
}

/** How far a tutor is still about: who was here lately answers, who was not for a month mostly does not. */
export function presenceOf({ listing, mood }: Tutor, now: number) {
  const away = Math.max(0, now - listing.active_at) / dayMs;
  return clamp(0.05, 1.05 * Math.exp(-away / 30) + mood, 1);
}

/** A review is what the family felt, blurred, in whole stars: the first of a tutor is the same whoever ranked. */
export function addReview({ listing, quality, reliable }: Tutor, seed: number) {
  const blur = normalDraw(seed, about.review, listing.id, listing.reviews);
  const stars = clamp(1, Math.round(4.1 + 0.55 * quality + 3 * (reliable - 0.93) + 0.6 * blur), 5);
  listing.rating = ((listing.rating ?? 0) * listing.reviews + stars) / (listing.reviews + 1);
  listing.reviews++;
}

export function addLesson({ listing, reliable }: Tutor, seed: number) {
  listing.lessons_due++;
  if (draw(seed, about.lesson, listing.id, listing.lessons_due) < reliable) listing.lessons_kept++;
}
