import type { Scope } from './hashes.ts';

const minutes = 60;
const day = 24 * 60 * minutes;

type Limit = { max: number; seconds: number };

/**
 * Attempted messages within any period of that many seconds. A school or a carrier shares one address, so
 * proofs come before this limit.
 */
export const limits: Record<Scope, Limit[]> = {
  number: [
    { max: 3, seconds: 10 * minutes },
    { max: 10, seconds: day },
  ],
  prefix: [
    { max: 10, seconds: 10 * minutes },
    { max: 60, seconds: day },
  ],
  address: [
    { max: 20, seconds: 10 * minutes },
    { max: 100, seconds: day },
  ],
  network: [
    { max: 60, seconds: 10 * minutes },
    { max: 400, seconds: day },
  ],
};

/** Limits below which no proof is required; the overall rate is configuration. */
export const free = { seconds: 10 * minutes, perNetwork: 3, budgetShare: 0.1 };

export const codeLife = 5 * minutes;
export const codeTries = 5;

/** The wait after the nth unused message to a number. */
export const resend = { first: 30, countedFor: 60 * minutes };
export const resendWait = (unused: number) => (unused === 0 ? 0 : resend.first * 2 ** (unused - 1));

/**
 * PBKDF2 iterations of one attempt; 256 attempts on average. A phone takes about a second at the base cost.
 */
const baseCost = 4_000;
const steps = [
  { from: 0.9, factor: 8 },
  { from: 0.75, factor: 4 },
  { from: 0.5, factor: 2 },
];

export type Breaker = { state: 'closed' | 'raised' | 'open'; proofCost: number };

/** The circuit breaker for the day's spending: first the proof gets harder, finally messages are refused. */
export function breaker(spentCents: number, priceCents: number, budgetCents: number): Breaker {
  const step = steps.find(({ from }) => spentCents >= from * budgetCents);
  const proofCost = baseCost * (step?.factor ?? 1);
  if (spentCents + priceCents > budgetCents) return { state: 'open', proofCost };
  return { state: step ? 'raised' : 'closed', proofCost };
}
