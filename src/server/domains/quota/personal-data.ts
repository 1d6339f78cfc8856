import { eq, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { quotaGrants, quotaOwners, quotaReservations } from './tables.ts';

export const quotaData: PersonalData = {
  name: 'quota',
  tables: ['quota_owners', 'quota_grants', 'quota_reservations', 'quota_draws'],

  async exportRows(db, { userId }) {
    return {
      quota_grants: await db
        .select({
          kind: quotaGrants.kind,
          amount: quotaGrants.amount,
          used: quotaGrants.used,
          reason: quotaGrants.reason,
          granted_at: quotaGrants.grantedAt,
          expires_at: quotaGrants.expiresAt,
        })
        .from(quotaGrants)
        .where(eq(quotaGrants.userId, userId)),
      quota_uses: await db
        .select({
          kind: quotaReservations.kind,
          amount: quotaReservations.amount,
          used: quotaReservations.used,
          state: quotaReservations.state,
          made_at: quotaReservations.madeAt,
        })
        .from(quotaReservations)
        .where(eq(quotaReservations.userId, userId)),
    };
  },

  async forget(tx, { userId }) {
    // Work that is about to settle waits for this lock, and then finds nothing to settle.
    await tx.execute(sql`select from quota_owners where user_id = ${userId} for update`);
    await tx.execute(sql`
      delete from quota_draws using quota_reservations
      where quota_draws.reservation_id = quota_reservations.id and quota_reservations.user_id = ${userId}`);
    await tx.delete(quotaReservations).where(eq(quotaReservations.userId, userId));
    await tx.delete(quotaGrants).where(eq(quotaGrants.userId, userId));
    await tx.delete(quotaOwners).where(eq(quotaOwners.userId, userId));
  },
};
