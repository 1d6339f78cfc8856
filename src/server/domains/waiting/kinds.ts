import type { Db } from '#server/ground/db/db.ts';
import type { Waiting } from '#shared/notices/waiting.ts';

/** One thing that waits, as its domain finds it; the case is described for all of them at once. */
export type Found = Pick<Waiting, 'kind' | 'path'> &
  Partial<Omit<Waiting, 'kind' | 'path' | 'needs_answer' | 'about'>> & { caseId: number | null };

export type Asking = { db: Db; userId: number; identity: 0 | 1 | 2 };

export type WaitingKind = {
  /** Somebody else waits for the answer. */
  needsAnswer: boolean;
  find: (asking: Asking) => Promise<Found[]>;
};

/** More of one kind than anybody looks through on the home page. */
export const mostOfAKind = 20;
