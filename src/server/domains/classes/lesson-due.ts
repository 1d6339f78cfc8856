import { and, asc, eq, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { announceToBoth } from '#server/domains/messages/events.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { clockRules } from '#shared/classes.ts';
import { actAs, currentTime, lessonById, lockClassForJob } from './locks.ts';
import { openOccasions } from './review-occasions.ts';
import { type ClassRow, type LessonRow, lessons } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

const atOnce = 100;
const forgottenBefore = sql`now() - make_interval(hours => ${clockRules.forgottenHours})`;

/**
 * Settles lessons over time: without an answer from the family a lesson is confirmed, and a missing end is
 * set to the planned end. Each run also settles overdue lessons of lost jobs.
 */
export const lessonDueJob = defineJob({
  name: 'classes-lesson-due',
  payload: z.object({ lesson: z.int() }),
  async run({ lesson }, { database }) {
    await database.transaction((tx) => settleDue(tx, lesson));
    await settleOverdue(database);
  },
});

export async function settleOverdue({ db, transaction }: Database) {
  const due = await db
    .select({ id: lessons.id })
    .from(lessons)
    .where(
      or(
        and(eq(lessons.state, 'awaiting'), lte(lessons.confirmBy, sql`now()`)),
        and(eq(lessons.state, 'open'), lte(lessons.startReceivedAt, forgottenBefore)),
      ),
    )
    .orderBy(asc(lessons.id))
    .limit(atOnce);
  for (const { id } of due) await transaction((tx) => settleDue(tx, id));
}

/**
 * The single job of a lesson: for the confirmation deadline, or for a forgotten end while the lesson is open.
 */
export async function settleLater(tx: Tx, lessonId: number, runAt: Date) {
  await addJob(tx, lessonDueJob, { lesson: lessonId }, { key: `lesson-due:${lessonId}`, runAt });
}
export const forgottenAt = (receivedAt: Date) => minutesAfter(receivedAt, clockRules.forgottenHours * 60);
export const confirmBy = (receivedAt: Date) => minutesAfter(receivedAt, clockRules.confirmHours * 60);

async function settleDue(tx: Tx, id: number) {
  const { classId } = await lessonById(tx, id);
  const cls = await lockClassForJob(tx, classId);
  if (!cls) return;
  const lesson = await lessonById(tx, id);
  await actAs(tx, 'system');
  const now = await currentTime(tx);
  if (lesson.state === 'awaiting' && lesson.confirmBy && lesson.confirmBy <= now)
    await confirmBySilence(tx, cls, lesson);
  else if (lesson.state === 'open' && forgottenAt(lesson.startReceivedAt) <= now)
    await endForgotten(tx, cls, lesson, now);
}

async function confirmBySilence(tx: Tx, cls: ClassRow, { id, confirmBy }: LessonRow) {
  await tx
    .update(lessons)
    .set({ state: 'confirmed', settledHow: 'silence', settledAt: confirmBy })
    .where(eq(lessons.id, id));
  const params = { lesson: id, class: cls.id };
  await markDone(tx, 'lesson', { about: { lesson: id }, people: [cls.familyUserId, cls.tutorUserId] });
  await notify(tx, { userId: cls.tutorUserId, kind: 'lesson_confirmed', params });
  await openOccasions(tx, cls);
  await announceLesson(tx, cls, id);
}

async function endForgotten(tx: Tx, cls: ClassRow, { id }: LessonRow, now: Date) {
  await tx
    .update(lessons)
    .set({
      endedAt: sql`least(${lessons.startedAt} + make_interval(mins => ${cls.lessonMinutes}), upper(taken))`,
      endedHow: 'forgotten',
      endReceivedAt: now,
      state: 'awaiting',
      confirmBy: confirmBy(now),
    })
    .where(eq(lessons.id, id));
  await settleLater(tx, id, confirmBy(now));
  const params = { lesson: id, class: cls.id };
  for (const userId of [cls.familyUserId, cls.tutorUserId])
    await notify(tx, { userId, kind: 'lesson_end_forgotten', params });
  await announceLesson(tx, cls, id);
}

/** Makes the open pages of both sides reload. */
export async function announceLesson(tx: Tx, cls: ClassRow, lesson: number) {
  await announceToBoth(tx, [cls.familyUserId, cls.tutorUserId], { kind: 'lesson', lesson });
}
