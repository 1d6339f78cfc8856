import type { Db } from '#server/ground/db/db.ts';
import type { Waiting } from '#shared/notices/waiting.ts';

/** One thing that waits, as its domain finds it; the case is described for all of them at once. */
export type Found = Pick<Waiting, 'kind' | 'path'> &
  Partial<Omit<Waiting, 'kind' | 'path' | 'needs_answer' | 'about'>> & {
    caseId: number | null;
    /** Of what is no case yet; a case is described by the wiring. */
    about?: Waiting['about'];
  };

export type Asking = { db: Db; userId: number; identity: 0 | 1 | 2 };

export type WaitingKind = {
  /** Somebody else waits for the answer. */
  needsAnswer: boolean;
  find: (asking: Asking) => Promise<Found[]>;
};

type About = Omit<NonNullable<Waiting['about']>, 'children'>;

/** What the wiring gives: the kinds in their order, and how to describe the cases they are about. */
export type WaitingParts = {
  kinds: readonly WaitingKind[];
  outlinesOf: (db: Db, caseIds: readonly number[]) => Promise<Map<number, About>>;
  /** The children that this person may know by name. */
  nicknamesOf: (db: Db, userId: number, caseIds: readonly number[]) => Promise<Map<number, string[]>>;
};

/** More of one kind than anybody looks through on the home page. */
export const mostOfAKind = 20;
