import { and, eq, isNull, sql } from 'drizzle-orm';
import { holdAccount } from '#server/domains/accounts/hold-account.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { lockRecords } from './records.ts';
import { eraserPractices, type PracticeRow } from './tables.ts';
import { practiceView } from './views.ts';

const mostOfRecord = 200;

export async function startPractice(tx: Tx, userId: number, recordId: number) {
  await holdAccount(tx, userId);
  await lockRecords(tx, userId, [recordId]);
  if ((await tx.$count(eraserPractices, eq(eraserPractices.recordId, recordId))) >= mostOfRecord)
    throw new AppError('reachedLimit', { details: { limit: mostOfRecord } });
  const [made] = await tx.insert(eraserPractices).values({ userId, recordId }).returning();
  return practiceView(made as PracticeRow);
}

/** The clock never runs backwards, whatever order the phone's messages come in. */
export async function notePractice(
  tx: Tx,
  userId: number,
  id: number,
  { seconds, is_finished }: { seconds: number; is_finished: boolean },
) {
  const mine = and(eq(eraserPractices.id, id), eq(eraserPractices.userId, userId));
  const [known] = await tx.select().from(eraserPractices).where(mine).for('update');
  if (!known) throw new AppError('notFound');
  const [noted] = await tx
    .update(eraserPractices)
    .set({
      seconds: sql`greatest(${eraserPractices.seconds}, ${seconds})`,
      ...(is_finished && { finishedAt: sql`now()` }),
    })
    .where(and(mine, isNull(eraserPractices.finishedAt)))
    .returning();
  return practiceView(noted ?? known);
}
