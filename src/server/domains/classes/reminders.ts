import { z } from 'zod';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { startOfDay } from '#shared/hong-kong.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { currentTime, lockClassForJob } from './locks.ts';
import { type Entry, entriesBetween, isCancelled, lessonsOfPlan } from './schedule.ts';
import { type ClassRow, lessonReminders } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

const leadMinutes = scheduleRules.remindMinutes;
const twoWeeks = 14 * 24 * 60;

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
  const announcedUntil = minutesAfter(now, leadMinutes);
  const from = new Date(Math.max(announcedUntil.getTime(), startOfDay(cls.beginsOn).getTime()));
  const { trialAt } = cls;
  // The trial may be before the first week of the class, or weeks away.
  const trial =
    trialAt && trialAt >= announcedUntil ? await upcoming(tx, cls, trialAt, minutesAfter(trialAt, 1)) : [];
  const next = trial[0] ?? (await upcoming(tx, cls, from, minutesAfter(from, twoWeeks)))[0];
  if (!next) return;
  const runAt = minutesAfter(next.startsAt, -leadMinutes);
  await addJob(tx, remindJob, { class: cls.id }, { key: `class-remind:${cls.id}`, runAt });
}

async function upcoming(tx: Tx, cls: ClassRow, from: Date, to: Date): Promise<Entry[]> {
  const entries = (await entriesBetween(tx, [cls], from, to)).filter((entry) => !isCancelled(entry));
  const begun = new Set((await lessonsOfPlan(tx, [cls.id], entries)).map(({ plannedAt }) => plannedAt));
  return entries.filter(({ plannedAt }) => !begun.has(plannedAt.getTime()));
}
