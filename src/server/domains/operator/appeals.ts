import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { suspensionsOf } from '#server/domains/accounts/standing.ts';
import { measureAppeals, measures, users } from '#server/domains/accounts/tables.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { Standing } from '#shared/safety/standing.ts';
import { enqueue, type QueueKind, withdraw } from './queue.ts';

export const suspensionAppeal = 'suspension_appeal';
const open = isNull(measureAppeals.decidedAt);
const Appeal = Standing.shape.suspension.unwrap().shape.appeal.unwrap();

/** What a person reads about their own account. */
export async function standingOf(db: Db | Tx, userId: number): Promise<Standing> {
  const suspension = (await suspensionsOf(db, [userId])).get(userId);
  const warnings = await db
    .select()
    .from(measures)
    .where(and(eq(measures.userId, userId), eq(measures.kind, 'warning')))
    .orderBy(desc(measures.id));
  return {
    suspension: suspension
      ? {
          cause: suspension.cause,
          reason: suspension.reason,
          since: suspension.since.toISOString(),
          until: suspension.until,
          appeal: await latestAppeal(db, suspension.id),
        }
      : null,
    warnings: warnings.map(({ cause, reason, madeAt }) => ({ cause, reason, made_at: madeAt.toISOString() })),
  };
}

async function latestAppeal(db: Db | Tx, measureId: number) {
  const [row] = await db
    .select()
    .from(measureAppeals)
    .where(eq(measureAppeals.measureId, measureId))
    .orderBy(desc(measureAppeals.id))
    .limit(1);
  return row ? fieldsOf(Appeal, row) : null;
}

/** One appeal is open at a time; the operators' queue has it. */
export async function appeal(tx: Tx, userId: number, words: string): Promise<Standing> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const suspension = (await suspensionsOf(tx, [userId])).get(userId);
  if (!suspension) throw new AppError('conflict');
  const [waiting] = await tx
    .select({ id: measureAppeals.id })
    .from(measureAppeals)
    .where(and(eq(measureAppeals.userId, userId), open));
  if (waiting) throw new AppError('appealOpen');
  const [made] = await tx
    .insert(measureAppeals)
    .values({ measureId: suspension.id, userId, words })
    .returning({ id: measureAppeals.id });
  if (!made) throw new Error('an appeal was not written');
  await enqueue(tx, { kind: suspensionAppeal, subjectId: String(made.id), openedBy: userId });
  return standingOf(tx, userId);
}

/** A suspension that ends leaves no appeal open. */
export async function closeAppealOf(tx: Tx, measureId: number, decision: 'lifted' | 'over') {
  const [closed] = await tx
    .update(measureAppeals)
    .set({ decision, decidedAt: sql`now()` })
    .where(and(eq(measureAppeals.measureId, measureId), open))
    .returning({ id: measureAppeals.id });
  if (closed) await withdraw(tx, suspensionAppeal, String(closed.id));
}

type Lift = (tx: Tx, lifted: { id: number; operatorId: number }) => Promise<unknown>;

/** A suspended person's appeal. */
export const suspensionAppealKind = (lift: Lift): QueueKind => ({
  kind: suspensionAppeal,
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `帳戶暫停上訴 #${subjectId}`,
    en: `Appeal against a suspension #${subjectId}`,
  }),
  decisions: {
    lift: { 'zh-Hant': '解除暫停', en: 'Lift the suspension' },
    keep: { 'zh-Hant': '維持暫停', en: 'The suspension stays' },
  },

  async detailsOf(db, { subjectId }) {
    const [row] = await db
      .select({ appeal: measureAppeals, measure: measures })
      .from(measureAppeals)
      .innerJoin(measures, eq(measures.id, measureAppeals.measureId))
      .where(eq(measureAppeals.id, Number(subjectId)));
    if (!row) return {};
    const { appeal, measure } = row;
    return {
      appeal: coverContacts(appeal.words),
      cause: measure.cause,
      reason: measure.reason,
      since_at: measure.madeAt.toISOString(),
      until: measure.until,
    };
  },

  async decide(tx, { subjectId }, decision, { operatorId }) {
    const [row] = await tx
      .update(measureAppeals)
      .set({ decision: decision === 'lift' ? 'lifted' : 'kept', decidedAt: sql`now()` })
      .where(and(eq(measureAppeals.id, Number(subjectId)), open))
      .returning();
    if (!row) throw new AppError('conflict');
    if (decision === 'lift') await lift(tx, { id: row.measureId, operatorId });
    const notice = {
      kind: 'suspension_appeal_decided',
      params: { measure: row.measureId, is_lifted: decision === 'lift' },
    } as const;
    return { opener: notice, about: notice };
  },
});
