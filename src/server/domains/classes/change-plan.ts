import { and, eq, ne } from 'drizzle-orm';
import { lockAccount, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { refuseResting } from '#server/domains/accounts/standing.ts';
import { announce } from '#server/domains/messages/events.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Side } from '#shared/interest.ts';
import type { NoticeContent } from '#shared/messages.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { scheduleRules } from '#shared/rules/schedule-rules.ts';
import { actAs, classOf, currentTime, lockClass } from './locks.ts';
import { judgeLater, noteOutcome } from './outcomes.ts';
import { remindLater } from './reminders.ts';
import { type Entry, entriesBetween, entryAt, isCancelled, isTrial, lessonsOfPlan } from './schedule.ts';
import { type ChangedBy, type ClassRow, classes, lessonChanges } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

const notice = scheduleRules.noticeHours * 60;

/** Cancels one planned lesson. With too little notice from the tutor, it counts against the tutor. */
export async function cancelPlanned(
  tx: Tx,
  userId: number,
  classId: number,
  { plannedAt, reason }: { plannedAt: Date; reason: string },
) {
  const { entry, side, now } = await lockPlanned(tx, userId, classId, plannedAt);
  if (isCancelled(entry)) return;
  if (entry.startsAt <= now) throw new AppError('notPlanned');
  const isLate = entry.startsAt < minutesAfter(now, notice);
  await writeChange(tx, entry, side, { kind: 'cancelled', isLate, reason, movedTo: null });
  if (isLate && side === 'tutor') await noteOutcome(tx, entry.cls, plannedAt, 'cancelled_late');
  const params = { class: classId, planned_at: plannedAt.toISOString() };
  await notifyOther(tx, entry, side, { kind: 'lesson_cancelled', params });
}

/** Moves one planned lesson. Both times must be far enough ahead for the other side to object. */
export async function movePlanned(
  tx: Tx,
  userId: number,
  classId: number,
  { plannedAt, movedTo }: { plannedAt: Date; movedTo: Date },
) {
  const { entry, side, now } = await lockPlanned(tx, userId, classId, plannedAt);
  if (isCancelled(entry) || entry.startsAt <= now) throw new AppError('notPlanned');
  if (entry.startsAt.getTime() === movedTo.getTime()) return;
  const soonest = minutesAfter(now, notice);
  if (entry.startsAt < soonest || movedTo < soonest) throw new AppError('noticeTooShort');
  if (movedTo > minutesAfter(now, scheduleRules.mostDays * 24 * 60)) throw new AppError('notPlanned');
  await refuseTaken(tx, entry, movedTo);
  await writeChange(tx, entry, side, { kind: 'moved', isLate: false, reason: '', movedTo });
  await judgeLater(tx, entry.cls);
  await remindLater(tx, entry.cls);
  await notifyOther(tx, entry, side, {
    kind: 'lesson_moved',
    params: { class: classId, planned_at: plannedAt.toISOString(), starts_at: movedTo.toISOString() },
  });
}

/** Locks both people and the class, and returns the planned lesson if it has not started. */
async function lockPlanned(tx: Tx, userId: number, classId: number, plannedAt: Date) {
  const peek = await classOf(tx, userId, classId);
  // The tutor too, whoever calls: lessons of several classes may be moved to the same hour at once.
  for (const id of [peek.familyUserId, peek.tutorUserId].sort((a, b) => a - b)) await lockAccount(tx, id);
  const side = sideOf(peek, userId);
  await actAs(tx, side);
  const cls = await lockClass(tx, classId);
  if (cls.finishStatus === 2) throw new AppError('classStopped');
  await refuseResting(tx, cls);
  const entry = await entryAt(tx, cls, plannedAt);
  if (!entry) throw new AppError('notPlanned');
  if (isTrial(entry)) throw new AppError('trialByProposal');
  if ((await lessonsOfPlan(tx, [classId], [entry])).length > 0) throw new AppError('notPlanned');
  return { entry, side, now: await currentTime(tx) };
}

/** Refuses a time at which the tutor has another lesson, without saying whose it is. */
async function refuseTaken(tx: Tx, { cls, minutes, plannedAt }: Entry, movedTo: Date) {
  const theirs = await classesOfTutor(tx, cls);
  const until = minutesAfter(movedTo, minutes);
  const near = await entriesBetween(tx, theirs, minutesAfter(movedTo, -7 * 24 * 60), until);
  const clash = near.some(
    (other) =>
      !isCancelled(other) &&
      other.endsAt > movedTo &&
      !(other.cls.id === cls.id && other.plannedAt.getTime() === plannedAt.getTime()),
  );
  if (clash) throw new AppError('slotTaken');
}

/** The same for a trial lesson; the weekly times of other classes count although their own trial is to come. */
export async function refuseTakenForTrial(tx: Tx, cls: ClassRow, startsAt: Date) {
  const others = (await classesOfTutor(tx, cls))
    .filter(({ id }) => id !== cls.id)
    .map((other) => ({ ...other, weeklyFrom: other.weeklyFrom ?? other.madeAt }));
  const until = minutesAfter(startsAt, cls.lessonMinutes);
  const near = await entriesBetween(tx, others, minutesAfter(startsAt, -24 * 60), until);
  if (near.some((other) => !isCancelled(other) && other.endsAt > startsAt)) throw new AppError('slotTaken');
}

const classesOfTutor = (tx: Tx, { tutorUserId }: ClassRow) =>
  tx
    .select()
    .from(classes)
    .where(and(eq(classes.tutorUserId, tutorUserId), ne(classes.finishStatus, 2)));

type Change = Pick<typeof lessonChanges.$inferInsert, 'kind' | 'isLate' | 'reason' | 'movedTo'>;

export async function writeChange(
  tx: Tx,
  { cls, plannedAt, minutes }: Entry,
  changedBy: ChangedBy,
  change: Change,
) {
  const now = await currentTime(tx);
  const row = { ...change, changedBy, changedAt: now };
  await tx
    .insert(lessonChanges)
    .values({ classId: cls.id, plannedAt, minutes, ...row })
    .onConflictDoUpdate({ target: [lessonChanges.classId, lessonChanges.plannedAt], set: row });
}

async function notifyOther(tx: Tx, { cls }: Entry, side: Side, content: NoticeContent) {
  await notify(tx, { userId: userOn(cls, otherSide(side)), ...content });
  for (const person of [cls.familyUserId, cls.tutorUserId])
    await announce(tx, person, { kind: 'class', class: cls.id });
}
