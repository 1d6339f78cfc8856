/** What counts how much; `npm run learn:matching` learns `wants` and `accepts` from what happened. */

/**
 * Each feature and the attribute it belongs to. Those behind a hint of the case count only as far as it hints: a family
 * that offers little minds the price more, one that names an education what a tutor has learned, one with a young child
 * the way, one with few free days the times.
 */
const wantsParts = {
  price: 'price',
  travel: 'travel',
  times: 'times',
  language: 'language',
  dse: 'dse',
  education: 'education',
  experience: 'experience',
  studies: 'studies',
  reviews: 'reviews',
  reliability: 'reliability',
  verified: 'verified',
  grade: 'grade',
  price_if_thrifty: 'price',
  travel_if_young: 'travel',
  times_if_tight: 'times',
  dse_if_named: 'dse',
  education_if_named: 'education',
  studies_if_named: 'studies',
} as const;
const acceptsParts = {
  price: 'price',
  travel: 'travel',
  times: 'times',
  lesson: 'lesson',
  acceptance: 'acceptance',
  grade: 'grade',
} as const;

type WantsName = keyof typeof wantsParts;
type AcceptsName = keyof typeof acceptsParts;
export type Attribute =
  | (typeof wantsParts)[WantsName]
  | (typeof acceptsParts)[AcceptsName]
  | 'freshness'
  | 'exposure';

export const wantsNames = Object.keys(wantsParts) as WantsName[];
export const acceptsNames = Object.keys(acceptsParts) as AcceptsName[];
export const attributeOfWants: Readonly<Record<WantsName, Attribute>> = wantsParts;
export const attributeOfAccepts: Readonly<Record<AcceptsName, Attribute>> = acceptsParts;

export type Weights = {
  /** The family's side: P(wants) is logistic in features from 0 to 1, where 1 is the best there is. */
  wants: Record<'bias' | WantsName, number>;
  /** The tutor's side, likewise. */
  accepts: Record<'bias' | AcceptsName, number>;
  freshness: {
    tutorHalfLifeDays: number;
    caseHalfLifeDays: number;
    /** However long ago, the factor never falls below this. */
    least: number;
  };
  exposure: {
    /** A tutor is new for so many days, in the second half of them less from day to day; half of it goes with the first view. */
    newcomerDays: number;
    /** What everybody who is not new loses, so that new tutors are seen. */
    settledLoss: number;
    /** Requests waiting that halve the factor, of a tutor and of a case. */
    tutorPending: number;
    casePending: number;
    /** Views in a week at which the factor has fallen to 1/√2. */
    views: number;
  };
};

/**
 * What to begin with, before anything was logged: about the mean of what was learned in two different simulated markets,
 * rounded, and nothing of it against reason (docs/decisions/015).
 */
export const handWeights: Weights = {
  wants: {
    bias: -7,
    price: 0.2,
    travel: 1,
    times: 1.2,
    language: 0.2,
    dse: 0.4,
    education: 0.6,
    experience: 0.5,
    studies: 0.35,
    reviews: 1.2,
    reliability: 0.4,
    verified: 0.25,
    grade: 0.7,
    price_if_thrifty: 3.2,
    travel_if_young: 0.3,
    times_if_tight: 0.6,
    dse_if_named: 0.3,
    education_if_named: 0.6,
    studies_if_named: 0.4,
  },
  accepts: { bias: -4.2, price: 1.5, travel: 2.6, times: 0.8, lesson: 0.5, acceptance: 0.8, grade: 0.5 },
  freshness: { tutorHalfLifeDays: 60, caseHalfLifeDays: 14, least: 0.05 },
  exposure: { newcomerDays: 10, settledLoss: 0.4, tutorPending: 5, casePending: 6, views: 400 },
};

const within: Record<'freshness' | 'exposure', Record<string, readonly [number, number]>> = {
  freshness: { tutorHalfLifeDays: [0.1, 1e6], caseHalfLifeDays: [0.1, 1e6], least: [1e-9, 1] },
  exposure: {
    newcomerDays: [1, 1e6],
    settledLoss: [0, 0.99],
    tutorPending: [0.1, 1e6],
    casePending: [0.1, 1e6],
    views: [1, 1e9],
  },
};

/** Weights from a file, or a message that says what is wrong with them. */
export function readWeights(value: unknown): Weights {
  const record = (from: unknown, name: string) => {
    if (typeof from !== 'object' || from === null) throw new Error(`The weights lack ${name}`);
    return from as Record<string, unknown>;
  };
  const whole = record(value, 'everything');
  const part = (name: keyof Weights) => {
    const given = record(whole[name], name);
    const entries = Object.keys(handWeights[name]).map((key) => {
      const [least, most] = (name === 'wants' || name === 'accepts' ? undefined : within[name][key]) ?? [
        -50, 50,
      ];
      const weight = given[key];
      if (typeof weight !== 'number' || !(weight >= least && weight <= most))
        throw new Error(`The weight ${name}.${key} is not a number from ${least} to ${most}`);
      return [key, weight];
    });
    return Object.fromEntries(entries);
  };
  return {
    wants: part('wants') as Weights['wants'],
    accepts: part('accepts') as Weights['accepts'],
    freshness: part('freshness') as Weights['freshness'],
    exposure: part('exposure') as Weights['exposure'],
  };
}
