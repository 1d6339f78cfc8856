/** Why a result is where it is: terms that add up to its score, common times, and what speaks against it. */
import type { CaseFacts, TutorFacts } from './facts.ts';
import { attributeOfFeature, attributes, featureCount, featuresOfAttribute } from './features.ts';
import { medianOf } from './median.ts';
import type { Found } from './scan.ts';
import { bestScore, type Model, scoreFeatures, writeLogFactors } from './score.ts';
import { attributeValue } from './values.ts';
import type { ClassTime } from './weekly.ts';
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

export type Term = {
  attribute: Attribute;
  /** The attribute's log factor less its mean over those who fit. */
  term: number;
  /** What is behind it: minutes, HK$, an id of a reference list … (values.ts). */
  value: number;
  /** A reason: at the median of those who fit, the score would be lower. At most three, the strongest first. */
  is_reason: boolean;
};

export type Drawback = { attribute: Attribute; term: number; value: number };

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
export type Basis = {
  base: number;
  /** How many were asked, and whether that is everybody who fits. */
  size: number;
  isWhole: boolean;
  /** The mean log factor of each attribute, in the order of `attributes`. */
  means: Float64Array;
  /** The median of a feature. */
  median(feature: number): number;
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

export function explained(model: Model, found: Found, view: RowView): Result {
  const basis = basisOf(model, found, view);
  const factors = new Float64Array(featureCount);
  const logs = new Float64Array(attributes.length);
  const list = found.rows.map((row, at): Match => {
    const features = view.features(row).slice();
    const score = found.scores[at] as number;
    writeLogFactors(model, features, factors);
    writeAttributeLogs(factors, logs);
    const all: Term[] = [];
    for (let of = 0; of < attributes.length; of++) {
      const attribute = attributes[of] as Attribute;
      const term = (logs[of] as number) - (basis.means[of] as number);
      all.push({ attribute, term, value: attributeValue(attribute, features, view), is_reason: false });
    }
    const drawback = drawbackOf(all, logs, view.isCaseRow);
    const terms = all.filter(({ term }) => Math.abs(term) > nothing).sort((a, b) => b.term - a.term);
    const slots = view.times(row);
    return {
      id: view.id(row),
      score,
      base: basis.base,
      terms: reasonsFirst(model, basis, features, score, terms),
      slots,
      drawback,
      features,
    };
  });
  return { list, basis };
}

function writeAttributeLogs(factors: Float64Array, out: Float64Array) {
  out.fill(0);
  for (let feature = 0; feature < featureCount; feature++) {
    const of = attributeOfFeature[feature] as number;
    out[of] = (out[of] as number) + (factors[feature] as number);
  }
}

function basisOf(model: Model, { sample, isWhole }: Found, view: RowView): Basis {
  const size = sample.length;
  const columns = new Float64Array(size * featureCount);
  const means = new Float64Array(attributes.length);
  const factors = new Float64Array(featureCount);
  const logs = new Float64Array(attributes.length);
  for (let at = 0; at < size; at++) {
    const features = view.features(sample[at] as number);
    writeLogFactors(model, features, factors);
    writeAttributeLogs(factors, logs);
    for (let feature = 0; feature < featureCount; feature++)
      columns[feature * size + at] = features[feature] as number;
    for (let of = 0; of < means.length; of++) means[of] = (means[of] as number) + (logs[of] as number);
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
    const middle = medianOf(columns.subarray(feature * size, (feature + 1) * size));
    medians[feature] = middle;
    return middle;
  };
  return { base, size, isWhole, means, median };
}

const replaced = new Float64Array(featureCount);

/** The score with the features of one attribute as they are at the median of those who fit. */
export function scoreAtMedian(
  model: Model,
  features: Float64Array,
  attribute: Attribute,
  basis: Basis,
): number {
  replaced.set(features);
  for (const feature of featuresOfAttribute[attributes.indexOf(attribute)] as readonly number[])
    replaced[feature] = basis.median(feature);
  return scoreFeatures(model, replaced);
}

/** A term above 0 is only called a reason once the score without it has been tried. */
function reasonsFirst(
  model: Model,
  basis: Basis,
  features: Float64Array,
  score: number,
  terms: Term[],
): Term[] {
  const reasons: Term[] = [];
  const others: Term[] = [];
  for (const term of terms) {
    term.is_reason =
      term.term > 0 &&
      reasons.length < reasonsShown &&
      scoreAtMedian(model, features, term.attribute, basis) < score - nothing;
    (term.is_reason ? reasons : others).push(term);
  }
  return reasons.concat(others);
}

/** What is the asker's own says nothing against a result, and neither does not being new. */
function speaksAgainst({ attribute, value }: Term, isCaseRow: boolean): boolean {
  if (attribute === 'exposure') return value > 0;
  return isCaseRow ? !tutorsOwn.has(attribute) : attribute !== 'lesson';
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

function drawbackOf(terms: Term[], logs: Float64Array, isCaseRow: boolean): Drawback | null {
  let lowest: Term | undefined;
  let shortest: Term | undefined;
  let most = -nothing;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as Term;
    if (!speaksAgainst(term, isCaseRow) || (logs[at] as number) > -nothing) continue;
    if (!lowest || term.term < lowest.term) lowest = term;
    if ((logs[at] as number) < most) [shortest, most] = [term, logs[at] as number];
  }
  const worst = lowest && lowest.term < -clearly ? lowest : shortest;
  return worst ? { attribute: worst.attribute, term: worst.term, value: worst.value } : null;
}
