import { and, desc, eq, gt, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { type ClockBody, clockRules } from '#shared/classes.ts';
import type { Tx } from '../db.ts';
import { AppError } from '../errors.ts';
import { finishMatch } from '../interest/matches.ts';
import { holdPeople, sideOf } from '../interest/sides.ts';
import { tell } from '../messages/notices.ts';
import { openOccasions } from '../reviews/occasions.ts';
import { countedTime } from './clock-time.ts';
import { actAs, classOf, holdClass, lessonById, momentNow } from './hold.ts';
import { announceLesson, confirmBy, forgottenAt, settleLater } from './lesson-due.ts';
import { judgeLater, noteOutcome, punctuality } from './outcomes.ts';
import { entryFor, isOffByWeather } from './schedule.ts';
import { type ClassRow, clockEntries, type LessonRow, lessons } from './tables.ts';

/** What a tap was taken for. */
type Taken = { lessonId: number | null; madeChange: boolean };
type Tap = { cls: ClassRow; deviceAt: Date; receivedAt: Date; at: Date };
type Body<Status extends ClockBody['status']> = Extract<ClockBody, { status: Status }>;

/** Starts a lesson, ends it, or stops the class. The same key again answers what the first one made. */
export async function clockIn(tx: Tx, userId: number, body: ClockBody): Promise<number | null> {
  const peek = await classOf(tx, userId, body.class_id);
  if (sideOf(peek, userId) !== 'tutor') throw new AppError('notAllowed');
  // Both of a tutor's phones take turns here.
  await holdPeople(tx, userId, [peek.familyUserId]);
  const before = await entryOf(tx, userId, body.key);
  if (before) {
    if (before.classId !== body.class_id || before.status !== body.status)
      throw new AppError('alreadyPosted', { details: { lesson_id: before.lessonId } });
    return before.lessonId;
  }
  const deviceAt = new Date(body.at);
  const taken =
    body.status === 3 ? await stop(tx, userId, peek, body) : await clock(tx, userId, body, deviceAt);
  await tx.insert(clockEntries).values({
    userId,
    key: body.key,
    classId: body.class_id,
    status: body.status,
    deviceAt,
    receivedAt: sql`clock_timestamp()`,
    ...taken,
  });
  return taken.lessonId;
}

async function clock(tx: Tx, userId: number, body: Body<1> | Body<2>, deviceAt: Date): Promise<Taken> {
  await actAs(tx, 'tutor');
  const cls = await holdClass(tx, body.class_id);
  const receivedAt = await momentNow(tx);
  const at = countedTime({ at: deviceAt, sentAt: new Date(body.sent_at) }, receivedAt);
  const tap = { cls, deviceAt, receivedAt, at };
  return body.status === 1 ? start(tx, tap) : end(tx, tap, await lessonToEnd(tx, userId, tap, body));
}

async function start(tx: Tx, { cls, deviceAt, receivedAt, at }: Tap): Promise<Taken> {
  const same = await besides(tx, cls, lessons.startedAt, at);
  if (same) return { lessonId: same.id, madeChange: false };
  const [open] = await tx
    .select({ id: lessons.id, classId: lessons.classId })
    .from(lessons)
    .where(and(eq(lessons.tutorUserId, cls.tutorUserId), eq(lessons.state, 'open')));
  if (open) throw new AppError('lessonOpen', { details: { lesson_id: open.id, class_id: open.classId } });
  const planned = await entryFor(tx, cls, at);
  const [first] = await tx
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.classId, cls.id), ne(lessons.state, 'void')))
    .limit(1);
  const [made] = await tx
    .insert(lessons)
    .values({
      classId: cls.id,
      tutorUserId: cls.tutorUserId,
      startedAt: at,
      startDeviceAt: deviceAt,
      startReceivedAt: receivedAt,
      plannedAt: planned?.plannedAt ?? null,
      isTrial: !first,
    })
    .returning({ id: lessons.id });
  if (!made) throw new Error('an inserted lesson came back empty');
  const went = planned && punctuality(planned, at);
  // In such weather late is nobody's fault.
  if (went && !(went === 'late' && isOffByWeather(planned)))
    await noteOutcome(tx, cls, planned.plannedAt, went);
  // Also where the job was lost, or the class is older than the job.
  await judgeLater(tx, cls);
  await settleLater(tx, made.id, forgottenAt(receivedAt));
  const params = { lesson: made.id, class: cls.id };
  await tell(tx, { userId: cls.familyUserId, kind: 'lesson_started', params });
  await announceLesson(tx, cls, made.id);
  return { lessonId: made.id, madeChange: true };
}

/** The lesson that an end is about. An end that arrives before its start waits on the phone until that is here. */
async function lessonToEnd(tx: Tx, userId: number, { cls, at }: Tap, { start_key }: Body<2>) {
  if (start_key) {
    const begun = await entryOf(tx, userId, start_key);
    if (begun?.status !== 1 || begun.lessonId === null || begun.classId !== cls.id)
      throw new AppError('lessonNotStarted');
    return lessonById(tx, begun.lessonId);
  }
  const [open] = await tx
    .select()
    .from(lessons)
    .where(and(eq(lessons.classId, cls.id), eq(lessons.state, 'open')));
  const lesson = open ?? (await besides(tx, cls, lessons.endedAt, at));
  if (!lesson) throw new AppError('lessonNotStarted');
  return lesson;
}

async function end(tx: Tx, { cls, deviceAt, receivedAt, at }: Tap, lesson: LessonRow): Promise<Taken> {
  if (lesson.endedHow === 'tutor' && lesson.endedAt) {
    if (Math.abs(lesson.endedAt.getTime() - at.getTime()) > sameTapMs) throw new AppError('lessonSettled');
    return { lessonId: lesson.id, madeChange: false };
  }
  // An end that we put there ourselves gives way to the tutor's own, until the family has answered to it.
  const silent = lesson.confirmBy !== null && lesson.confirmBy <= receivedAt;
  if ((lesson.state !== 'open' && lesson.state !== 'awaiting') || silent) throw new AppError('lessonSettled');
  await tx
    .update(lessons)
    .set({
      endedAt: at,
      endedHow: 'tutor',
      endDeviceAt: deviceAt,
      endReceivedAt: receivedAt,
      state: 'awaiting',
      confirmBy: confirmBy(receivedAt),
    })
    .where(eq(lessons.id, lesson.id));
  await settleLater(tx, lesson.id, confirmBy(receivedAt));
  const params = { lesson: lesson.id, class: cls.id };
  await tell(tx, { userId: cls.familyUserId, kind: 'lesson_ended', params });
  await openOccasions(tx, cls);
  await announceLesson(tx, cls, lesson.id);
  return { lessonId: lesson.id, madeChange: true };
}

/** The class and its match end together. */
async function stop(
  tx: Tx,
  userId: number,
  { matchId, finishStatus }: ClassRow,
  { reason }: Body<3>,
): Promise<Taken> {
  await finishMatch(tx, userId, matchId, { relist: false, reason });
  return { lessonId: null, madeChange: finishStatus === 1 };
}

const sameTapMs = clockRules.sameTapMinutes * 60_000;

/** A lesson of this class that began, or ended, at nearly the same moment: another phone has said so before. */
async function besides(
  tx: Tx,
  cls: ClassRow,
  column: typeof lessons.startedAt | typeof lessons.endedAt,
  at: Date,
): Promise<LessonRow | undefined> {
  const apart = sql`abs(extract(epoch from ${column} - ${at.toISOString()}::timestamptz)) * 1000`;
  const [row] = await tx
    .select()
    .from(lessons)
    .where(
      and(
        eq(lessons.classId, cls.id),
        ne(lessons.state, 'void'),
        sql`${apart} <= ${sameTapMs}`,
        // A start after the end, or an end before the start, is about another lesson.
        column === lessons.startedAt
          ? or(isNull(lessons.endedAt), gt(lessons.endedAt, at))
          : lt(lessons.startedAt, at),
      ),
    )
    .orderBy(apart, desc(lessons.id))
    .limit(1);
  return row;
}

async function entryOf(tx: Tx, userId: number, key: string) {
  const [row] = await tx
    .select()
    .from(clockEntries)
    .where(and(eq(clockEntries.userId, userId), eq(clockEntries.key, key)));
  return row;
}
