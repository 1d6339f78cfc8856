import { and, eq, or, sql } from 'drizzle-orm';
import { matchOf } from '#server/domains/interest/matches.ts';
import { sideOf, userOn } from '#server/domains/accounts/sides.ts';
import { tell } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { otherSide } from '#shared/interest.ts';
import { policeCheckRules } from '#shared/trust.ts';
import { type PoliceCheckRow, policeChecks } from './tables.ts';

const dayMs = 24 * 3600_000;

export const mayAskFrom = ({ askedAt }: PoliceCheckRow) =>
  new Date(askedAt.getTime() + policeCheckRules.askAgainDays * dayMs);

/** When a check ends by itself; undefined when it is over. */
export function openUntil(row: PoliceCheckRow): Date | undefined {
  if (row.status === 'asked') return mayAskFrom(row);
  if (row.status !== 'shared' || !row.sharedAt) return undefined;
  return new Date(row.sharedAt.getTime() + policeCheckRules.codeDays * dayMs);
}

/** Also one whose time is over, while the job that ends it is late. */
export const isOpen = (row: PoliceCheckRow) => (openUntil(row)?.getTime() ?? 0) > Date.now();

export const ofUser = (userId: number) =>
  or(eq(policeChecks.familyUserId, userId), eq(policeChecks.tutorUserId, userId));

export async function checkById(db: Db | Tx, userId: number, id: number) {
  const [row] = await db
    .select()
    .from(policeChecks)
    .where(and(eq(policeChecks.id, id), ofUser(userId)));
  return row;
}

/** Without a code, its date, and the trace that there was one. */
export const noCode = { codeCipher: null, codeKey: null, issuedOn: null, sharedAt: null };

/** It is over without a badge: by whom and why is written nowhere. */
export async function endCheck(tx: Tx, row: PoliceCheckRow, told: readonly number[]) {
  await tx
    .update(policeChecks)
    .set({ status: 'ended', ...noCode })
    .where(eq(policeChecks.id, row.id));
  for (const userId of told)
    await tell(tx, { userId, kind: 'police_check_ended', params: await aboutMatch(tx, row) });
}

export const otherOf = (row: PoliceCheckRow, userId: number) => userOn(row, otherSide(sideOf(row, userId)));

export async function aboutMatch(tx: Tx, { matchId, familyUserId }: PoliceCheckRow) {
  const { caseId } = await matchOf(tx, familyUserId, matchId);
  return { match: matchId, case: caseId };
}

/** The latest of the two, whatever became of it. */
export async function latestOfPair(tx: Tx, familyUserId: number, tutorUserId: number) {
  const [row] = await tx
    .select()
    .from(policeChecks)
    .where(and(eq(policeChecks.familyUserId, familyUserId), eq(policeChecks.tutorUserId, tutorUserId)))
    .orderBy(sql`id desc`)
    .limit(1);
  return row;
}
