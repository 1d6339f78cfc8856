/** How high a row can score at most, known before it is looked at. */
import { exposureAt, featureCount, freshnessAt, logisticCount, wantsCount } from './features.ts';
import { logSigmoid, type Model } from './score.ts';

/** What a row brings to every score it gets: its own share of both sums, and its log factors. */
export type Own = { wants: number; accepts: number; factors: number };

/** The most that the features which rows do not own can add to both sums. */
export type Reach = { wants: number; accepts: number };

/** The best rows of a bucket, one by one and together. */
export type Ceiling = { wants: number; accepts: number; factors: number; whole: number };

export const lowestCeiling = (): Ceiling => ({
  wants: Number.NEGATIVE_INFINITY,
  accepts: Number.NEGATIVE_INFINITY,
  factors: Number.NEGATIVE_INFINITY,
  whole: Number.NEGATIVE_INFINITY,
});

export function ownOf(model: Model, owned: readonly boolean[], features: Float64Array): Own {
  const own = { wants: 0, accepts: 0, factors: (features[freshnessAt] as number) + (features[exposureAt] as number) };
  for (let at = 0; at < logisticCount; at++) {
    if (!owned[at]) continue;
    const part = (model.by[at] as number) * (features[at] as number);
    if (at < wantsCount) own.wants += part;
    else own.accepts += part;
  }
  return own;
}

/** Without a least and most value a feature may be anything from 0 to 1. */
export function reachOf(
  model: Model,
  owned: readonly boolean[],
  least?: Float64Array,
  most?: Float64Array,
): Reach {
  const reach = { wants: model.weights.wants.bias, accepts: model.weights.accepts.bias };
  for (let at = 0; at < logisticCount; at++) {
    if (owned[at]) continue;
    const weight = model.by[at] as number;
    const part = Math.max(weight * (least?.[at] ?? 0), weight * (most?.[at] ?? 1));
    if (at < wantsCount) reach.wants += part;
    else reach.accepts += part;
  }
  return reach;
}

export function scoreAtMost(own: Own, reach: Reach): number {
  return logSigmoid(own.wants + reach.wants) + logSigmoid(own.accepts + reach.accepts) + own.factors;
}

export function raise(ceiling: Ceiling, own: Own, whole: number) {
  ceiling.wants = Math.max(ceiling.wants, own.wants);
  ceiling.accepts = Math.max(ceiling.accepts, own.accepts);
  ceiling.factors = Math.max(ceiling.factors, own.factors);
  ceiling.whole = Math.max(ceiling.whole, whole);
}

/** Sums are added in another order than scores are; this is far more than that can make. */
const rounding = 1e-9;

/**
 * The most a row of the bucket can score in a search. `anyone` is the reach that `ceiling.whole` was taken with; the
 * search's own is no greater, and what that costs a row, ln σ(z + reach) − ln σ(z + anyone), is least where z is greatest.
 */
export function bucketBound(ceiling: Ceiling, reach: Reach, anyone: Reach): number {
  const wants = logSigmoid(ceiling.wants + reach.wants);
  const accepts = logSigmoid(ceiling.accepts + reach.accepts);
  const apart = wants + accepts + ceiling.factors;
  const together =
    ceiling.whole +
    (wants - logSigmoid(ceiling.wants + anyone.wants)) +
    (accepts - logSigmoid(ceiling.accepts + anyone.accepts));
  return Math.min(apart, together) + rounding;
}

export const ownedFlags = (indices: readonly number[]) =>
  Array.from({ length: featureCount }, (_, at) => indices.includes(at));
