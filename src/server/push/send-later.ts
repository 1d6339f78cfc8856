import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../db.ts';
import { addJob, defineJob } from '../jobs.ts';

/** Time for a page that is open to show it and say that it was read: then nothing is sent. */
export const patienceMs = 5_000;

/** Notices that have words of their own on a locked screen: a person has to act now. */
const PushTopic = z.enum(['lesson_soon', 'safety_overdue']);
export type PushTopic = z.infer<typeof PushTopic>;
export const isPushTopic = (kind: string): kind is PushTopic => PushTopic.safeParse(kind).success;

/** Names the job apart from its work, which needs the domains that send. */
export const pushJob = {
  name: 'push',
  /** A conversation with something new in it, or null for a notice. */
  payload: z.object({
    subscription: z.int(),
    conversation: z.int().nullable(),
    about: PushTopic.optional(),
  }),
  maxAttempts: 8,
};

/** One job for each browser of a person, when and only when the transaction commits. What waits already is not doubled. */
export async function pushLater(tx: Tx, userId: number, conversation: number | null, about?: PushTopic) {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from push_subscriptions where user_id = ${userId} order by id`,
  );
  const job = defineJob({ ...pushJob, run: async () => {} });
  const runAt = new Date(Date.now() + patienceMs);
  for (const { id } of rows)
    await addJob(
      tx,
      job,
      { subscription: Number(id), conversation, ...(about && { about }) },
      { key: `push ${id} ${conversation ?? about ?? 'notices'}`, runAt, keepsTime: true },
    );
}
