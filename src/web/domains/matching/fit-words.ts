import type { TutorMatches } from '#shared/matching.ts';

export type Explained = Omit<TutorMatches['list'][number], 'tutor'>;

/** How well it fits, in words. */
export type FitWord = 'very' | 'fits' | 'maybe';

/** The geometric mean of the four factors behind a score, of 100; 100 only where every factor is. */
const figureOf = (score: number) => 100 * Math.exp(score / 4);
export const veryFrom = 65;
export const fitsFrom = 55;

/**
 * By the score alone, so that within a group the words never contradict the order. Above the offer nobody is
 * more than worth considering.
 */
export function fitWordOf({ score, within_offer }: Pick<Explained, 'score' | 'within_offer'>): FitWord {
  const figure = figureOf(score);
  if (!within_offer || figure < fitsFrom) return 'maybe';
  return figure < veryFrom ? 'fits' : 'very';
}

/** A figure of 100 and what makes it up, all in tenths: `base` and the points of all terms add up to `figure`. */
export type Points = { base: number; figure: number; terms: { attribute: string; points: number }[] };

/**
 * Terms are logarithms; the logarithmic mean of both figures turns them into points that add up exactly. What
 * rounding leaves over goes where it changes least.
 */
export function pointsOf({ score, base, terms }: Pick<Explained, 'score' | 'base' | 'terms'>): Points {
  const [from, to] = [figureOf(base), figureOf(score)];
  const sum = terms.reduce((all, { term }) => all + term, 0);
  const slope = Math.abs(sum) < 1e-9 ? to / 4 : (to - from) / sum;
  const exact = terms.map(({ attribute, term }) => ({ attribute, tenths: 10 * slope * term }));
  const rounded = exact.map(({ attribute, tenths }) => ({ attribute, tenths: Math.floor(tenths) }));
  const left =
    Math.round(10 * to) - Math.round(10 * from) - rounded.reduce((all, one) => all + one.tenths, 0);
  const byRest = exact
    .map(({ tenths }, at) => ({ at, rest: tenths - Math.floor(tenths) }))
    .sort((a, b) => (left < 0 ? a.rest - b.rest : b.rest - a.rest));
  for (const { at } of byRest.slice(0, Math.abs(left))) {
    const one = rounded[at];
    if (one) one.tenths += Math.sign(left);
  }
  return {
    base: Math.round(10 * from) / 10,
    figure: Math.round(10 * to) / 10,
    terms: rounded
      .filter(({ tenths }) => tenths !== 0)
      .sort((a, b) => Math.abs(b.tenths) - Math.abs(a.tenths))
      .map(({ attribute, tenths }) => ({ attribute, points: tenths / 10 })),
  };
}
