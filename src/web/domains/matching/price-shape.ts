type Band = { p25: number; p50: number; p75: number };
type Point = { price: number; applicants: number };

/** The quartiles of a logistic curve are ln 3 scale units from its middle. */
const toQuartile = Math.log(3);
/** A narrow band must not be drawn as a needle. */
const leastSpread = 0.03;

/** The lowest and highest price of the chart. */
const edgesOf = ({ p25, p75 }: Band) => ({ from: p25 * 0.7, to: p75 * 1.3 });

export function placeOf(price: number, band: Band) {
  const { from, to } = edgesOf(band);
  return Math.min(1, Math.max(0, (price - from) / (to - from)));
}

/**
 * How common a price is, 1 at the median: a logistic density in the log price with the band's quartiles, each
 * side with its own scale.
 */
function commonness(price: number, { p25, p50, p75 }: Band) {
  const side = price < p50 ? Math.log(p50 / p25) : Math.log(p75 / p50);
  const distance = Math.log(price / p50) / Math.max(side / toQuartile, leastSpread);
  const met = 1 / (1 + Math.exp(-distance));
  return 4 * met * (1 - met);
}

const steps = 48;

/** The curve and its part between the quartiles, as SVG paths in a box of `width` × `height`. */
export function curveOf(band: Band, width: number, height: number) {
  const { from, to } = edgesOf(band);
  const at = (price: number) =>
    `${round(placeOf(price, band) * width)} ${round(height - commonness(price, band) * (height - 4))}`;
  const along = (low: number, high: number) =>
    Array.from({ length: steps + 1 }, (_, step) => at(low + ((high - low) * step) / steps)).join(' L');
  const x = (price: number) => round(placeOf(price, band) * width);
  return {
    line: `M${along(from, to)}`,
    middleHalf: `M${x(band.p25)} ${height} L${along(band.p25, band.p75)} L${x(band.p75)} ${height} Z`,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Below this many cases like it, a number of applicants would be a guess. */
const enoughCases = 30;

/** How many tutors are expected to apply, where enough families had answers; else undefined. */
export function expectedApplicants(
  { comparables, applicants }: { comparables: number; applicants: readonly Point[] },
  price: number,
) {
  return comparables < enoughCases ? undefined : Math.round(applicantsAt(applicants, price));
}

/** The expected number of applicants at a price, interpolated between the known points. */
export function applicantsAt(points: readonly Point[], price: number): number {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return 0;
  if (price <= first.price) return first.applicants;
  const next = points.findIndex((point) => point.price >= price);
  const [before, after] = [points[next - 1], points[next]];
  if (!before || !after) return last.applicants;
  const part = (price - before.price) / (after.price - before.price);
  return before.applicants + part * (after.applicants - before.applicants);
}
