import { presentUsers } from './bans.ts';
import { holdAccount, keepAccounts } from './hold-account.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Side } from '#shared/interest.ts';

type Sides = { familyUserId: number; tutorUserId: number };

/** Which side somebody is on; to a stranger it is as if there were nothing. */
export function sideOf({ familyUserId, tutorUserId }: Sides, userId: number): Side {
  if (userId === familyUserId) return 'family';
  if (userId === tutorUserId) return 'tutor';
  throw new AppError('notFound');
}

export const userOn = ({ familyUserId, tutorUserId }: Sides, side: Side) =>
  side === 'family' ? familyUserId : tutorUserId;

/** Holds the caller, and keeps the others as they are, before any case is held. */
export async function holdPeople(tx: Tx, callerId: number, others: readonly number[]) {
  await holdAccount(tx, callerId);
  await keepAccounts(
    tx,
    others.filter((id) => id !== callerId),
  );
}

/** In a statement of its own, after the hold: only then does it see a ban that was waited for. */
export async function refuseAbsent(tx: Tx, callerId: number, otherId: number) {
  const present = await presentUsers(tx, [callerId, otherId]);
  if (!present.has(callerId)) throw new AppError('sessionInvalid');
  if (!present.has(otherId)) throw new AppError('notFound');
}
