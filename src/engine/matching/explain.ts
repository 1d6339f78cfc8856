/** Why a result is where it is: terms that add up to its score, common times, and what speaks against it. */

import { type CaseFacts, type TutorFacts, unknownActive } from './pair/facts.ts';
import {
  attributeOfFeature,
  attributes,
  featureCount,
  featuresOfAttribute,
  lessonMinutes,
  wantsAt,
} from './pair/features.ts';
import { bestScore, type Model, scoreFeatures, writeLogFactors } from './pair/score.ts';
import { bitCount, type ClassTime } from './pair/weekly.ts';
import type { Attribute } from './weights.ts';

export type SearchOptions = {
  /** How many results at most. Default 10. */
  top?: number;
  /** Milliseconds; only the day matters. Default today. */
  now?: number;
  /** Ids that are not wanted, such as the asker's own listing. */
  without?: readonly number[];
  /** How many of those who fit say what is usual. Default 64; Infinity asks them all. */
  sample?: number;
};

type Term = {
  attribute: Attribute;
  /** The attribute's log factor less its mean over those who fit. */
  term: number;
  /** What is behind it: minutes, HK$, an id of a reference list … (values.ts). */
  value: number;
  /** A reason: at the median of those who fit, the score would be lower. At most three, the strongest first. */
  is_reason: boolean;
};

type Drawback = { attribute: Attribute; term: number; value: number };

export type Match = {
  id: number;
  /** ln( P(family wants) × P(tutor accepts) × freshness × exposure ) = base + the sum of the terms. */
  score: number;
  base: number;
  terms: Term[];
  slots: ClassTime[];
  /** What lowers the score most against those who fit, else against the best there is; null where nothing does. */
  drawback: Drawback | null;
  /** In the order of `featureNames`, for the log that weights are learned from. */
  features: Float64Array;
};

/** What is usual among those who fit. */
type Basis = {
  base: number;
  /** How many were asked, and whether that is everybody who fits. */
  size: number;
  isWhole: boolean;
  /** The mean log factor of each attribute, in the order of `attributes`. */
  means: Float64Array;
  /** The median of a feature. */
  median(feature: number): number;
};

export type Best = { rows: number[]; scores: number[] };

/** What a search found: the best rows, and some of those that fit. */
export type Found = Best & {
  /** Rows that fit, those with the lowest hashes of their id, in that order. */
  sample: number[];
  /** Whether the sample is all that fit. */
  isWhole: boolean;
};

export type Result = { list: Match[]; basis: Basis };

/** How explanations read a row. After `features(row)` the others speak of that row. */
export type RowView = {
  id(row: number): number;
  features(row: number): Float64Array;
  tutor(): TutorFacts;
  wanted(): CaseFacts;
  freeDays(): number;
  times(row: number): ClassTime[];
  today: number;
  /** Whether rows are cases, whose own freshness then counts. */
  isCaseRow: boolean;
};

const reasonsShown = 3;
/** Smaller differences are the arithmetic's, not the tutor's. */
const nothing = 1e-12;
/** Less than this behind those who fit is about as good as they are: then what is short of the best is named. */
const clearly = 0.005;

/** One of each for all: nothing here begins inside another. */
const factors = new Float64Array(featureCount);
const logs = new Float64Array(attributes.length);
const terms = new Float64Array(attributes.length);

export function explained(model: Model, found: Found, view: RowView): Result {
  const basis = basisOf(model, found, view);
  // In one piece of memory: one for each result would cost more than what is in it.
  const features = new Float64Array(found.rows.length * featureCount);
  const list = found.rows.map((row, at): Match => {
    const own = features.subarray(at * featureCount, (at + 1) * featureCount);
    own.set(view.features(row));
    const score = found.scores[at] as number;
    writeLogFactors(model, own, factors);
    writeAttributeLogs(factors, logs);
    for (let of = 0; of < terms.length; of++) terms[of] = (logs[of] as number) - (basis.means[of] as number);
    return {
      id: view.id(row),
      score,
      base: basis.base,
      terms: reasonsFirst(model, basis, own, score, view),
      slots: view.times(row),
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
    const of = attributeOf[feature] as number;
    out[of] = (out[of] as number) + (factors[feature] as number);
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
  for (let of = 0; of < means.length; of++) {
    means[of] = size === 0 ? 0 : (means[of] as number) / size;
    base += means[of] as number;
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
  for (let of = 0; of < sums.length; of++) sums[of] = (sums[of] as number) + (logs[of] as number);
}

const replaced = new Float64Array(featureCount);

/** The score with the features of one attribute as they are at the median of those who fit. */
export const scoreAtMedian = (model: Model, features: Float64Array, attribute: Attribute, basis: Basis) =>
  scoreWithMedian(model, features, attributes.indexOf(attribute), basis);

function scoreWithMedian(model: Model, features: Float64Array, of: number, basis: Basis): number {
  replaced.set(features);
  for (const feature of featuresOfAttribute[of] as readonly number[])
    replaced[feature] = basis.median(feature);
  return scoreFeatures(model, replaced);
}

const order = new Uint8Array(attributes.length);

/** The attributes whose terms are not nothing, highest first, of equals in their own order. */
function inOrder(): number {
  let count = 0;
  for (let of = 0; of < terms.length; of++) {
    const term = terms[of] as number;
    if (Math.abs(term) <= nothing) continue;
    let place = count++;
    for (; place > 0 && (terms[order[place - 1] as number] as number) < term; place--)
      order[place] = order[place - 1] as number;
    order[place] = of;
  }
  return count;
}

/** A term above 0 is only called a reason once the score without it has been tried. */
function reasonsFirst(
  model: Model,
  basis: Basis,
  features: Float64Array,
  score: number,
  view: RowView,
): Term[] {
  const reasons: Term[] = [];
  const others: Term[] = [];
  const count = inOrder();
  for (let place = 0; place < count; place++) {
    const of = order[place] as number;
    const attribute = attributes[of] as Attribute;
    const term = terms[of] as number;
    const is_reason =
      term > 0 &&
      reasons.length < reasonsShown &&
      scoreWithMedian(model, features, of, basis) < score - nothing;
    const value = attributeValue(attribute, features, view);
    (is_reason ? reasons : others).push({ attribute, term, value, is_reason });
  }
  return reasons.concat(others);
}

/** What is the asker's own says nothing against a result, and neither does not being new. */
function speaksAgainst(attribute: Attribute, features: Float64Array, view: RowView): boolean {
  if (attribute === 'exposure') return attributeValue(attribute, features, view) > 0;
  return view.isCaseRow ? !tutorsOwn.has(attribute) : attribute !== 'lesson';
}

const tutorsOwn: ReadonlySet<Attribute> = new Set([
  'education',
  'experience',
  'studies',
  'reviews',
  'reliability',
  'verified',
  'acceptance',
] as const);

function drawbackOf(features: Float64Array, view: RowView): Drawback | null {
  let lowest = -1;
  let shortest = -1;
  let most = -nothing;
  for (let of = 0; of < terms.length; of++) {
    const log = logs[of] as number;
    if (log > -nothing || !speaksAgainst(attributes[of] as Attribute, features, view)) continue;
    if (lowest < 0 || (terms[of] as number) < (terms[lowest] as number)) lowest = of;
    if (log < most) [shortest, most] = [of, log];
  }
  const worst = lowest >= 0 && (terms[lowest] as number) < -clearly ? lowest : shortest;
  if (worst < 0) return null;
  const attribute = attributes[worst] as Attribute;
  return { attribute, term: terms[worst] as number, value: attributeValue(attribute, features, view) };
}

// What stands behind an attribute, as a number that words can be put to.

const hundredths = (value: number) => Math.round(value * 100) / 100;

function attributeValue(attribute: Attribute, features: Float64Array, both: RowView): number {
  const tutor = both.tutor();
  const wanted = both.wanted();
  switch (attribute) {
    /** The tutor's least price, HK$ an hour. */
    case 'price':
      return tutor.priceMin;
    /** Approximate minutes to the lesson. */
    case 'travel':
      return lessonMinutes(tutor, wanted);
    /** Days of the week on which a class fits. */
    case 'times':
      return both.freeDays();
    /** Languages wished for that the tutor teaches in. */
    case 'language':
      return bitCount(wanted.languages === 0 ? tutor.languages : tutor.languages & wanted.languages);
    /** 0 to 1. */
    case 'dse':
      return hundredths(features[wantsAt.dse] as number);
    /** The part of what the tutor teaches that is of the child's stage, 0 to 1. */
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
    /** Of 5, shrunken towards what is usual. */
    case 'reviews':
      return hundredths(1 + (tutor.rating / 255) * 4);
    /** Parts of 1, shrunken likewise. */
    case 'reliability':
      return hundredths(tutor.reliability / 255);
    case 'acceptance':
      return hundredths(tutor.acceptance / 255);
    /** Badges. */
    case 'verified':
      return tutor.badges;
    /** Hours a week. */
    case 'lesson':
      return (wanted.halfHours * wanted.days) / 2;
    /** Days since the last sign of life. */
    case 'freshness': {
      const { activeDay } = both.isCaseRow ? wanted : tutor;
      return activeDay === unknownActive ? 0 : Math.max(0, both.today - activeDay);
    }
    /** Requests that wait for an answer. */
    case 'exposure':
      return (both.isCaseRow ? wanted : tutor).pending;
  }
}

/** The median, by selection: a sort would do more than is asked for. The order of the values is lost. */
export function medianOf(values: Float64Array, begin = 0, end = values.length): number {
  const upper = (begin + end) >> 1;
  select(values, upper, begin, end - 1);
  const high = values[upper] as number;
  if ((end - begin) % 2 === 1) return high;
  let low = Number.NEGATIVE_INFINITY;
  for (let at = begin; at < upper; at++) low = Math.max(low, values[at] as number);
  return (low + high) / 2;
}

/** Puts the value that a sort would put at `place` there, nothing greater before it and nothing less behind. */
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
