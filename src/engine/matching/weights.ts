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

export type WantsName = keyof typeof wantsParts;
export type AcceptsName = keyof typeof acceptsParts;
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
    /** A tutor is new for so many days. */
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

export const handWeights: Weights = {
  wants: {
    bias: -6.5,
    price: 1.6,
    travel: 1,
    times: 0.3,
    language: 0.5,
    dse: 1,
    education: 0.9,
    experience: 1.2,
    studies: 0.6,
    reviews: 1.2,
    reliability: 0.8,
    verified: 0.6,
    grade: 0.5,
    price_if_thrifty: 1,
    travel_if_young: 0.3,
    times_if_tight: 0.3,
    dse_if_named: 0.4,
    education_if_named: 0.8,
    studies_if_named: 0.3,
  },
  accepts: { bias: -3, price: 1.8, travel: 1.2, times: 0.5, lesson: 0.8, acceptance: 2, grade: 0.5 },
  freshness: { tutorHalfLifeDays: 45, caseHalfLifeDays: 14, least: 0.05 },
  exposure: { newcomerDays: 30, settledLoss: 0.2, tutorPending: 4, casePending: 6, views: 400 },
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
