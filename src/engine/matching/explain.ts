/** Explains a search result: terms that add up to its score, common times, and its drawback. */

import { type CaseFacts, type TutorFacts, unknownActive } from './pair/facts.ts';
import {
  attributeOfFeature,
  attributes,
  featureCount,
  featuresOfAttribute,
  lessonMinutes,
  type PriceGroup,
  wantsAt,
} from './pair/features.ts';
import { bestScore, type Model, scoreFeatures, writeLogFactors } from './pair/score.ts';
import { bitCount, type ClassTime } from './pair/weekly.ts';
import type { Attribute } from './weights.ts';

export type SearchOptions = {
  /** How many results at most. Default 10. */
  top?: number;
  /** Milliseconds; only the day is used. Default today. */
  now?: number;
  /** Ids to leave out, such as the searcher's own listing. */
  without?: readonly number[];
  /** Only pairs of this group of prices; default both. */
  prices?: PriceGroup | undefined;
  /** How many fitting rows the means and medians are taken from. Default 64; Infinity takes all. */
  sample?: number;
};

type Term = {
  attribute: Attribute;
  /** The attribute's log factor minus its mean over the fitting rows. */
  term: number;
  /** The value to show: minutes, HK$, an id of a reference list … (see `attributeValue`). */
  value: number;
  /** A reason: with the median value of the fitting rows the score would be lower. At most three, strongest first. */
  is_reason: boolean;
};

export type PairFacts = {
  /** Approximate minutes to the lesson; 0 online and without a district. */
  minutes: number;
  /** Days of the week on which a class fits. */
  days: number;
  /** Share of the tutor's subjects at the child's stage, 0 to 1. */
  stage_share: number;
  /** Days since the last activity of the listed side. */
  idle_days: number;
  /** Unanswered requests of the listed side. */
  pending: number;
};

type Drawback = { attribute: Attribute; term: number; value: number };

export type Match = {
  id: number;
  /** ln( P(family wants) × P(tutor accepts) × freshness × exposure ) = base + the sum of the terms. */
  score: number;
  base: number;
  terms: Term[];
  slots: ClassTime[];
  /** What sentences about the pair are checked against, also where everybody is alike in it. */
  facts: PairFacts;
  /**
   * The attribute that lowers the score most against the fitting rows, else against the best possible; null if
   * none.
   */
  drawback: Drawback | null;
  /** In the order of `featureNames`; written to the log that weights are learned from. */
  features: Float64Array;
};

/** Means and medians over the fitting rows. */
type Basis = {
  base: number;
  /** Size of the sample, and whether it has every fitting row. */
  size: number;
  isWhole: boolean;
  /** The mean log factor of each attribute, in the order of `attributes`. */
  means: Float64Array;
  /** The median of a feature. */
  median(feature: number): number;
};

export type Best = { rows: number[]; scores: number[] };

/** The result of a scan: the best rows, and a sample of all rows that fit. */
export type Found = Best & {
  /** The fitting rows whose ids have the lowest hashes, in that order. */
  sample: number[];
  /** Whether the sample has every row that fits. */
  isWhole: boolean;
};

export type Result = { list: Match[]; basis: Basis };

/** Access to a row for explanations. The other methods refer to the row of the last `features(row)` call. */
export type RowView = {
  id(row: number): number;
  features(row: number): Float64Array;
  tutor(): TutorFacts;
  caseFacts(): CaseFacts;
  freeDays(): number;
  times(row: number): ClassTime[];
  today: number;
  /** Whether rows are cases; then the freshness of the case counts, not the tutor's. */
  isCaseRow: boolean;
};

const reasonsShown = 3;
/** Smaller differences are rounding errors. */
const roundingError = 1e-12;
/**
 * An attribute less than this below the mean is as good as average; then the drawback is measured against the best.
 */
const clearGap = 0.005;

/** Shared scratch arrays: no explanation starts while another is running. */
const factors = new Float64Array(featureCount);
const logs = new Float64Array(attributes.length);
const terms = new Float64Array(attributes.length);

export function explained(model: Model, found: Found, view: RowView): Result {
  const basis = basisOf(model, found, view);
  // One allocation for all results: one array each would cost more than filling it.
  const features = new Float64Array(found.rows.length * featureCount);
  const list = found.rows.map((row, at): Match => {
    const own = features.subarray(at * featureCount, (at + 1) * featureCount);
    own.set(view.features(row));
    const score = found.scores[at] as number;
    writeLogFactors(model, own, factors);
    writeAttributeLogs(factors, logs);
    for (let attributeAt = 0; attributeAt < terms.length; attributeAt++)
      terms[attributeAt] = (logs[attributeAt] as number) - (basis.means[attributeAt] as number);
    return {
      id: view.id(row),
      score,
      base: basis.base,
      terms: reasonsFirst(model, basis, own, score, view),
      slots: view.times(row),
      facts: {
        minutes: attributeValue('travel', own, view),
        days: attributeValue('times', own, view),
        stage_share: attributeValue('grade', own, view),
        idle_days: attributeValue('freshness', own, view),
        pending: attributeValue('exposure', own, view),
      },
      drawback: drawbackOf(own, view),
      features: own,
    };
  });
  return { list, basis };
}

function writeAttributeLogs(factors: Float64Array, out: Float64Array) {
  const attributeOf = attributeOfFeature;
  const { length } = attributeOf;
  out.fill(0);
  for (let feature = 0; feature < length; feature++) {
    const attributeAt = attributeOf[feature] as number;
    out[attributeAt] = (out[attributeAt] as number) + (factors[feature] as number);
  }
}

function basisOf(model: Model, { sample, isWhole }: Found, view: RowView): Basis {
  const size = sample.length;
  const columns = new Float64Array(size * featureCount);
  const means = new Float64Array(attributes.length);
  for (let at = 0; at < size; at++) {
    const features = view.features(sample[at] as number);
    writeLogFactors(model, features, factors);
    writeAttributeLogs(factors, logs);
    addSample(features, columns, at, size, logs, means);
  }
  let base = bestScore(model);
  for (let attributeAt = 0; attributeAt < means.length; attributeAt++) {
    means[attributeAt] = size === 0 ? 0 : (means[attributeAt] as number) / size;
    base += means[attributeAt] as number;
  }
  const medians: (number | undefined)[] = [];
  const median = (feature: number) => {
    const known = medians[feature];
    if (known !== undefined) return known;
    const middle = medianOf(columns, feature * size, (feature + 1) * size);
    medians[feature] = middle;
    return middle;
  };
  return { base, size, isWhole, means, median };
}

function addSample(
  features: Float64Array,
  columns: Float64Array,
  at: number,
  size: number,
  logs: Float64Array,
  sums: Float64Array,
) {
  for (let feature = 0; feature < features.length; feature++)
    columns[feature * size + at] = features[feature] as number;
  for (let attributeAt = 0; attributeAt < sums.length; attributeAt++)
    sums[attributeAt] = (sums[attributeAt] as number) + (logs[attributeAt] as number);
}

const replaced = new Float64Array(featureCount);

/** The score with the features of one attribute replaced by the medians of the fitting rows. */
export const scoreAtMedian = (model: Model, features: Float64Array, attribute: Attribute, basis: Basis) =>
  scoreWithMedian(model, features, attributes.indexOf(attribute), basis);

function scoreWithMedian(model: Model, features: Float64Array, attributeAt: number, basis: Basis): number {
  replaced.set(features);
  for (const feature of featuresOfAttribute[attributeAt] as readonly number[])
    replaced[feature] = basis.median(feature);
  return scoreFeatures(model, replaced);
}

const order = new Uint8Array(attributes.length);

/** Writes the attributes with nonzero terms to `order`, highest first (stable); returns their number. */
function sortTerms(): number {
  let count = 0;
  for (let attributeAt = 0; attributeAt < terms.length; attributeAt++) {
    const term = terms[attributeAt] as number;
    if (Math.abs(term) <= roundingError) continue;
    let place = count++;
    for (; place > 0 && (terms[order[place - 1] as number] as number) < term; place--)
      order[place] = order[place - 1] as number;
    order[place] = attributeAt;
  }
  return count;
}

/** A positive term counts as a reason only if the score at the median is lower. */
function reasonsFirst(
  model: Model,
  basis: Basis,
  features: Float64Array,
  score: number,
  view: RowView,
): Term[] {
  const reasons: Term[] = [];
  const others: Term[] = [];
  const count = sortTerms();
  for (let place = 0; place < count; place++) {
    const attributeAt = order[place] as number;
    const attribute = attributes[attributeAt] as Attribute;
    const term = terms[attributeAt] as number;
    const is_reason =
      term > 0 &&
      reasons.length < reasonsShown &&
      scoreWithMedian(model, features, attributeAt, basis) < score - roundingError;
    const value = attributeValue(attribute, features, view);
    (is_reason ? reasons : others).push({ attribute, term, value, is_reason });
  }
  return reasons.concat(others);
}

/** The searcher's own attributes are no drawback of a result, and neither is not being new. */
function canBeDrawback(attribute: Attribute, features: Float64Array, view: RowView): boolean {
  if (attribute === 'exposure') return attributeValue(attribute, features, view) > 0;
  return view.isCaseRow ? !tutorAttributes.has(attribute) : attribute !== 'lesson';
}

const tutorAttributes: ReadonlySet<Attribute> = new Set([
  'education',
  'experience',
  'studies',
  'reviews',
  'reliability',
  'verified',
  'acceptance',
] as const);

function drawbackOf(features: Float64Array, view: RowView): Drawback | null {
  let belowMean = -1;
  let belowBest = -1;
  let lowestLog = -roundingError;
  for (let attributeAt = 0; attributeAt < terms.length; attributeAt++) {
    const log = logs[attributeAt] as number;
    if (log > -roundingError || !canBeDrawback(attributes[attributeAt] as Attribute, features, view))
      continue;
    if (belowMean < 0 || (terms[attributeAt] as number) < (terms[belowMean] as number))
      belowMean = attributeAt;
    if (log < lowestLog) [belowBest, lowestLog] = [attributeAt, log];
  }
  const worst = belowMean >= 0 && (terms[belowMean] as number) < -clearGap ? belowMean : belowBest;
  if (worst < 0) return null;
  const attribute = attributes[worst] as Attribute;
  return { attribute, term: terms[worst] as number, value: attributeValue(attribute, features, view) };
}

// The value behind an attribute, as a number that the pages can put into a sentence.

const hundredths = (value: number) => Math.round(value * 100) / 100;

function attributeValue(attribute: Attribute, features: Float64Array, view: RowView): number {
  const tutor = view.tutor();
  const caseFacts = view.caseFacts();
  switch (attribute) {
    /** The tutor's lowest price, HK$ an hour. */
    case 'price':
      return tutor.priceMin;
    /** Approximate minutes to the lesson. */
    case 'travel':
      return lessonMinutes(tutor, caseFacts);
    /** Days of the week on which a class fits. */
    case 'times':
      return view.freeDays();
    /** Requested languages that the tutor teaches in; all the tutor's languages if none is requested. */
    case 'language':
      return bitCount(caseFacts.languages === 0 ? tutor.languages : tutor.languages & caseFacts.languages);
    /** Score of the DSE results, 0 to 1. */
    case 'dse':
      return hundredths(features[wantsAt.dse] as number);
    /** The share of the tutor's subjects that are at the child's stage, 0 to 1. */
    case 'grade':
      return hundredths(features[wantsAt.grade] as number);
    /** Ids of the reference lists. */
    case 'education':
      return tutor.education;
    case 'experience':
      return tutor.experience;
    /** Grade point average and rank together, 0 to 1. */
    case 'studies':
      return hundredths(features[wantsAt.studies] as number);
    /** Stars of 5, shrunk towards the usual mean. */
    case 'reviews':
      return hundredths(1 + (tutor.rating / 255) * 4);
    /** Share from 0 to 1, shrunk in the same way. */
    case 'reliability':
      return hundredths(tutor.reliability / 255);
    case 'acceptance':
      return hundredths(tutor.acceptance / 255);
    /** Number of badges. */
    case 'verified':
      return tutor.badges;
    /** Hours a week. */
    case 'lesson':
      return (caseFacts.halfHours * caseFacts.days) / 2;
    /** Days since the last activity. */
    case 'freshness': {
      const { activeDay } = view.isCaseRow ? caseFacts : tutor;
      return activeDay === unknownActive ? 0 : Math.max(0, view.today - activeDay);
    }
    /** Unanswered requests. */
    case 'exposure':
      return (view.isCaseRow ? caseFacts : tutor).pending;
  }
}

/** The median by quickselect, which is cheaper than a sort. Reorders the values. */
export function medianOf(values: Float64Array, begin = 0, end = values.length): number {
  const upper = (begin + end) >> 1;
  select(values, upper, begin, end - 1);
  const high = values[upper] as number;
  if ((end - begin) % 2 === 1) return high;
  let low = Number.NEGATIVE_INFINITY;
  for (let at = begin; at < upper; at++) low = Math.max(low, values[at] as number);
  return (low + high) / 2;
}

/** Quickselect: moves the value that a sort would put at `place` there, smaller ones before it, larger ones after. */
function select(values: Float64Array, place: number, first: number, last: number) {
  let from = first;
  let to = last;
  while (from < to) {
    const pivot = values[(from + to) >> 1] as number;
    let left = from;
    let right = to;
    while (left <= right) {
      while ((values[left] as number) < pivot) left++;
      while ((values[right] as number) > pivot) right--;
      if (left > right) break;
      const swapped = values[left] as number;
      values[left++] = values[right] as number;
      values[right--] = swapped;
    }
    if (place <= right) to = right;
    else if (place >= left) from = left;
    else return;
  }
}
