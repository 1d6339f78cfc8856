import type { Scope } from './hashes.ts';

const minutes = 60;
const day = 24 * 60 * minutes;

type Limit = { max: number; seconds: number };

/** Messages tried, in any stretch of that many seconds. A school or a carrier is one address to us: proofs come first. */
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

/** Up to which no proof is asked for; the rate of everybody together is configuration. */
export const free = { seconds: 10 * minutes, perNetwork: 3, budgetShare: 0.1 };

export const codeLife = 5 * minutes;
export const codeTries = 5;

/** The pause after the nth message to a number that nobody has used. */
export const resend = { first: 30, countedFor: 60 * minutes };
export const resendWait = (unused: number) => (unused === 0 ? 0 : resend.first * 2 ** (unused - 1));

/** PBKDF2 rounds of one attempt; 256 attempts on average. A phone takes about a second for the first. */
const baseCost = 4_000;
const steps = [
  { from: 0.9, factor: 8 },
  { from: 0.75, factor: 4 },
  { from: 0.5, factor: 2 },
];

export type Breaker = { state: 'closed' | 'raised' | 'open'; proofCost: number };

/** What the day's spending asks of the next message: first more work, in the end it does not go. */
export function breaker(spentCents: number, priceCents: number, budgetCents: number): Breaker {
  const step = steps.find(({ from }) => spentCents >= from * budgetCents);
  const proofCost = baseCost * (step?.factor ?? 1);
  if (spentCents + priceCents > budgetCents) return { state: 'open', proofCost };
  return { state: step ? 'raised' : 'closed', proofCost };
}
