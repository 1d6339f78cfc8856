/** Normalised discounted cumulative gain: gains in the shown order compared with the best possible order. */
export function ndcg(shown: readonly number[], all: readonly number[], places = 10) {
  const total = (gains: readonly number[]) =>
    gains.slice(0, places).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
  const best = total(all.toSorted((a, b) => b - a));
  return best === 0 ? 1 : total(shown) / best;
}

/** Gini coefficient: 0 if all are shown equally often, near 1 if one is always shown. */
export function gini(counts: readonly number[]) {
  const sorted = counts.toSorted((a, b) => a - b);
  const sum = sorted.reduce((total, count) => total + count, 0);
  if (sum === 0) return 0;
  const weighted = sorted.reduce((total, count, at) => total + (at + 1) * count, 0);
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}

export const mean = (values: readonly number[]) =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
