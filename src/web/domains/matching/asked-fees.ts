import type { PriceAdvice } from '#shared/matching.ts';

type Asked = NonNullable<PriceAdvice['asked']>;

/** Of fewer, half would be one or two people. */
const fewestAsked = 3;

/** For sentences. */
export const feesIn = ({ lowest, middle }: Asked) => ({ lowest, middle });
/** Whether the median says more than the lowest fee does. */
export const hasMiddle = ({ count, lowest, middle }: Asked) => count >= fewestAsked && middle > lowest;

/** At least half of those who fit ask more than this. */
export const isBelowMost = (offer: number | null, asked: Asked | null): boolean =>
  offer !== null && asked !== null && asked.count >= fewestAsked && asked.middle > offer;

/** What is filled in for a family: the usual price, but not less than half of the tutors who fit would take. */
export const advisedPrice = ({ p50, asked }: Pick<PriceAdvice, 'p50' | 'asked'>) =>
  isBelowMost(p50, asked) ? (asked?.middle ?? p50) : p50;
