import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { classes, lessonChanges, lessons } from '#server/domains/classes/tables.ts';
import { minutesAfter } from '#server/domains/classes/weekly-plan.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Trial } from '#shared/interest.ts';
import { type MatchRow, type ProposalRow, trialProposals } from './tables.ts';

type TrialState = {
  matchId: number;
  minutes: number;
  agreed: (ProposalRow & { off: 'weather' | 'platform' | null }) | undefined;
  open: ProposalRow | undefined;
  /** Whether the family may say how it went. */
  mayDecide: boolean;
};

/** Where the trial lesson of each of these matches stands now. */
export async function trialStatesOf(
  db: Db | Tx,
  rows: readonly MatchRow[],
  silentDays: number,
  now = new Date(),
): Promise<TrialState[]> {
  const onTrial = rows.filter(({ status }) => status === 'trial');
  if (onTrial.length === 0) return [];
  const matchIds = onTrial.map(({ id }) => id);
  const theirClasses = await db.select().from(classes).where(inArray(classes.matchId, matchIds));
  const classIds = theirClasses.map(({ id }) => id);
  const proposals = await db
    .select()
    .from(trialProposals)
    .where(
      and(inArray(trialProposals.matchId, matchIds), inArray(trialProposals.status, ['open', 'agreed'])),
    );
  const taught = await db
    .selectDistinct({ classId: lessons.classId })
    .from(lessons)
    .where(and(inArray(lessons.classId, classIds), isNotNull(lessons.endedAt), ne(lessons.state, 'void')));
  const cancelled = await db
    .select()
    .from(lessonChanges)
    .where(and(inArray(lessonChanges.classId, classIds), eq(lessonChanges.kind, 'cancelled')));
  return onTrial.map(({ id, madeAt }) => {
    const cls = theirClasses.find(({ matchId }) => matchId === id);
    if (!cls) throw new Error('a match has no class');
    const own = proposals.filter(({ matchId }) => matchId === id);
    const stands = own.find(({ status }) => status === 'agreed');
    const change = cancelled.find(
      ({ classId, plannedAt }) => classId === cls.id && plannedAt.getTime() === stands?.startsAt.getTime(),
    );
    const off = change ? (change.changedBy === 'weather' ? 'weather' : 'platform') : null;
    const isTaught = taught.some(({ classId }) => classId === cls.id);
    const isOver =
      stands && off === null
        ? minutesAfter(stands.startsAt, stands.minutes) <= now
        : now >= minutesAfter(madeAt, silentDays * 24 * 60);
    return {
      matchId: id,
      minutes: cls.lessonMinutes,
      agreed: stands && { ...stands, off },
      open: own.find(({ status }) => status === 'open'),
      // Where the weekly lessons run already, from before trials were agreed on, there is no day to wait for.
      mayDecide: isTaught || isOver || cls.weeklyFrom !== null,
    };
  });
}

export const toTrial = ({ minutes, agreed, open, mayDecide }: TrialState): Trial => ({
  minutes,
  agreed: agreed ? { id: agreed.id, ...timesOf(agreed), off: agreed.off } : null,
  proposal: open ? { id: open.id, by: open.proposedBy, ...timesOf(open) } : null,
  may_decide: mayDecide,
});

const timesOf = ({ startsAt, minutes }: ProposalRow) => ({
  starts_at: startsAt.toISOString(),
  ends_at: minutesAfter(startsAt, minutes).toISOString(),
});
