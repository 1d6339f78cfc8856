import type { Interest, Side } from '#shared/interest.ts';

/** What the two have asked each other, and what became of it. */
export type AskedBefore = {
  id: number;
  status: string;
  isMine: boolean;
  isMatched: boolean;
  isTriedBefore: boolean;
};
export const askedBefore = (interest: Interest, side: Side): AskedBefore => ({
  id: interest.id,
  status: interest.status,
  isMine: interest.asked_by === side,
  isMatched: interest.match_status === 'trial' || interest.match_status === 'going',
  isTriedBefore: interest.match_status === 'failed',
});
