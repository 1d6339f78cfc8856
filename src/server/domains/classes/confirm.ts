import { eq, sql } from 'drizzle-orm';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import { enqueue } from '#server/domains/operator/queue.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { announceLesson } from './lesson-due.ts';
import { currentTime, lockLesson } from './locks.ts';
import { noteStart } from './outcomes.ts';
import { entryAt } from './schedule.ts';
import { lessonDisputes, lessons } from './tables.ts';
import { isConfirmedByDeadline } from './totals.ts';

export const disputeKind = 'lesson_dispute';

/** The family confirms a lesson. Repeating it, or confirming after the deadline, changes nothing. */
export async function confirmLesson(tx: Tx, userId: number, id: number) {
  const { cls, lesson, side, other } = await lockLesson(tx, userId, id);
  if (side !== 'family') throw new AppError('notAllowed');
  if (lesson.state === 'confirmed' || isConfirmedByDeadline(lesson, await currentTime(tx))) return;
  if (lesson.state !== 'awaiting') throw new AppError(lesson.state === 'open' ? 'conflict' : 'lessonSettled');
  await tx
    .update(lessons)
    .set({ state: 'confirmed', settledHow: 'family', settledAt: sql`now()` })
    .where(eq(lessons.id, id));
  const added = lesson.isAdded && lesson.plannedAt ? await entryAt(tx, cls, lesson.plannedAt) : undefined;
  if (added) await noteStart(tx, cls, added, lesson.startedAt);
  await markDone(tx, 'lesson', { about: { lesson: id }, people: [userId, other] });
  await notify(tx, { userId: other, kind: 'lesson_confirmed', params: { lesson: id, class: cls.id } });
  await announceLesson(tx, cls, id);
}

/**
 * The family disputes a lesson before the deadline; operators then decide after both sides have commented.
 */
export async function disputeLesson(tx: Tx, userId: number, id: number, note: string) {
  const { cls, lesson, side, other } = await lockLesson(tx, userId, id);
  if (side !== 'family') throw new AppError('notAllowed');
  if (lesson.state === 'disputed') return;
  if (lesson.state !== 'awaiting') throw new AppError(lesson.state === 'open' ? 'conflict' : 'lessonSettled');
  // A database trigger checks that the deadline has not passed.
  await tx.update(lessons).set({ state: 'disputed' }).where(eq(lessons.id, id));
  await tx.insert(lessonDisputes).values({ lessonId: id, familyNote: note });
  await enqueue(tx, { kind: disputeKind, subjectId: String(id), openedBy: userId, aboutUser: other });
  await markDone(tx, 'lesson', { about: { lesson: id }, people: [userId, other] });
  await notify(tx, { userId: other, kind: 'lesson_disputed', params: { lesson: id, class: cls.id } });
  await announceLesson(tx, cls, id);
}

/** The tutor's comment on a dispute, until it is decided. */
export async function answerDispute(tx: Tx, userId: number, id: number, note: string) {
  const { cls, lesson, side } = await lockLesson(tx, userId, id);
  if (side !== 'tutor') throw new AppError('notAllowed');
  if (lesson.state !== 'disputed') throw new AppError('lessonSettled');
  await markDone(tx, 'dispute', { about: { lesson: id }, people: [userId] });
  await tx.update(lessonDisputes).set({ tutorNote: note }).where(eq(lessonDisputes.lessonId, id));
  await announceLesson(tx, cls, id);
}
