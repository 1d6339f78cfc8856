import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';

/** Time for a page that is open to show it and say that it was read: then nothing is sent. */
const patienceMs = 5_000;

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
  const { rows } = await tx.execute<{ browsers: string[] }>(sql`select ${browsersOf(userId)} as browsers`);
  await pushTo(tx, rows[0]?.browsers ?? [], conversation, about);
}

/** The ids of a person's browsers, for a statement that does something else as well. */
export const browsersOf = (userId: number) =>
  sql`array(select id::text from push_subscriptions where user_id = ${userId} order by id)`;

/** The same for browsers that are known already. */
export async function pushTo(
  tx: Tx,
  browsers: readonly string[],
  conversation: number | null,
  about?: PushTopic,
) {
  const runAt = new Date(Date.now() + patienceMs);
  for (const id of browsers)
    await addJob(
      tx,
      pushJob,
      { subscription: Number(id), conversation, ...(about && { about }) },
      { key: `push ${id} ${conversation ?? about ?? 'notices'}`, runAt, keepsTime: true },
    );
}
