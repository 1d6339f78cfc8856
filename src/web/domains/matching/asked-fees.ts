import type { PriceAdvice } from '#shared/matching.ts';

type Asked = NonNullable<PriceAdvice['asked']>;

/** HK$200–340, or one figure where all ask the same. */
export const askedRange = ({ lowest, highest }: Asked) =>
  lowest === highest ? `HK$${lowest}` : `HK$${lowest}–${highest}`;

/** Of fewer, half would be one or two people. */
const fewestAsked = 3;

/** At least half of those who fit ask more than this. */
export const isBelowMost = (offer: number | null, asked: Asked | null): boolean =>
  offer !== null && asked !== null && asked.count >= fewestAsked && asked.middle > offer;

/** What is filled in for a family: the usual price, but not less than half of the tutors who fit would take. */
export const advisedPrice = ({ p50, asked }: Pick<PriceAdvice, 'p50' | 'asked'>) =>
  isBelowMost(p50, asked) ? (asked?.middle ?? p50) : p50;
