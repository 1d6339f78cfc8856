import { caseById, holdCase, moveCase } from '#server/domains/cases/case-status.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { type CaseStatus, caseStatus } from '#shared/cases.ts';
import { closeCase, waitingTutors } from './closing.ts';
import { holdPeople } from '#server/domains/accounts/sides.ts';

/** Between online and offline, by the owner alone; another's case answers like none at all. */
export async function switchCase(
  tx: Tx,
  userId: number,
  id: number,
  to: 'online' | 'offline',
): Promise<{ id: number; status: CaseStatus }> {
  if ((await caseById(tx, id)).userId !== userId) throw new AppError('notFound');
  await holdPeople(tx, userId, to === 'offline' ? await waitingTutors(tx, id) : []);
  const { status } = await holdCase(tx, id);
  if (status === caseStatus.matched || status === caseStatus.ended) throw new AppError('caseClosed');
  if (status !== caseStatus[to]) await moveCase(tx, id, caseStatus[to]);
  if (to === 'offline') await closeCase(tx, id);
  return { id, status: caseStatus[to] };
}
