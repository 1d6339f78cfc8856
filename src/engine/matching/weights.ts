/** The weights of matching; `npm run learn:matching` learns `wants` and `accepts` from logged outcomes. */

/**
 * Each feature and the attribute it belongs to. The `…_if_…` features count only as far as the case hints at them:
 * a family that offers a low price cares more about price, one that requests an education level about
 * qualifications, one with a young child about travel, one with few free days about times.
 */
const wantsFeatures = {
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
const acceptsFeatures = {
  price: 'price',
  travel: 'travel',
  times: 'times',
  lesson: 'lesson',
  acceptance: 'acceptance',
  grade: 'grade',
} as const;

type WantsName = keyof typeof wantsFeatures;
type AcceptsName = keyof typeof acceptsFeatures;
export type Attribute =
  | (typeof wantsFeatures)[WantsName]
  | (typeof acceptsFeatures)[AcceptsName]
  | 'freshness'
  | 'exposure';

export const wantsNames = Object.keys(wantsFeatures) as WantsName[];
export const acceptsNames = Object.keys(acceptsFeatures) as AcceptsName[];
export const attributeOfWants: Readonly<Record<WantsName, Attribute>> = wantsFeatures;
export const attributeOfAccepts: Readonly<Record<AcceptsName, Attribute>> = acceptsFeatures;

export type Weights = {
  /** The family's side: P(wants) is logistic in features from 0 to 1, where 1 is the best possible. */
  wants: Record<'bias' | WantsName, number>;
  /** The tutor's side, in the same form. */
  accepts: Record<'bias' | AcceptsName, number>;
  freshness: {
    tutorHalfLifeDays: number;
    caseHalfLifeDays: number;
    /** The factor never falls below this. */
    least: number;
  };
  exposure: {
    /** A tutor counts as new for this many days, fading over the second half; the first view halves the effect. */
    newcomerDays: number;
    /** The share of the factor that tutors who are not new lose, so that new tutors are seen. */
    settledLoss: number;
    /** Number of unanswered requests that halves the factor, for a tutor and for a case. */
    tutorPending: number;
    casePending: number;
    /** Views in a week at which the factor has fallen to 1/√2. */
    views: number;
  };
};

/**
 * Starting weights, before any outcome is logged: roughly the mean of the weights learned in two different simulated
 * markets, rounded, none of them implausible (docs/decisions/015).
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

const allowedRanges: Record<'freshness' | 'exposure', Record<string, readonly [number, number]>> = {
  freshness: { tutorHalfLifeDays: [0.1, 1e6], caseHalfLifeDays: [0.1, 1e6], least: [1e-9, 1] },
  exposure: {
    newcomerDays: [1, 1e6],
    settledLoss: [0, 0.99],
    tutorPending: [0.1, 1e6],
    casePending: [0.1, 1e6],
    views: [1, 1e9],
  },
};

/** Validates weights read from a file; throws an error that names the invalid weight. */
export function readWeights(value: unknown): Weights {
  const record = (from: unknown, name: string) => {
    if (typeof from !== 'object' || from === null) throw new Error(`The weights lack ${name}`);
    return from as Record<string, unknown>;
  };
  const root = record(value, 'everything');
  const part = (name: keyof Weights) => {
    const section = record(root[name], name);
    const entries = Object.keys(handWeights[name]).map((key) => {
      const [least, most] = (name === 'wants' || name === 'accepts'
        ? undefined
        : allowedRanges[name][key]) ?? [-50, 50];
      const weight = section[key];
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
