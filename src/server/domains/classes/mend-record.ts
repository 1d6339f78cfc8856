import { and, eq, sql } from 'drizzle-orm';
import { refuseResting } from '#server/domains/accounts/standing.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { clockRules } from '#shared/classes.ts';
import { refuseOther, storeEntry } from './clock-in.ts';
import { lockForClockIn } from './clock-in-lookup.ts';
import { announceLesson, forgottenAt, settleLater } from './lesson-due.ts';
import { currentTime, lessonById, lockLesson } from './locks.ts';
import { judgeLater, noteStart, withdrawOutcome } from './outcomes.ts';
import { openOccasions } from './review-occasions.ts';
import { entryAt, entryFor, isCancelled, isOffByWeather, lessonsOfPlan } from './schedule.ts';
import { tellStatementLater } from './statements/notice.ts';
import { type ClassRow, clockEntries, type LessonRow, lessons } from './tables.ts';
import { minutesOf } from './totals.ts';
import { undoOf } from './undo-rule.ts';
import { minutesAfter } from './weekly-plan.ts';

/** The tutor takes back a tap by mistake: the lesson does not count, or it is open again. Repeated, it changes nothing. */
export async function undoTap(tx: Tx, userId: number, id: number, what: 'start' | 'end') {
  const { cls, lesson, side, other } = await lockLesson(tx, userId, id);
  if (side !== 'tutor') throw new AppError('notAllowed');
  if (what === 'start' ? lesson.settledHow === 'tutor' : lesson.state === 'open') return;
  if (undoOf(lesson, await currentTime(tx))?.what !== what) throw new AppError('undoOver');
  await (what === 'start' ? undoStart : undoEnd)(tx, cls, lesson);
  await markDone(tx, 'tap', { about: { lesson: id }, people: [other] });
  const undone = lesson.isAdded ? ('added' as const) : what;
  await notify(tx, {
    userId: other,
    kind: 'lesson_undone',
    params: { lesson: id, class: cls.id, what: undone },
  });
  await announceLesson(tx, cls, id);
}

async function undoStart(tx: Tx, cls: ClassRow, { id, plannedAt, isAdded }: LessonRow) {
  await tx
    .update(lessons)
    .set({ state: 'void', settledHow: 'tutor', settledAt: sql`now()` })
    .where(eq(lessons.id, id));
  if (plannedAt && !isAdded) await withdrawOutcome(tx, cls, plannedAt);
  await judgeLater(tx, cls);
}

async function undoEnd(tx: Tx, cls: ClassRow, lesson: LessonRow) {
  const { id, startedAt, startReceivedAt } = lesson;
  const again = await placeAgain(tx, cls, lesson);
  await tx
    .update(lessons)
    .set({
      ...{ state: 'open', plannedAt: lesson.plannedAt ?? again?.plannedAt ?? null },
      ...{ endedAt: null, endedHow: null, endDeviceAt: null, endReceivedAt: null, confirmBy: null },
    })
    .where(eq(lessons.id, id));
  if (again) await noteStart(tx, cls, again, startedAt);
  await settleLater(tx, id, forgottenAt(startReceivedAt));
}

/** The planned lesson that too short a lesson had given back. A longer one without a planned lesson is an extra one. */
async function placeAgain(tx: Tx, cls: ClassRow, { plannedAt, startedAt, endedAt }: LessonRow) {
  const isFree = !plannedAt && endedAt && isShort(minutesOf(startedAt, endedAt));
  return isFree ? entryFor(tx, cls, startedAt) : undefined;
}
const isShort = (minutes: number) => minutes < clockRules.shortestMinutes;

type Added = { key: string; started_at: string; ended_at: string; planned_at?: string | null | undefined };

/** The tutor writes down a lesson that was not clocked in. It counts once the family has confirmed it. */
export async function addLesson(tx: Tx, userId: number, classId: number, body: Added): Promise<number> {
  const { cls, receivedAt } = await lockForClockIn(tx, userId, classId);
  const entry = { key: body.key, class_id: classId, status: 4 as const, at: body.started_at };
  const [before] = await tx
    .select()
    .from(clockEntries)
    .where(and(eq(clockEntries.userId, userId), eq(clockEntries.key, body.key)));
  if (before) {
    refuseOther(before, entry);
    if (before.lessonId === null) throw new Error('an added lesson has gone');
    return before.lessonId;
  }
  await refuseResting(tx, cls);
  const startedAt = new Date(body.started_at);
  const endedAt = new Date(body.ended_at);
  const isOver = endedAt <= receivedAt;
  const isRecent = startedAt >= minutesAfter(receivedAt, -clockRules.addDays * 24 * 60);
  if (!isOver || !isRecent || isShort(minutesOf(startedAt, endedAt))) throw new AppError('lessonTimeWrong');
  const [made] = await tx
    .insert(lessons)
    .values({
      ...{ classId, tutorUserId: cls.tutorUserId, isAdded: true, state: 'awaiting' },
      ...{ startedAt, startDeviceAt: startedAt, startReceivedAt: receivedAt },
      ...{ endedAt, endDeviceAt: endedAt, endReceivedAt: receivedAt, endedHow: 'tutor' },
      plannedAt: await placeOf(tx, cls, startedAt, body.planned_at),
    })
    .returning();
  if (!made) throw new Error('an inserted lesson came back empty');
  await storeEntry(tx, userId, entry, { lesson: made, madeChange: true });
  await tellStatementLater(tx, classId, startedAt);
  const params = { lesson: made.id, class: classId };
  await notify(tx, { userId: cls.familyUserId, kind: 'lesson_added', params });
  await announceLesson(tx, cls, made.id);
  return made.id;
}

/** The planned lesson that the tutor names, none, or the one at that time. */
async function placeOf(tx: Tx, cls: ClassRow, startedAt: Date, named: string | null | undefined) {
  if (named === null) return null;
  if (named === undefined) return (await entryFor(tx, cls, startedAt))?.plannedAt ?? null;
  const entry = await entryAt(tx, cls, new Date(named));
  if (!entry || (isCancelled(entry) && !isOffByWeather(entry))) throw new AppError('notPlanned');
  if ((await lessonsOfPlan(tx, [cls.id], [entry])).length > 0) throw new AppError('notPlanned');
  return entry.plannedAt;
}

type Correction = { lessonId: number; minutes: number; proposalId: number };

/** Both agreed on the length: it counts, and the lesson is confirmed by it. */
export async function correctLesson(tx: Tx, cls: ClassRow, { lessonId, minutes, proposalId }: Correction) {
  const lesson = await lessonById(tx, lessonId);
  const isAwaiting = lesson.state === 'awaiting';
  if (!isAwaiting && lesson.state !== 'confirmed') throw new AppError('lessonSettled');
  const { startedAt } = lesson;
  const again = isShort(minutes) ? undefined : await placeAgain(tx, cls, lesson);
  const plannedAt = isShort(minutes) ? null : (lesson.plannedAt ?? again?.plannedAt ?? null);
  await tx
    .update(lessons)
    .set({
      endedAt: minutesAfter(startedAt, minutes),
      correctionId: proposalId,
      plannedAt,
      ...(isAwaiting && { state: 'confirmed', settledHow: 'family', settledAt: sql`now()` }),
    })
    .where(eq(lessons.id, lessonId));
  if (lesson.plannedAt && !plannedAt) await withdrawOutcome(tx, cls, lesson.plannedAt);
  const place = lesson.isAdded && plannedAt ? await entryAt(tx, cls, plannedAt) : again;
  if (place) await noteStart(tx, cls, place, startedAt);
  const people = [cls.familyUserId, cls.tutorUserId];
  await markDone(tx, 'lesson', { about: { lesson: lessonId }, people });
  await openOccasions(tx, cls);
  await announceLesson(tx, cls, lessonId);
}
