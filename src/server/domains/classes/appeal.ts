import { and, count, desc, eq, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { enqueue, type QueueKind } from '#server/domains/operator/queue.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { LessonOutcome } from '#shared/classes.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import type { Reliability } from '#shared/reliability.ts';
import { actAs, lockClass } from './locks.ts';
import { lessonOutcomes, type OutcomeRow } from './tables.ts';

const appealKind = 'reliability_appeal';

const outcomeOf = (row: OutcomeRow): LessonOutcome => fieldsOf(LessonOutcome, row);

export async function listOutcomes(db: Db, userId: number, paging: Paging) {
  const { rows, counted } = await pageOfTable(db, lessonOutcomes, paging, {
    wanted: eq(lessonOutcomes.tutorUserId, userId),
    order: [desc(lessonOutcomes.plannedAt), desc(lessonOutcomes.id)],
  });
  return { list: rows.map(outcomeOf), ...counted, reliability: await reliabilityOf(db, userId) };
}

/** A tutor's planned lessons by outcome, without those an operator has excused. */
async function reliabilityOf(db: Db, userId: number): Promise<Reliability> {
  const of = (outcome: LessonOutcome['outcome']) =>
    sql<number>`(count(*) filter (where ${lessonOutcomes.outcome} = ${outcome}))::int`;
  const [row] = await db
    .select({
      lessons_due: count(),
      kept: of('kept'),
      late: of('late'),
      absent: of('absent'),
      cancelled_late: of('cancelled_late'),
    })
    .from(lessonOutcomes)
    .where(and(eq(lessonOutcomes.tutorUserId, userId), sql`${lessonOutcomes.appeal} <> 'excused'`));
  if (!row) throw new Error('a count came back empty');
  return row;
}

/** An appeal is possible once, and only against an outcome that counts against the tutor. */
export async function appeal(tx: Tx, userId: number, id: number, note: string): Promise<LessonOutcome> {
  await lockAccount(tx, userId);
  const mine = and(eq(lessonOutcomes.id, id), eq(lessonOutcomes.tutorUserId, userId));
  const [peek] = await tx.select().from(lessonOutcomes).where(mine);
  if (!peek) throw new AppError('notFound');
  await lockClass(tx, peek.classId);
  await actAs(tx, 'tutor');
  const [row] = await tx.select().from(lessonOutcomes).where(mine);
  if (!row || row.outcome === 'kept') throw new AppError('appealClosed');
  if (row.appeal === 'open') return outcomeOf(row);
  if (row.appeal !== 'none') throw new AppError('appealClosed');
  const [opened] = await tx
    .update(lessonOutcomes)
    .set({ appeal: 'open', appealNote: note })
    .where(mine)
    .returning();
  await enqueue(tx, { kind: appealKind, subjectId: String(id), openedBy: userId });
  return outcomeOf(opened as OutcomeRow);
}

/** A tutor's appeal that a late, absent or cancelled lesson was not their fault. */
export const reliabilityAppealKind: QueueKind = {
  kind: appealKind,
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `導師準時紀錄上訴 #${subjectId}`,
    en: `Appeal about reliability #${subjectId}`,
  }),
  decisions: {
    excuse: { 'zh-Hant': '不計算', en: 'Excuse' },
    refuse: { 'zh-Hant': '維持紀錄', en: 'The record stands' },
  },

  async detailsOf(db, { subjectId }) {
    const { rows } = await db.execute<{ tutor_note: string; reason: string | null }>(sql`
      select outcome.class_id::int, outcome.planned_at, outcome.outcome, outcome.appeal_note as tutor_note,
        changed.kind as change, changed.changed_by, changed.changed_at, changed.reason,
        lesson.started_at, lesson.start_received_at
      from lesson_outcomes outcome
      left join lesson_changes changed using (class_id, planned_at)
      left join lessons lesson on lesson.class_id = outcome.class_id and lesson.planned_at = outcome.planned_at
        and lesson.state <> 'void'
      where outcome.id = ${Number(subjectId)}`);
    const [row] = rows;
    return row
      ? { ...row, tutor_note: coverContacts(row.tutor_note), reason: coverContacts(row.reason ?? '') }
      : {};
  },

  async decide(tx, { subjectId }, decision) {
    await actAs(tx, 'operator');
    const excused = decision === 'excuse';
    const [row] = await tx
      .update(lessonOutcomes)
      .set({ appeal: excused ? 'excused' : 'refused' })
      .where(and(eq(lessonOutcomes.id, Number(subjectId)), eq(lessonOutcomes.appeal, 'open')))
      .returning();
    if (!row) throw new AppError('conflict');
    const notice = {
      kind: 'reliability_decided',
      params: { class: row.classId, planned_at: row.plannedAt.toISOString(), excused },
    } as const;
    return { opener: notice, about: notice };
  },
};
