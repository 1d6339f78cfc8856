import type { PriceAdvice, ShortOf } from '#shared/matching.ts';

type Asked = NonNullable<PriceAdvice['asked']>;

/** Of fewer, half would be one or two people. */
const fewestAsked = 3;

/** For sentences. */
export const feesIn = ({ lowest, middle }: Asked) => ({ lowest, middle });
/** Whether the median says more than the lowest fee does. */
export const hasMiddle = ({ count, lowest, middle }: Asked) => count >= fewestAsked && middle > lowest;

/**
 * Whether more tutors ask too much for the offer than fit it, by the two counts that are shown beside: no sentence
 * about the fee comes from another computation.
 */
export const isBelowMost = (total: number, shortOf: ShortOf | null): boolean =>
  shortOf !== null && total + shortOf.price >= fewestAsked && shortOf.price > total;

/** What is filled in for a family: the usual price, but not less than half of the tutors who fit would take. */
export const advisedPrice = ({ p50, asked }: Pick<PriceAdvice, 'p50' | 'asked'>) =>
  asked !== null && asked.count >= fewestAsked ? Math.max(p50, asked.middle) : p50;
