import { gradeStage, marketCell } from '#engine/pricing/market-table.ts';
import { createChance } from '../random.ts';
import { commonDays, commonHalves, fits } from './eligible.ts';
import { type Family, familyWishes, type Tutor, tutorWishes } from './people.ts';
import { minutesBetween } from './places.ts';

/**
 * Three ways of wanting. Linear: everything counts a little. Threshold: each thing is good enough or not. Lexicographic:
 * the first thing decides, the next only among equals.
 */
export const worldKinds = ['linear', 'threshold', 'lexicographic'] as const;
export type WorldKind = (typeof worldKinds)[number];

/** What holds between a family and a tutor who fit, before anything happens. */
export type Pair = {
  /** The chance that the family wants the tutor, and that the tutor, asked today and idle, says yes. */
  wants: number;
  accepts: number;
  /** Fixed draws, the same whoever ranks: a family that does not want a tutor does not want him tomorrow. */
  wantDraw: number;
  acceptDraw: number;
};

/** Of the variance of a taste so much is nobody's to foresee: no declared field hints at it. */
const whim = 0.05;
/** How sharply people choose, and how choosy they are; fixed by the windows of newest-first and cosine. */
const sharpness = { family: 1.1, tutor: 0.95 } as const;
const choosiness = { family: 0.4, tutor: -0.3 } as const;

const squash = (value: number) => 1 / (1 + Math.exp(-value));
const ramp = (from: number, value: number, to: number) =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));
const online = 2;

function familySees({ wanted, budget, likesWomen }: Family, tutor: Tutor) {
  const { listing, quality, reliable, home, favouriteStage } = tutor;
  const stage = gradeStage(wanted.child_info[0]?.grade ?? 4);
  const subjects = wanted.child_info.flatMap(({ major_subject }) => major_subject);
  const results = listing.dse_results.filter(
    ({ major_subject }) => subjects.includes(major_subject) || stage <= 3,
  );
  const best =
    results.length === 0 ? 4 : results.reduce((sum, { dse_level }) => sum + dse_level, 0) / results.length;
  const degree = [0, 0.1, 0.2, 0.4, 0.6, 0.65, 0.8, 0.95, 0.85][listing.education] ?? 0;
  const minutes = wanted.tutoring_type === online ? 10 : minutesBetween(home, wanted.tutoring_region ?? home);
  const spare = commonDays(wanted, listing) - wanted.tutoring_days_per_week;
  return {
    // Lessons go best at the stage a tutor likes.
    quality: squash(1.2 * quality + 0.5 - 0.6 * Math.abs(stage - favouriteStage)),
    credentials: 0.5 * degree + 0.35 * ramp(2, best, 7) + 0.15 * ramp(1, listing.gpa ?? 2.5, 5),
    experience: ramp(1, listing.experience, 6),
    price: 1 - ramp(0.7 * budget, reserveOf(wanted, tutor), 1.4 * budget),
    near: 1 - ramp(12, minutes, 55),
    times: 0.5 * ramp(-0.5, spare, 3) + 0.5 * (commonHalves(wanted, listing) / wanted.match_time.length),
    reliable: ramp(0.8, reliable, 1),
    badges: listing.badges / 3,
    manner:
      (likesWomen ? (listing.gender === 'F' ? 0.75 : 0.25) : 0.5) +
      (listing.teaching_language.length > 1 ? 0.15 : 0),
  };
}

/** The least hourly pay a tutor is glad of for this grade. */
function reserveOf({ child_info }: Family['wanted'], { tutorClass, dear, listing }: Tutor) {
  return Math.max(0.95 * listing.price_min, dear * marketCell(child_info[0]?.grade ?? 4, tutorClass).low);
}

function tutorSees({ wanted, budget }: Family, tutor: Tutor) {
  const { listing, favouriteStage, home } = tutor;
  const reserve = reserveOf(wanted, tutor);
  const offered = wanted.price ?? Math.min(budget * 0.9, listing.price_max);
  const minutes = wanted.tutoring_type === online ? 8 : minutesBetween(home, wanted.tutoring_region ?? home);
  const stage = gradeStage(wanted.child_info[0]?.grade ?? 4);
  return {
    pay: ramp(0.75 * reserve, offered, 1.4 * reserve),
    travel: wanted.tutoring_type === 4 ? 1 : 1 - ramp(12, minutes, 55),
    length: ramp(0, wanted.tutoring_time_per_class, 3),
    days: ramp(0, wanted.tutoring_days_per_week, 3),
    times: ramp(0, commonHalves(wanted, listing) / listing.match_time.length, 0.7),
    stage: 1 - ramp(0, Math.abs(stage - favouriteStage), 3),
    subjects: wanted.child_info.flatMap(({ major_subject }) => major_subject).length === 1 ? 1 : 0.4,
  };
}

function worthOf<Wish extends string>(
  kind: WorldKind,
  wishes: readonly Wish[],
  seen: Record<Wish, number>,
  weights: Record<Wish, number>,
  enough: (wish: Wish) => number,
) {
  if (kind === 'lexicographic') {
    const order = wishes.toSorted((a, b) => weights[b] - weights[a]).slice(0, 4);
    return order.reduce((sum, wish, rank) => sum + Math.min(4, Math.floor(seen[wish] * 5)) / 2.6 ** rank, 0);
  }
  const total = wishes.reduce((sum, wish) => sum + weights[wish], 0);
  const value = (wish: Wish) => (kind === 'linear' ? seen[wish] : squash((seen[wish] - enough(wish)) * 30));
  return wishes.reduce((sum, wish) => sum + weights[wish] * value(wish), 0) / total;
}

type Sum = { mean: number; deviation: number };
function summed(values: readonly number[]): Sum {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return { mean, deviation: Math.sqrt(square) || 1 };
}

/** Every pair that fits, by the places of family and tutor in their lists. */
export function pairsOf(
  kind: WorldKind,
  families: readonly Family[],
  tutors: readonly Tutor[],
  seed: number,
) {
  const raw = families.map((family) =>
    tutors.map((tutor) => {
      if (!fits(family.wanted, tutor.listing)) return undefined;
      return {
        family: worthOf(
          kind,
          familyWishes,
          familySees(family, tutor),
          family.weights,
          (wish) => family.enough[wish],
        ),
        tutor: worthOf(kind, tutorWishes, tutorSees(family, tutor), tutor.weights, () => 0.5),
      };
    }),
  );
  const present = raw.flat().filter((pair) => pair !== undefined);
  const forFamily = summed(present.map(({ family }) => family));
  const forTutor = summed(present.map(({ tutor }) => tutor));
  const chance = createChance(seed);
  const taste = (value: number, { mean, deviation }: Sum) =>
    Math.sqrt(1 - whim) * ((value - mean) / deviation) + Math.sqrt(whim) * chance.normal();
  return raw.map((row) =>
    row.map(
      (pair): Pair | undefined =>
        pair && {
          wants: squash(sharpness.family * (taste(pair.family, forFamily) - choosiness.family)),
          accepts: squash(sharpness.tutor * (taste(pair.tutor, forTutor) - choosiness.tutor)),
          wantDraw: chance.share(),
          acceptDraw: chance.share(),
        },
    ),
  );
}
