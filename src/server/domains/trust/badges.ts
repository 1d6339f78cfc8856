import { and, desc, eq, sql } from 'drizzle-orm';
import { lockAccountsShared } from '#server/domains/accounts/lock-account.ts';
import { matchOf } from '#server/domains/interest/matches.ts';
import { notify } from '#server/domains/messages/notices.ts';
import { recordAction } from '#server/domains/operator/audit.ts';
import { revokeEvidence } from '#server/domains/uploads/evidence.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { dayOf, today } from '#shared/hong-kong.ts';
import { type BadgeKind, badgeMonths, OperatorBadge, OwnBadge, type RevokeReason } from '#shared/trust.ts';
import { watchBadge } from './badge-job.ts';
import { type BadgeRow, badges, policeChecks } from './tables.ts';

type NewBadge = {
  userId: number;
  kind: BadgeKind;
  evidenceId?: number;
  confirmedBy?: number;
  /** The day it counts from, YYYY-MM-DD in Hong Kong. */
  since?: string;
};

/** Gives a badge; the market shows it once the transaction has committed. */
export async function giveBadge(tx: Tx, { userId, kind, evidenceId, confirmedBy, since }: NewBadge) {
  const from = since ?? today();
  const [row] = await tx
    .insert(badges)
    .values({
      userId,
      kind,
      evidenceId: evidenceId ?? null,
      confirmedBy: confirmedBy ?? null,
      since: from,
      expiresAt: endOf(from, kind),
    })
    .returning();
  if (!row) throw new Error('an inserted badge came back empty');
  await watchBadge(tx, row);
  return row;
}

/** The last second of its last day in Hong Kong. */
const endOf = (since: string, kind: BadgeKind) => sql<Date>`
  ((${since}::date + ${badgeMonths[kind]} * interval '1 month' + interval '1 day - 1 second')
    at time zone 'Asia/Hong_Kong')`;

export async function badgesOf(db: Db | Tx, userId: number): Promise<OwnBadge[]> {
  return (await rowsOf(db, userId)).map(ownBadgeOf);
}

export async function badgesForOperator(db: Db | Tx, userId: number): Promise<OperatorBadge[]> {
  return (await rowsOf(db, userId)).map(operatorBadgeOf);
}

type Revocation = { id: number; reason: RevokeReason; note: string; operatorId: number };

/**
 * Revokes a badge. Of two operators who do so at the same time, the second gets an error and changes nothing.
 */
export async function revokeBadge(tx: Tx, { id, reason, note, operatorId }: Revocation) {
  const [peek] = await tx.select().from(badges).where(eq(badges.id, id));
  if (!peek) throw new AppError('notFound');
  // The lock order of deleting an account or removing evidence: people, evidence, badge.
  await lockAccountsShared(tx, peek.confirmedBy === null ? [peek.userId] : [peek.userId, peek.confirmedBy]);
  if (peek.evidenceId !== null) await revokeEvidence(tx, peek.evidenceId);
  const [row] = await tx.select().from(badges).where(eq(badges.id, id)).for('update');
  if (!row) throw new AppError('notFound');
  // Operators cannot revoke badges of their own or that they confirmed.
  if (operatorId === row.userId || operatorId === row.confirmedBy) throw new AppError('notAllowed');
  if (stateOf(row) !== 'held') throw new AppError('badgeOver');
  const [revoked] = await tx
    .update(badges)
    .set({
      revokedAt: sql`now()`,
      revokedBy: operatorId,
      revokeReason: reason,
      revokeNote: coverContacts(note),
    })
    .where(eq(badges.id, id))
    .returning();
  await notify(tx, { userId: row.userId, kind: 'badge_revoked', params: { badge: row.kind, reason } });
  if (row.confirmedBy !== null)
    await notify(tx, {
      userId: row.confirmedBy,
      kind: 'confirmed_badge_revoked',
      params: await confirmedIn(tx, row.confirmedBy, row.userId),
    });
  await recordAction(tx, {
    operatorId,
    action: 'badges.revoked',
    aboutUser: row.userId,
    params: { badge: id, kind: row.kind, reason },
  });
  return operatorBadgeOf(revoked as BadgeRow);
}

/** The match in which a family confirmed the check of a tutor, as long as it is known. */
async function confirmedIn(tx: Tx, familyUserId: number, tutorUserId: number) {
  const [check] = await tx
    .select({ match: policeChecks.matchId })
    .from(policeChecks)
    .where(
      and(
        eq(policeChecks.familyUserId, familyUserId),
        eq(policeChecks.tutorUserId, tutorUserId),
        eq(policeChecks.status, 'confirmed'),
      ),
    )
    .orderBy(desc(policeChecks.id))
    .limit(1);
  return check ? { ...check, case: (await matchOf(tx, familyUserId, check.match)).caseId } : {};
}

const rowsOf = (db: Db | Tx, userId: number) =>
  db.select().from(badges).where(eq(badges.userId, userId)).orderBy(desc(badges.id));

function stateOf({ revokedAt, expiresAt }: BadgeRow): OwnBadge['state'] {
  if (revokedAt) return 'revoked';
  return expiresAt.getTime() > Date.now() ? 'held' : 'expired';
}

const ownBadgeOf = (row: BadgeRow): OwnBadge => ({
  ...fieldsOf(OwnBadge, row),
  state: stateOf(row),
  until: dayOf(row.expiresAt),
});

const operatorBadgeOf = (row: BadgeRow): OperatorBadge => ({
  ...fieldsOf(OperatorBadge, row),
  ...ownBadgeOf(row),
});
