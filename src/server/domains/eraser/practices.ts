import { and, eq, isNull, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { lockRecords } from './records.ts';
import { eraserPractices, type PracticeRow } from './tables.ts';
import { practiceView } from './views.ts';

const maxPerRecord = 200;

export async function startPractice(tx: Tx, userId: number, recordId: number) {
  await lockAccount(tx, userId);
  await lockRecords(tx, userId, [recordId]);
  if ((await tx.$count(eraserPractices, eq(eraserPractices.recordId, recordId))) >= maxPerRecord)
    throw new AppError('reachedLimit', { details: { limit: maxPerRecord } });
  const [made] = await tx.insert(eraserPractices).values({ userId, recordId }).returning();
  return practiceView(made as PracticeRow);
}

/** The saved time never decreases, whatever order requests arrive in. */
export async function savePracticeTime(
  tx: Tx,
  userId: number,
  id: number,
  { seconds, is_finished }: { seconds: number; is_finished: boolean },
) {
  const mine = and(eq(eraserPractices.id, id), eq(eraserPractices.userId, userId));
  const [existing] = await tx.select().from(eraserPractices).where(mine).for('update');
  if (!existing) throw new AppError('notFound');
  const [updated] = await tx
    .update(eraserPractices)
    .set({
      seconds: sql`greatest(${eraserPractices.seconds}, ${seconds})`,
      ...(is_finished && { finishedAt: sql`now()` }),
    })
    .where(and(mine, isNull(eraserPractices.finishedAt)))
    .returning();
  return practiceView(updated ?? existing);
}
