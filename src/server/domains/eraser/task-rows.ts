import { eq, max } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { eraserTasks, type TaskRow } from './tables.ts';

export async function newTask(
  tx: Tx,
  userId: number,
  recordId: number,
  idempotencyKey: string | null = null,
): Promise<TaskRow> {
  const [task] = await tx.insert(eraserTasks).values({ userId, recordId, idempotencyKey }).returning();
  if (!task) throw new Error('an inserted task came back empty');
  return task;
}

/** The latest task of a paper whose row is locked, or a new one; a page moved to the paper joins it. */
export async function taskOfRecord(tx: Tx, userId: number, recordId: number): Promise<number> {
  const [row] = await tx
    .select({ latest: max(eraserTasks.id) })
    .from(eraserTasks)
    .where(eq(eraserTasks.recordId, recordId));
  return row?.latest ?? (await newTask(tx, userId, recordId)).id;
}
