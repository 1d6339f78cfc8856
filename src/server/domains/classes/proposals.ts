import { and, eq, gte, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { refuseResting } from '#server/domains/accounts/standing.ts';
import { areBlocked } from '#server/domains/blocks/blocks.ts';
import { keepTimes } from '#server/domains/interest/matches.ts';
import { announceToBoth } from '#server/domains/messages/events.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import { startOfDay } from '#shared/hong-kong.ts';
import type { PlanNoticeParams } from '#shared/notices/plan.ts';
import { planRules } from '#shared/rules/schedule-rules.ts';
import type { PlanProposalBody } from '#shared/timetable/proposals.ts';
import {
  cancelledAt,
  lapseProposals,
  lockPlan,
  plannedEntry,
  refuseStopped,
  writeChange,
} from './change-plan.ts';
import { planAhead } from './class-of-match.ts';
import { classOf, currentTime, lockClassForJob } from './locks.ts';
import { correctLesson } from './mend-record.ts';
import { lessonsIn, wantedOf } from './proposal-rules.ts';
import { isOpen, proposalById } from './proposal-views.ts';
import { type Entry, entryAt } from './schedule.ts';
import { type ClassRow, classes, lessonChanges, type ProposalRow, planProposals } from './tables.ts';
import { afterLesson, plannedAtTime, slotsAtTime, weeksOf } from './weekly-plan.ts';

type Held = Awaited<ReturnType<typeof lockPlan>>;

/**
 * Proposes a change of the timetable. It takes the place of an own one about the same; one of the other side has to be
 * named, so that nobody talks past the other, and is declined by it. A repeated key answers the first.
 */
export async function propose(
  tx: Tx,
  userId: number,
  classId: number,
  body: PlanProposalBody,
): Promise<number> {
  const held = await lockPlan(tx, userId, classId);
  const { cls, side, other, now } = held;
  const [before] = await tx
    .select({ id: planProposals.id })
    .from(planProposals)
    .where(
      and(
        eq(planProposals.classId, classId),
        eq(planProposals.madeBy, side),
        eq(planProposals.key, body.key),
      ),
    );
  if (before) return before.id;
  await refuseHalted(tx, held);
  await lapseProposals(tx, classId, lte(planProposals.lapsesAt, now));
  const wanted = await wantedOf(tx, cls, body, now);
  const open = await tx
    .select()
    .from(planProposals)
    .where(and(eq(planProposals.classId, classId), eq(planProposals.state, 'open')));
  const named = open.find(({ id }) => id === body.replaces);
  if (body.replaces !== undefined && !named) throw new AppError('planChanged');
  const about = open.find((one) => isAboutSame(one, wanted));
  if (about?.madeBy === side && isSame(about, wanted)) return about.id;
  if (about && about !== named && about.madeBy !== side) throw new AppError('planChanged');
  const ended = new Set([named, about].filter((one) => one !== undefined));
  if (open.length - ended.size >= planRules.mostOpen) throw new AppError('planFull');
  for (const one of ended) await answer(tx, held, one, one.madeBy === side ? 'withdrawn' : 'declined');
  const [made] = await tx
    .insert(planProposals)
    .values({ ...wanted, classId, madeBy: side, key: body.key, madeAt: now })
    .returning();
  if (!made) throw new Error('an inserted proposal came back empty');
  await notify(tx, { userId: other, kind: 'plan_proposed', params: paramsOf(made) });
  await announceToBoth(tx, [userId, other], { kind: 'class', class: classId });
  return made.id;
}

type About = Pick<ProposalRow, 'kind'> &
  Partial<Pick<ProposalRow, 'plannedAt' | 'startsAt' | 'fromDay' | 'lessonId'>>;

/** As the unique indexes have it: one for the weekly times and one for the fee, one for each lesson, extra hour, holiday and record. */
function isAboutSame(one: About, other: About) {
  const same = (a?: Date | null, b?: Date | null) => Boolean(a) && a?.getTime() === b?.getTime();
  if (same(one.plannedAt, other.plannedAt)) return true;
  if (one.kind !== other.kind) return false;
  if (one.kind === 'minutes') return one.lessonId === other.lessonId;
  if (one.kind === 'extra') return same(one.startsAt, other.startsAt);
  if (one.kind === 'pause') return one.fromDay === other.fromDay;
  return one.kind === 'weekly' || one.kind === 'fee_rule';
}

/** What was asked for already is not asked for twice. */
const isSame = (one: ProposalRow, other: Partial<ProposalRow>) =>
  one.kind === other.kind &&
  (['startsAt', 'minutes', 'fromDay', 'toDay', 'slots', 'feeRule'] as const).every(
    (name) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null),
  );

/** The other side's yes: the timetable changes. */
export async function acceptProposal(tx: Tx, userId: number, id: number) {
  const held = await lockProposal(tx, userId, id);
  const { cls, side, other, now, proposal } = held;
  if (proposal.madeBy === side) throw new AppError('notAllowed');
  if (proposal.state === 'accepted') return;
  await refuseHalted(tx, held);
  if (!isOpen(proposal, now)) throw new AppError('planChanged');
  await answer(tx, held, proposal, 'accepted');
  const agreed = await agreements[proposal.kind](tx, cls, proposal, now);
  await planAhead(tx, agreed ?? cls);
  await notify(tx, { userId: other, kind: 'plan_accepted', params: paramsOf(proposal) });
}

/** The other side's no. Repeated, it changes nothing. */
export async function declineProposal(tx: Tx, userId: number, id: number) {
  const held = await lockProposal(tx, userId, id);
  const { side, other, now, proposal } = held;
  if (proposal.madeBy === side) throw new AppError('notAllowed');
  if (proposal.state === 'declined') return;
  if (!isOpen(proposal, now)) throw new AppError('planChanged');
  await answer(tx, held, proposal, 'declined');
  await notify(tx, { userId: other, kind: 'plan_declined', params: paramsOf(proposal) });
  await announceToBoth(tx, [userId, other], { kind: 'class', class: proposal.classId });
}

/** Takes back an own proposal. Repeated, it changes nothing. */
export async function withdrawProposal(tx: Tx, userId: number, id: number) {
  const held = await lockProposal(tx, userId, id);
  const { side, other, now, proposal } = held;
  if (proposal.madeBy !== side) throw new AppError('notAllowed');
  if (proposal.state === 'withdrawn') return;
  if (!isOpen(proposal, now)) throw new AppError('planChanged');
  await answer(tx, held, proposal, 'withdrawn');
  await announceToBoth(tx, [userId, other], { kind: 'class', class: proposal.classId });
}

async function lockProposal(tx: Tx, userId: number, id: number) {
  const { classId } = await proposalById(tx, id);
  await classOf(tx, userId, classId);
  const held = await lockPlan(tx, userId, classId);
  return { ...held, proposal: await proposalById(tx, id) };
}

async function refuseHalted(tx: Tx, { cls }: Held) {
  refuseStopped(cls);
  await refuseResting(tx, cls);
  if (await areBlocked(tx, cls.familyUserId, cls.tutorUserId)) throw new AppError('matchOver');
}

async function answer(tx: Tx, { cls, now }: Held, { id }: ProposalRow, state: ProposalRow['state']) {
  await tx.update(planProposals).set({ state, answeredAt: now }).where(eq(planProposals.id, id));
  await markDone(tx, 'plan', { about: { proposal: id }, people: [cls.familyUserId, cls.tutorUserId] });
}

type Agreement = (tx: Tx, cls: ClassRow, proposal: ProposalRow, now: Date) => Promise<ClassRow | undefined>;

/** What a yes does, by kind. The database refuses what overlaps another lesson of the tutor. */
const agreements: Record<ProposalRow['kind'], Agreement> = {
  weekly: agreeWeekly,

  async extra(tx, cls, proposal) {
    const { startsAt, minutes } = proposal;
    if (!startsAt || minutes === null) throw new Error('an extra lesson has no time');
    const plannedAt = await freePlace(tx, cls, startsAt);
    const change = { ...byAgreement(proposal), kind: 'extra' as const, movedTo: startsAt, isExtra: true };
    await writeChange(tx, { cls, plannedAt, minutes }, proposal.madeBy, change);
    return undefined;
  },

  async move(tx, cls, proposal) {
    const { startsAt, minutes, plannedAt } = proposal;
    if (!plannedAt || !startsAt || minutes === null) throw new Error('a move has no time');
    const entry = await unchanged(tx, cls, proposal);
    const change = { ...byAgreement(proposal), kind: 'moved' as const, movedTo: startsAt };
    await writeChange(tx, { ...entry, minutes }, proposal.madeBy, change);
    return undefined;
  },

  async cancel(tx, cls, proposal) {
    const entry = await unchanged(tx, cls, proposal);
    await writeChange(tx, entry, proposal.madeBy, cancelled(proposal, entry));
    return undefined;
  },

  async minutes(tx, cls, { id, lessonId, minutes }) {
    if (lessonId === null || minutes === null) throw new Error('a correction has no lesson');
    await correctLesson(tx, cls, { lessonId, minutes, proposalId: id });
    return undefined;
  },

  /** For lessons that begin from now on: those that have begun keep their rule. */
  async fee_rule(tx, cls, { feeRule, wasFeeRule }) {
    if (!feeRule) throw new Error('a rule is missing');
    if (cls.feeRule !== wasFeeRule) throw new AppError('planChanged');
    await tx.update(classes).set({ feeRule }).where(eq(classes.id, cls.id));
    return { ...cls, feeRule };
  },

  async pause(tx, cls, proposal, now) {
    for (const entry of await lessonsIn(tx, cls, proposal, now))
      await writeChange(tx, entry, proposal.madeBy, cancelled(proposal, entry));
    return undefined;
  },
};

/** The place of an extra lesson in the plan is its own: where another one has or had its place then, a second later. */
async function freePlace(tx: Tx, cls: ClassRow, startsAt: Date) {
  const rows = await tx
    .select({ at: lessonChanges.plannedAt })
    .from(lessonChanges)
    .where(and(eq(lessonChanges.classId, cls.id), gte(lessonChanges.plannedAt, startsAt)));
  const used = new Set(rows.map(({ at }) => at.getTime()));
  let place = startsAt;
  while (used.has(place.getTime()) || plannedAtTime(cls, place)) place = new Date(place.getTime() + 1000);
  return place;
}

const byAgreement = ({ id }: ProposalRow) => ({ isLate: false, reason: '', proposalId: id });
const cancelled = (proposal: ProposalRow, entry: Entry) => ({
  ...byAgreement(proposal),
  kind: 'cancelled' as const,
  movedTo: cancelledAt(entry),
});

/** The lesson, if it is still where it was when the proposal was made. */
async function unchanged(tx: Tx, cls: ClassRow, { plannedAt, wasAt }: ProposalRow) {
  if (!plannedAt) throw new Error('a proposal names no lesson');
  const entry = await plannedEntry(tx, cls, plannedAt);
  if (entry.change?.kind === 'cancelled' || entry.startsAt.getTime() !== wasAt?.getTime())
    throw new AppError('planChanged');
  return entry;
}

/** From the first day on, or from now where that has passed, after a lesson under way. Weekly times to come give way. */
async function agreeWeekly(tx: Tx, cls: ClassRow, { slots, fromDay }: ProposalRow, now: Date) {
  if (!slots || !fromDay) throw new Error('weekly times are missing');
  const from = afterLesson(cls, new Date(Math.max(startOfDay(fromDay).getTime(), now.getTime())));
  const weeks = [
    ...cls.weeks.filter((week) => Date.parse(week.from) < from.getTime()),
    { from: from.toISOString(), slots },
  ];
  const agreed = { ...cls, weeks };
  await tx.update(classes).set({ weeks }).where(eq(classes.id, cls.id));
  await keepTimesOf(tx, agreed, slots, now);
  const open = await tx
    .select()
    .from(planProposals)
    .where(
      and(
        eq(planProposals.classId, cls.id),
        eq(planProposals.state, 'open'),
        sql`${planProposals.plannedAt} >= ${from.toISOString()}`,
      ),
    );
  for (const { id, plannedAt } of open)
    if (plannedAt && !(await entryAt(tx, agreed, plannedAt)))
      await lapseProposals(tx, cls.id, eq(planProposals.id, id));
  if (from > now)
    await addJob(
      tx,
      weeklyBeginsJob,
      { class: cls.id },
      { key: `class-weekly:${cls.id}:${from.getTime()}`, runAt: from },
    );
  return agreed;
}

/** The tutor keeps the half hours free that hold now or later. */
async function keepTimesOf(tx: Tx, cls: ClassRow, slots: readonly number[], now: Date) {
  const kept = weeksOf(cls)
    .filter(({ until }) => until > now.getTime())
    .flatMap((week) => week.slots);
  await keepTimes(tx, cls.matchId, { slots, kept: [...new Set(kept)].sort((a, b) => a - b) });
}

/** Other weekly times have begun: the tutor is free again at those before. */
export const weeklyBeginsJob = defineJob({
  name: 'classes-weekly-begins',
  payload: z.object({ class: z.int() }),
  async run({ class: id }, { database }) {
    await database.transaction((tx) => freeTimes(tx, id));
  },
});

export async function freeTimes(tx: Tx, classId: number) {
  const cls = await lockClassForJob(tx, classId);
  if (!cls || cls.finishStatus === 2) return;
  const now = await currentTime(tx);
  await keepTimesOf(tx, cls, slotsAtTime(cls, now), now);
}

/** What a notice tells of a proposal. */
const paramsOf = (row: ProposalRow): PlanNoticeParams => ({
  class: row.classId,
  proposal: row.id,
  what: row.kind,
  ...(row.plannedAt && { planned_at: row.plannedAt.toISOString() }),
  ...(row.wasAt && { was_at: row.wasAt.toISOString() }),
  ...(row.startsAt && { starts_at: row.startsAt.toISOString() }),
  ...(row.fromDay && { from_day: row.fromDay }),
  ...(row.toDay && { to_day: row.toDay }),
  ...(row.lessonId !== null && { lesson: row.lessonId }),
  ...(row.minutes !== null && { minutes: row.minutes }),
  ...(row.wasMinutes !== null && { was_minutes: row.wasMinutes }),
  ...(row.feeRule && { fee_rule: row.feeRule }),
  ...(row.wasFeeRule && { was_fee_rule: row.wasFeeRule }),
});
