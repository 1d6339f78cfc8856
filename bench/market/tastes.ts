import { gradeStage, marketCell } from '../../src/engine/pricing/market-table.ts';
import { createRandom } from '../../tests/random.ts';
import type { TutorListing } from './declared.ts';
import { commonDays, commonHalves, fits } from './eligible.ts';
import type { ChangingPreference, Family, FamilyPreference, SteadyPreference, Tutor } from './people.ts';
import { minutesBetween } from './places.ts';

/**
 * Three kinds of preferences. Linear: everything counts in proportion. Threshold: each attribute is good enough or
 * not. Lexicographic: the most important attribute decides, the next only among equals.
 */
export const worldKinds = ['linear', 'threshold', 'lexicographic'] as const;
export type WorldKind = (typeof worldKinds)[number];

/** The fixed properties of a family and a tutor who fit. */
export type Pair = {
  family: Family;
  tutor: number;
  seen: Record<SteadyPreference, number>;
  /** Noise that no field predicts: the photograph, the tone of the introduction. */
  noise: number;
  /** The probability that the tutor accepts when active and without other pending requests. */
  accepts: number;
};

/** The share of the variance of a preference that cannot be predicted. */
const whimShare = 0.08;
/** How sharply people choose, calibrated by the score of newest first; and how choosy they are. */
const sharpness = { family: 1, tutor: 1 } as const;
const choosiness = { family: 0.6, tutor: -0.4 } as const;

const squash = (value: number) => 1 / (1 + Math.exp(-value));
const ramp = (from: number, value: number, to: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));
const online = 2;
const tutorsPlace = 4;

/**
 * A family's impression: stars count more if there are more reviews; the introduction reveals a little of the
 * quality.
 */
function impressionOf({ rating, reviews }: TutorListing, quality: number) {
  const stars = ((rating ?? 0) * reviews + 4.1 * 2) / (reviews + 2);
  const standing = (stars - 4.1) / 0.55;
  return squash(1.2 * (0.75 * standing + 0.25 * quality) + 0.6 * (ramp(0, reviews, 8) - 0.5));
}

const reliabilityOf = ({ lessons_due, lessons_kept }: TutorListing) =>
  ramp(0.84, (lessons_kept + 0.93 * 8) / (lessons_due + 8), 1);

/** The attributes a family sees in the listing; it decides by these, not by the tutor's hidden properties. */
function familySees(
  { parentCase: wanted, budget, likesWomen }: Family,
  listing: TutorListing,
): Record<SteadyPreference, number> {
  const stage = gradeStage(wanted.child_info[0]?.grade ?? 4);
  const subjects = wanted.child_info.flatMap(({ major_subject }) => major_subject);
  const results = listing.dse_results.filter(
    ({ major_subject }) => subjects.includes(major_subject) || stage <= 3,
  );
  const best =
    results.length === 0 ? 4 : results.reduce((sum, { dse_level }) => sum + dse_level, 0) / results.length;
  const degree = [0, 0.1, 0.2, 0.4, 0.6, 0.65, 0.8, 0.95, 0.85][listing.education] ?? 0;
  const { tutoring_region: place } = wanted;
  // Distance matters either way: distant tutors are late more often, and to the tutor's place the child travels.
  const minutes =
    place === null ? 12 : Math.min(...listing.tutoring_region.map((from) => minutesBetween(from, place)));
  const spare = commonDays(wanted, listing) - wanted.tutoring_days_per_week;
  const ofStage = listing.subject_grades.filter(({ grade }) => gradeStage(grade[0] ?? 4) === stage).length;
  // Families read a range "200–400" as a price in its lower half.
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

/** The lowest hourly pay that the tutor finds attractive for this grade. */
const reserveOf = ({ child_info }: Family['parentCase'], { tutorClass, dear, listing }: Tutor) =>
  Math.max(0.95 * listing.price_min, dear * marketCell(child_info[0]?.grade ?? 4, tutorClass).low);

function tutorSees({ parentCase: wanted, budget }: Family, tutor: Tutor) {
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

type Moments = { mean: number; deviation: number };
function momentsOf(values: readonly number[]): Moments {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return { mean, deviation: Math.sqrt(square) || 1 };
}

export type Tastes = {
  /** Every fitting pair, by the index of the family and of the tutor. */
  pairs: (Pair | undefined)[][];
  /** The probability that the family wants the tutor with today's reviews and lessons. */
  wants(pair: Pair, tutor: Tutor): number;
};

export function tastesOf(
  kind: WorldKind,
  families: readonly Family[],
  tutors: readonly Tutor[],
  seed: number,
): Tastes {
  const random = createRandom(seed);
  const worthToFamily = ({ family, seen }: Pick<Pair, 'family' | 'seen'>, { listing, quality }: Tutor) => {
    const lively: Record<ChangingPreference, number> = {
      impression: impressionOf(listing, quality),
      reliable: reliabilityOf(listing),
    };
    const all: Record<FamilyPreference, number> = { ...seen, ...lively };
    return worthOf(
      kind,
      family,
      (wish) => all[wish],
      (wish) => family.enough[wish],
    );
  };
  const raw = families.map((family) =>
    tutors.map((tutor, at) => {
      if (!fits(family.parentCase, tutor.listing)) return undefined;
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
  const forFamily = momentsOf(present.map(({ toFamily }) => toFamily));
  const forTutor = momentsOf(present.map(({ toTutor }) => toTutor));
  const taste = (value: number, { mean, deviation }: Moments, whim: number) =>
    Math.sqrt(1 - whimShare) * ((value - mean) / deviation) + Math.sqrt(whimShare) * whim;
  return {
    pairs: raw.map((row) =>
      row.map(
        (pair): Pair | undefined =>
          pair && {
            family: pair.family,
            tutor: pair.tutor,
            seen: pair.seen,
            noise: random.normal(),
            accepts: squash(
              sharpness.tutor * (taste(pair.toTutor, forTutor, random.normal()) - choosiness.tutor),
            ),
          },
      ),
    ),
    wants: (pair, tutor) =>
      squash(
        sharpness.family * (taste(worthToFamily(pair, tutor), forFamily, pair.noise) - choosiness.family),
      ),
  };
}
