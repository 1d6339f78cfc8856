import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { clockRules } from '#shared/classes.ts';
import { addDays, clockOf, type Day, dayOf, startOfDay } from '#shared/hong-kong.ts';
import { paymentRules } from '#shared/money/fee-rules.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import { planRules } from '#shared/rules/schedule-rules.ts';
import type { PlanProposalBody } from '#shared/timetable/proposals.ts';
import { plannedEntry, refuseTaken } from './change-plan.ts';
import { lessonById } from './locks.ts';
import { type Entry, entriesBetween, isCancelled, isTrial, lessonsOfPlan } from './schedule.ts';
import type { ClassRow, planProposals } from './tables.ts';
import { minutesOf } from './totals.ts';
import { blocksOf, endOfDay, minutesAfter } from './weekly-plan.ts';

type Body<Kind extends PlanProposalBody['kind']> = Extract<PlanProposalBody, { kind: Kind }>;
type Wanted = Omit<typeof planProposals.$inferInsert, 'classId' | 'madeBy' | 'key'>;

/** What is proposed, as it is stored; refused where it could not be agreed on. */
export async function wantedOf(tx: Tx, cls: ClassRow, body: PlanProposalBody, now: Date): Promise<Wanted> {
  switch (body.kind) {
    case 'weekly':
      return wantedWeekly(tx, cls, body, now);
    case 'extra':
      return wantedExtra(tx, cls, body, now);
    case 'move':
      return wantedMove(tx, cls, body, now);
    case 'cancel': {
      const { plannedAt, startsAt: wasAt } = await entryAhead(tx, cls, body.planned_at, now);
      return { kind: 'cancel', plannedAt, wasAt, lapsesAt: wasAt };
    }
    case 'minutes':
      return wantedMinutes(tx, cls, body, now);
    case 'pause':
      return wantedPause(tx, cls, body, now);
    case 'fee_rule': {
      const { fee_rule: feeRule } = body;
      if (feeRule === cls.feeRule) throw new AppError('planChanged');
      const lapsesAt = minutesAfter(now, paymentRules.ruleOpenDays * 24 * 60);
      return { kind: 'fee_rule', feeRule, wasFeeRule: cls.feeRule, lapsesAt };
    }
  }
}

async function wantedWeekly(tx: Tx, cls: ClassRow, body: Body<'weekly'>, now: Date): Promise<Wanted> {
  const { from_day: fromDay } = body;
  refuseFarDay(cls, fromDay, now);
  const slots = [...new Set(body.slots.map(slotIndex))].sort((a, b) => a - b);
  const isByDay = body.slots.every(({ start }) => start >= planRules.earliest && start < planRules.latest);
  const isTooLong = blocksOf(slots).some(({ minutes }) => minutes > planRules.longestMinutes);
  if (!isByDay || isTooLong) throw new AppError('planTimeWrong');
  const from = new Date(Math.max(startOfDay(fromDay).getTime(), now.getTime())).toISOString();
  const { rows } = await tx.execute<{ taken: boolean }>(sql`
    select are_slots_taken(${cls.id}, ${sql.param(slots)}::int[], ${from}, 'infinity') as taken`);
  if (rows[0]?.taken) throw new AppError('slotTaken');
  return { kind: 'weekly', fromDay, slots, lapsesAt: minutesAfter(now, planRules.weeklyOpenDays * 24 * 60) };
}

async function wantedExtra(tx: Tx, cls: ClassRow, body: Body<'extra'>, now: Date): Promise<Wanted> {
  if (cls.weeklyFrom === null) throw new AppError('trialByProposal');
  const startsAt = new Date(body.starts_at);
  const minutes = body.minutes ?? cls.lessonMinutes;
  refuseWrongTime(cls, startsAt, minutes, now);
  // No lesson has its place there yet.
  await refuseTaken(tx, cls, new Date(0), startsAt, minutes);
  return { kind: 'extra', startsAt, minutes, lapsesAt: startsAt };
}

async function wantedMove(tx: Tx, cls: ClassRow, body: Body<'move'>, now: Date): Promise<Wanted> {
  const entry = await entryAhead(tx, cls, body.planned_at, now);
  const { plannedAt, startsAt: wasAt } = entry;
  const startsAt = new Date(body.starts_at);
  const minutes = body.minutes ?? entry.minutes;
  refuseWrongTime(cls, startsAt, minutes, now);
  if (startsAt.getTime() === wasAt.getTime() && minutes === entry.minutes)
    throw new AppError('planTimeWrong');
  await refuseTaken(tx, cls, plannedAt, startsAt, minutes);
  return { kind: 'move', plannedAt, wasAt, startsAt, minutes, lapsesAt: startsAt < wasAt ? startsAt : wasAt };
}

async function wantedPause(tx: Tx, cls: ClassRow, body: Body<'pause'>, now: Date): Promise<Wanted> {
  const { from_day: fromDay, to_day: toDay } = body;
  const isTooLong = toDay > addDays(fromDay, planRules.mostDays);
  if (toDay < fromDay || isTooLong) throw new AppError('planTimeWrong');
  refuseFarDay(cls, fromDay, now);
  if ((await lessonsIn(tx, cls, { fromDay, toDay }, now)).length === 0) throw new AppError('notPlanned');
  return { kind: 'pause', fromDay, toDay, lapsesAt: endOfDay(toDay) };
}

/** Another length of a lesson that was held not long ago and is not disputed. */
async function wantedMinutes(tx: Tx, cls: ClassRow, body: Body<'minutes'>, now: Date): Promise<Wanted> {
  const { lesson_id: lessonId, minutes } = body;
  const lesson = await lessonById(tx, lessonId);
  if (lesson.classId !== cls.id) throw new AppError('notFound');
  const isSettled = lesson.state !== 'awaiting' && lesson.state !== 'confirmed';
  const isOld = lesson.startedAt < minutesAfter(now, -clockRules.addDays * 24 * 60);
  if (isSettled || isOld || !lesson.endedAt) throw new AppError('lessonSettled');
  const wasMinutes = minutesOf(lesson.startedAt, lesson.endedAt);
  if (wasMinutes === minutes) throw new AppError('planChanged');
  const lapsesAt = minutesAfter(now, planRules.minutesOpenDays * 24 * 60);
  return { kind: 'minutes', lessonId, minutes, wasMinutes, lapsesAt };
}

/** The lessons of a holiday that are still to come. */
export async function lessonsIn(
  tx: Tx,
  cls: ClassRow,
  { fromDay, toDay }: { fromDay: Day | null; toDay: Day | null },
  now: Date,
): Promise<Entry[]> {
  if (!fromDay || !toDay) throw new Error('a holiday has no days');
  const from = new Date(Math.max(startOfDay(fromDay).getTime(), now.getTime() + 1));
  const entries = (await entriesBetween(tx, [cls], from, endOfDay(toDay))).filter(
    (entry) => !isCancelled(entry) && !isTrial(entry),
  );
  const taught = await lessonsOfPlan(tx, [cls.id], entries);
  return entries.filter(({ plannedAt }) => !taught.some((one) => one.plannedAt === plannedAt.getTime()));
}

/** A planned lesson that stands and has not begun. */
async function entryAhead(tx: Tx, cls: ClassRow, plannedAt: string, now: Date): Promise<Entry> {
  const entry = await plannedEntry(tx, cls, new Date(plannedAt));
  if (isCancelled(entry) || entry.startsAt <= now) throw new AppError('notPlanned');
  return entry;
}

/** On a quarter of an hour by day, ahead of now, not too far, and not before the class begins. */
function refuseWrongTime(cls: ClassRow, startsAt: Date, minutes: number, now: Date) {
  const [from, to] = [clockOf(startsAt), clockOf(minutesAfter(startsAt, minutes))];
  const isByDay = from >= planRules.earliest && to <= planRules.latest && to > from;
  const isOnStep = startsAt.getTime() % (planRules.stepMinutes * 60_000) === 0;
  const isAhead = startsAt > now && startsAt <= minutesAfter(now, planRules.mostDays * 24 * 60);
  if (!isByDay || !isOnStep || !isAhead || startsAt < startOfDay(cls.beginsOn))
    throw new AppError('planTimeWrong');
}

function refuseFarDay({ beginsOn }: ClassRow, day: Day, now: Date) {
  const today = dayOf(now);
  if (day < today || day < beginsOn || day > addDays(today, planRules.mostDays))
    throw new AppError('planTimeWrong');
}
