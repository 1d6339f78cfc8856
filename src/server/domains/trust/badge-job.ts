import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccountsShared } from '#server/domains/accounts/lock-account.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { dayOf } from '#shared/hong-kong.ts';
import { badgeWarningDays } from '#shared/trust.ts';
import { type BadgeRow, badges } from './tables.ts';

const warningMs = badgeWarningDays * 24 * 3600_000;

/**
 * Notifies the owner that a badge expires soon and that it has expired, and then makes the market read the
 * tutor again. What is shown depends on the time, not on this job: a late job keeps no badge alive.
 */
export const tendBadge = defineJob({
  name: 'tend_badge',
  payload: z.object({ badge: z.int() }),
  async run({ badge }, { database }) {
    await database.transaction(async (tx) => {
      const [peek] = await tx.select({ userId: badges.userId }).from(badges).where(eq(badges.id, badge));
      if (!peek) return;
      // Locked before the badge, in the same order as the deletion of an account.
      await lockAccountsShared(tx, [peek.userId]);
      const [row] = await tx.select().from(badges).where(eq(badges.id, badge)).for('update');
      if (!row || row.revokedAt || row.endedAt) return;
      if (row.expiresAt.getTime() <= Date.now()) await end(tx, row);
      else await warn(tx, row);
    });
  },
});

/** Queues the job for the warning before the expiry. */
export const watchBadge = (tx: Tx, { id, expiresAt }: Pick<BadgeRow, 'id' | 'expiresAt'>) =>
  addJob(
    tx,
    tendBadge,
    { badge: id },
    { key: jobKey(id), runAt: new Date(Math.max(Date.now(), expiresAt.getTime() - warningMs)) },
  );

const jobKey = (id: number) => `badge ${id}`;

async function warn(tx: Tx, row: BadgeRow) {
  const { id, userId, kind, expiresAt } = row;
  if (expiresAt.getTime() - Date.now() > warningMs) return watchBadge(tx, row);
  if (!row.warnedAt) {
    await tx.update(badges).set({ warnedAt: sql`now()` }).where(eq(badges.id, id));
    if (!(await isRenewed(tx, row)))
      await notify(tx, {
        userId,
        kind: 'badge_expiring',
        params: { badge: kind, until: dayOf(expiresAt) },
      });
  }
  await addJob(tx, tendBadge, { badge: id }, { key: jobKey(id), runAt: expiresAt });
}

async function end(tx: Tx, row: BadgeRow) {
  await tx.update(badges).set({ endedAt: sql`now()` }).where(eq(badges.id, row.id));
  if (await isRenewed(tx, row)) return;
  await notify(tx, { userId: row.userId, kind: 'badge_expired', params: { badge: row.kind } });
}

/** Whether the owner has another badge of the kind that expires later. */
async function isRenewed(tx: Tx, { id, userId, kind, expiresAt }: BadgeRow) {
  const [other] = await tx
    .select({ id: badges.id })
    .from(badges)
    .where(
      and(
        eq(badges.userId, userId),
        eq(badges.kind, kind),
        ne(badges.id, id),
        isNull(badges.revokedAt),
        gt(badges.expiresAt, expiresAt),
      ),
    )
    .limit(1);
  return other !== undefined;
}
