import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';

/**
 * What a device asked on trial belongs to whoever logs in on it next, and to nobody after them: a thread has one owner.
 * Only the owner changes: what was paid by the trial stays so, and the device's trials of the day are not given anew.
 * The account is held by whoever calls.
 */
export async function takeOverThreads(tx: Tx, userId: number, deviceId: string | undefined) {
  if (deviceId === undefined) return;
  await tx.execute(sql`
    update chat_threads set user_id = ${userId}, device_id = null where device_id = ${deviceId}`);
}
