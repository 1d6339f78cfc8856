import { gradeStage, marketCell } from '../../src/engine/pricing/market-table.ts';
import { createChance } from '../../tests/random.ts';
import type { TutorListing } from './declared.ts';
import { commonDays, commonHalves, fits } from './eligible.ts';
import type { Family, FamilyWish, LivelyWish, SteadyWish, Tutor } from './people.ts';
import { minutesBetween } from './places.ts';

/**
 * Three ways of wanting. Linear: everything counts a little. Threshold: each thing is good enough or not. Lexicographic:
 * the first thing decides, the next only among equals.
 */
export const worldKinds = ['linear', 'threshold', 'lexicographic'] as const;
export type WorldKind = (typeof worldKinds)[number];

/** What holds between a family and a tutor who fit. */
export type Pair = {
  family: Family;
  tutor: number;
  seen: Record<SteadyWish, number>;
  /** What no field tells: the photograph, the tone of the introduction. */
  whim: number;
  /** The chance that the tutor, asked today and idle, says yes. */
  accepts: number;
};

/** Of the variance of a taste so much is nobody's to foresee. */
const whimShare = 0.08;
/** How sharply people choose, fixed by what newest first comes to; and how choosy they are. */
const sharpness = { family: 1, tutor: 1 } as const;
const choosiness = { family: 0.6, tutor: -0.4 } as const;

const squash = (value: number) => 1 / (1 + Math.exp(-value));
const ramp = (from: number, value: number, to: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));
const online = 2;
const tutorsPlace = 4;

/** What a family makes of reviews: stars count for more where there are more of them. The introduction tells a little. */
function impressionOf({ rating, reviews }: TutorListing, quality: number) {
  const stars = ((rating ?? 0) * reviews + 4.1 * 2) / (reviews + 2);
  const standing = (stars - 4.1) / 0.55;
  return squash(1.2 * (0.75 * standing + 0.25 * quality) + 0.6 * (ramp(0, reviews, 8) - 0.5));
}

const reliabilityOf = ({ lessons_due, lessons_kept }: TutorListing) =>
  ramp(0.84, (lessons_kept + 0.93 * 8) / (lessons_due + 8), 1);

/** What the listing shows a family; that, and not what the tutor is, moves it to ask. */
function familySees(
  { wanted, budget, likesWomen }: Family,
  listing: TutorListing,
): Record<SteadyWish, number> {
  const stage = gradeStage(wanted.child_info[0]?.grade ?? 4);
  const subjects = wanted.child_info.flatMap(({ major_subject }) => major_subject);
  const results = listing.dse_results.filter(
    ({ major_subject }) => subjects.includes(major_subject) || stage <= 3,
  );
  const best =
    results.length === 0 ? 4 : results.reduce((sum, { dse_level }) => sum + dse_level, 0) / results.length;
  const degree = [0, 0.1, 0.2, 0.4, 0.6, 0.65, 0.8, 0.95, 0.85][listing.education] ?? 0;
  const { tutoring_region: place } = wanted;
  // Who comes to the house is late more often from far away; to the tutor's place the child has to travel.
  const minutes =
    place === null ? 12 : Math.min(...listing.tutoring_region.map((from) => minutesBetween(from, place)));
  const spare = commonDays(wanted, listing) - wanted.tutoring_days_per_week;
  const ofStage = listing.subject_grades.filter(({ grade }) => gradeStage(grade[0] ?? 4) === stage).length;
  // "200–400" reads as somewhere in the lower half.
  const asked = 0.75 * listing.price_min + 0.25 * listing.price_max;
  return {
    credentials: 0.5 * degree + 0.35 * ramp(2, best, 7) + 0.15 * ramp(1, listing.gpa ?? 2.5, 5),
    experience: ramp(1, listing.experience, 6),
    price: 1 - ramp(0.6 * budget, asked, 1.5 * budget),
    near: 1 - ramp(12, minutes, 55),
    times: 0.5 * ramp(-0.5, spare, 3) + 0.5 * (commonHalves(wanted, listing) / wanted.match_time.length),
    badges: listing.badges / 3,
    focus: ofStage / listing.subject_grades.length,
    manner:
      (likesWomen ? (listing.gender === 'F' ? 0.75 : 0.25) : 0.5) +
      (listing.teaching_language.length > 1 ? 0.15 : 0),
  };
}

/** The least hourly pay a tutor is glad of for this grade. */
const reserveOf = ({ child_info }: Family['wanted'], { tutorClass, dear, listing }: Tutor) =>
  Math.max(0.95 * listing.price_min, dear * marketCell(child_info[0]?.grade ?? 4, tutorClass).low);

function tutorSees({ wanted, budget }: Family, tutor: Tutor) {
  const { listing, favouriteStage, home, keen } = tutor;
  const reserve = reserveOf(wanted, tutor);
  const offered = wanted.price ?? Math.min(budget * 0.9, listing.price_max);
  const staysHome = wanted.tutoring_type === online || wanted.tutoring_type === tutorsPlace;
  const minutes = staysHome ? 0 : minutesBetween(home, wanted.tutoring_region ?? home);
  const stage = gradeStage(wanted.child_info[0]?.grade ?? 4);
  return {
    pay: ramp(0.7 * reserve, offered, 1.4 * reserve),
    travel: 1 - ramp(12, minutes, 55),
    length: ramp(0, wanted.tutoring_time_per_class, 3),
    days: ramp(0, wanted.tutoring_days_per_week, 3),
    times: ramp(0, commonHalves(wanted, listing) / listing.match_time.length, 0.7),
    stage: 1 - ramp(0, Math.abs(stage - favouriteStage), 3),
    subjects: wanted.child_info.flatMap(({ major_subject }) => major_subject).length === 1 ? 1 : 0.4,
    keen: squash(1.3 * keen),
  };
}

function worthOf<Wish extends string>(
  kind: WorldKind,
  { order, weights }: { order: readonly Wish[]; weights: Record<Wish, number> },
  seen: (wish: Wish) => number,
  enough: (wish: Wish) => number,
) {
  let worth = 0;
  if (kind === 'lexicographic') {
    for (let rank = 0; rank < 4; rank++)
      worth += Math.min(4, Math.floor(seen(order[rank] as Wish) * 5)) / 2.6 ** rank;
    return worth;
  }
  let total = 0;
  for (const wish of order) {
    const value = kind === 'linear' ? seen(wish) : squash((seen(wish) - enough(wish)) * 20);
    worth += weights[wish] * value;
    total += weights[wish];
  }
  return worth / total;
}

type Sum = { mean: number; deviation: number };
function summed(values: readonly number[]): Sum {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return { mean, deviation: Math.sqrt(square) || 1 };
}

export type Tastes = {
  /** Every pair that fits, by the places of family and tutor in their lists. */
  pairs: (Pair | undefined)[][];
  /** The chance that the family wants the tutor as he stands today. */
  wants(pair: Pair, tutor: Tutor): number;
};

export function tastesOf(
  kind: WorldKind,
  families: readonly Family[],
  tutors: readonly Tutor[],
  seed: number,
): Tastes {
  const chance = createChance(seed);
  const worthToFamily = ({ family, seen }: Pick<Pair, 'family' | 'seen'>, { listing, quality }: Tutor) => {
    const lively: Record<LivelyWish, number> = {
      impression: impressionOf(listing, quality),
      reliable: reliabilityOf(listing),
    };
    const all: Record<FamilyWish, number> = { ...seen, ...lively };
    return worthOf(
      kind,
      family,
      (wish) => all[wish],
      (wish) => family.enough[wish],
    );
  };
  const raw = families.map((family) =>
    tutors.map((tutor, at) => {
      if (!fits(family.wanted, tutor.listing)) return undefined;
      const seen = familySees(family, tutor.listing);
      const sees = tutorSees(family, tutor);
      return {
        family,
        tutor: at + 1,
        seen,
        toFamily: worthToFamily({ family, seen }, tutor),
        toTutor: worthOf(
          kind,
          tutor,
          (wish) => sees[wish],
          () => 0.5,
        ),
      };
    }),
  );
  const present = raw.flat().filter((pair) => pair !== undefined);
  const forFamily = summed(present.map(({ toFamily }) => toFamily));
  const forTutor = summed(present.map(({ toTutor }) => toTutor));
  const taste = (value: number, { mean, deviation }: Sum, whim: number) =>
    Math.sqrt(1 - whimShare) * ((value - mean) / deviation) + Math.sqrt(whimShare) * whim;
  return {
    pairs: raw.map((row) =>
      row.map(
        (pair): Pair | undefined =>
          pair && {
            family: pair.family,
            tutor: pair.tutor,
            seen: pair.seen,
            whim: chance.normal(),
            accepts: squash(
              sharpness.tutor * (taste(pair.toTutor, forTutor, chance.normal()) - choosiness.tutor),
            ),
          },
      ),
    ),
    wants: (pair, tutor) =>
      squash(
        sharpness.family * (taste(worthToFamily(pair, tutor), forFamily, pair.whim) - choosiness.family),
      ),
  };
}
