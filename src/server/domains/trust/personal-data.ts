import { asc, eq, or, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { badges, policeChecks, policeCodes } from './tables.ts';

/**
 * A badge belongs to its tutor; when the user who confirmed it leaves, the badge stays without them. A check
 * is deleted with either side. A code is in no export: the tutor has it in a letter, and the parent only
 * while it can be used.
 */
export const trustData: PersonalData = {
  name: 'trust',
  tables: ['badges', 'police_checks', 'police_codes'],

  async exportRows(db, { userId }) {
    return {
      badges: await db
        .select({
          kind: badges.kind,
          since: badges.since,
          expires_at: badges.expiresAt,
          given_at: badges.givenAt,
          revoked_at: badges.revokedAt,
          revoke_reason: badges.revokeReason,
        })
        .from(badges)
        .where(eq(badges.userId, userId))
        .orderBy(asc(badges.id)),
      badges_i_confirmed: await db
        .select({ kind: badges.kind, given_at: badges.givenAt })
        .from(badges)
        .where(eq(badges.confirmedBy, userId))
        .orderBy(asc(badges.id)),
      police_checks: await db
        .select({
          match_id: policeChecks.matchId,
          my_side: sql<string>`case when ${policeChecks.familyUserId} = ${userId} then 'family' else 'tutor' end`,
          status: policeChecks.status,
          asked_at: policeChecks.askedAt,
        })
        .from(policeChecks)
        .where(isSide(userId))
        .orderBy(asc(policeChecks.id)),
      police_codes: await db
        .select({ issued_on: policeCodes.issuedOn, kept_at: policeCodes.keptAt })
        .from(policeCodes)
        .where(eq(policeCodes.userId, userId)),
    };
  },

  async forget(tx, { userId }) {
    await tx.delete(policeChecks).where(isSide(userId));
    await tx.delete(policeCodes).where(eq(policeCodes.userId, userId));
    await tx.delete(badges).where(eq(badges.userId, userId));
    await tx.update(badges).set({ confirmedBy: null }).where(eq(badges.confirmedBy, userId));
    // The operator's note stays; only the audit log records which operator wrote it.
    await tx.update(badges).set({ revokedBy: null }).where(eq(badges.revokedBy, userId));
  },
};

const isSide = (userId: number) =>
  or(eq(policeChecks.familyUserId, userId), eq(policeChecks.tutorUserId, userId));
