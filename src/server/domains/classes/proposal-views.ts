import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import { PlanProposal } from '#shared/timetable/proposals.ts';
import { classOf } from './locks.ts';
import { type ProposalRow, planProposals } from './tables.ts';
import { minutesAfter } from './weekly-plan.ts';

export async function listProposals(db: Db, userId: number, classId: number, paging: Paging) {
  await classOf(db, userId, classId);
  const { rows, counted } = await pageOfTable(db, planProposals, paging, {
    wanted: eq(planProposals.classId, classId),
    order: [desc(planProposals.id)],
  });
  return { list: rows.map((row) => toProposal(row)), ...counted };
}

/** What waits for an answer in these classes, the latest first. */
export async function openProposals(db: Db | Tx, classIds: readonly number[]): Promise<PlanProposal[]> {
  if (classIds.length === 0) return [];
  const rows = await db
    .select()
    .from(planProposals)
    .where(
      and(
        inArray(planProposals.classId, [...classIds]),
        eq(planProposals.state, 'open'),
        gt(planProposals.lapsesAt, new Date()),
      ),
    )
    .orderBy(desc(planProposals.id));
  return rows.map((row) => toProposal(row));
}

export async function readProposal(db: Db | Tx, id: number): Promise<PlanProposal> {
  return toProposal(await proposalById(db, id));
}

export async function proposalById(db: Db | Tx, id: number): Promise<ProposalRow> {
  const [row] = await db.select().from(planProposals).where(eq(planProposals.id, id));
  if (!row) throw new AppError('notFound');
  return row;
}

/** Open, and there is still something to agree on. */
export const isOpen = ({ state, lapsesAt }: ProposalRow, now: Date) => state === 'open' && lapsesAt > now;

function toProposal(row: ProposalRow, now = new Date()): PlanProposal {
  const { startsAt, minutes, slots } = row;
  const isOver = row.state === 'open' && !isOpen(row, now);
  return {
    ...fieldsOf(PlanProposal, row),
    state: isOver ? 'lapsed' : row.state,
    answered_at: (isOver ? row.lapsesAt : row.answeredAt)?.toISOString() ?? null,
    ends_at: startsAt && minutes !== null ? minutesAfter(startsAt, minutes).toISOString() : null,
    slots: slots?.map(slotAt) ?? null,
  };
}
