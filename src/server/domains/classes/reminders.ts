import { z } from 'zod';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { startOfDay } from '#shared/hong-kong.ts';
import { planRules, scheduleRules } from '#shared/rules/schedule-rules.ts';
import { currentTime, lockClassForJob } from './locks.ts';
import { type Entry, entriesBetween, isCancelled, lessonsOfPlan } from './schedule.ts';
import { type ClassRow, lessonReminders } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

const leadMinutes = scheduleRules.remindMinutes;
/** Everything that may be planned ahead, and a week of the weekly times that begin then. */
const horizon = (planRules.mostDays + 8) * 24 * 60;

/**
 * Reminds both sides an hour before a planned lesson, once. Moved, cancelled and started lessons are known by
 * then.
 */
export const remindJob = defineJob({
  name: 'classes-remind',
  payload: z.object({ class: z.int() }),
  async run({ class: id }, { database }) {
    await database.transaction((tx) => remind(tx, id));
  },
});

export async function remind(tx: Tx, classId: number) {
  const cls = await lockClassForJob(tx, classId);
  if (!cls) return;
  const now = await currentTime(tx);
  for (const { startsAt, plannedAt } of await upcoming(tx, cls, now, minutesAfter(now, leadMinutes + 1))) {
    const [first] = await tx
      .insert(lessonReminders)
      .values({ classId, startsAt })
      .onConflictDoNothing()
      .returning();
    if (!first) continue;
    const params = {
      class: classId,
      starts_at: startsAt.toISOString(),
      planned_at: plannedAt.toISOString(),
    };
    for (const userId of [cls.familyUserId, cls.tutorUserId])
      await notify(tx, { userId, kind: 'lesson_soon', params });
  }
  await remindLater(tx, cls);
}

/** The single job of a class: an hour before the next lesson that has not been announced. */
export async function remindLater(tx: Tx, cls: ClassRow) {
  const now = await currentTime(tx);
  const from = minutesAfter(now, leadMinutes);
  // A trial, an extra lesson or other weekly times may be weeks away, and the class may begin later still.
  const begins = new Date(Math.max(from.getTime(), startOfDay(cls.beginsOn).getTime()));
  const [next] = await upcoming(tx, cls, from, minutesAfter(begins, horizon));
  if (!next) return;
  const runAt = minutesAfter(next.startsAt, -leadMinutes);
  await addJob(tx, remindJob, { class: cls.id }, { key: `class-remind:${cls.id}`, runAt });
}

async function upcoming(tx: Tx, cls: ClassRow, from: Date, to: Date): Promise<Entry[]> {
  const entries = (await entriesBetween(tx, [cls], from, to)).filter((entry) => !isCancelled(entry));
  const begun = new Set((await lessonsOfPlan(tx, [cls.id], entries)).map(({ plannedAt }) => plannedAt));
  return entries.filter(({ plannedAt }) => !begun.has(plannedAt.getTime()));
}
