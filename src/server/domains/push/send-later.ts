import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';

/** A delay in which an open page can show it and mark it as read: then nothing is sent. */
const delayMs = 5_000;

/** Notices with their own text on a locked screen, because the user has to act now. */
const PushTopic = z.enum(['lesson_soon', 'safety_overdue']);
export type PushTopic = z.infer<typeof PushTopic>;
export const isPushTopic = (kind: string): kind is PushTopic => PushTopic.safeParse(kind).success;

/** The job without its implementation, which depends on other domains. */
export const pushJob = {
  name: 'push',
  /** A conversation with new messages, or null for a notice. */
  payload: z.object({
    subscription: z.int(),
    conversation: z.int().nullable(),
    about: PushTopic.optional(),
  }),
  maxAttempts: 8,
};

/**
 * Adds one job for each browser of a user, if and when the transaction commits. Waiting jobs are not
 * duplicated.
 */
export async function pushLater(tx: Tx, userId: number, conversation: number | null, about?: PushTopic) {
  const { rows } = await tx.execute<{ browsers: string[] }>(sql`select ${browsersOf(userId)} as browsers`);
  await pushTo(tx, rows[0]?.browsers ?? [], conversation, about);
}

/** The ids of a user's browsers as SQL, to be combined with another statement. */
export const browsersOf = (userId: number) =>
  sql`array(select id::text from push_subscriptions where user_id = ${userId} order by id)`;

/** The same for browser ids that are already known. */
export async function pushTo(
  tx: Tx,
  browsers: readonly string[],
  conversation: number | null,
  about?: PushTopic,
) {
  const runAt = new Date(Date.now() + delayMs);
  for (const id of browsers)
    await addJob(
      tx,
      pushJob,
      { subscription: Number(id), conversation, ...(about && { about }) },
      { key: `push ${id} ${conversation ?? about ?? 'notices'}`, runAt, keepsTime: true },
    );
}
