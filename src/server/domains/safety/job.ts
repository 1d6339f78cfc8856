import { and, eq, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { keepAccounts } from '#server/domains/accounts/hold-account.ts';
import { momentNow } from '#server/domains/classes/hold.ts';
import { tell } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { deadAt, hasEnded, timersWithLessons, warnsAt } from './states.ts';
import { safetyTimers } from './tables.ts';

/**
 * Tells the tutor that the end is overdue, once, and takes the link away when it is dead. What its page shows goes by the
 * clock and needs no job.
 */
export const tendSafetyTimer = defineJob({
  name: 'safety-timer',
  payload: z.object({ user: z.int() }),
  async run({ user }, { database }) {
    await database.transaction((tx) => tend(tx, user));
  },
});

/** When the end would be overdue. */
export const tendLater = (tx: Tx, userId: number, endsAt: Date) => tendAt(tx, userId, warnsAt(endsAt));
const tendAt = (tx: Tx, userId: number, runAt: Date) =>
  addJob(tx, tendSafetyTimer, { user: userId }, { key: `safety:${userId}`, runAt });

async function tend(tx: Tx, userId: number) {
  await keepAccounts(tx, [userId]);
  const now = await momentNow(tx);
  const [row] = await timersWithLessons(tx)
    .where(eq(safetyTimers.userId, userId))
    .for('update', { of: safetyTimers });
  if (!row) return;
  const { timer, lesson } = row;
  const dead = deadAt(timer.endsAt);
  if (now >= dead) {
    await tx.delete(safetyTimers).where(eq(safetyTimers.userId, userId));
    return;
  }
  if (now < warnsAt(timer.endsAt)) return tendLater(tx, userId, timer.endsAt);
  if (!hasEnded(row)) {
    const [first] = await tx
      .update(safetyTimers)
      .set({ warnedAt: sql`now()` })
      .where(and(eq(safetyTimers.userId, userId), isNull(safetyTimers.warnedAt)))
      .returning();
    if (first)
      await tell(tx, {
        userId,
        kind: 'safety_overdue',
        params: { lesson: lesson.id, class: lesson.classId },
      });
  }
  await tendAt(tx, userId, dead);
}
