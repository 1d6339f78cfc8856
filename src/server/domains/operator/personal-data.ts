import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { suspensionAppeal } from './appeals.ts';
import { banQueueKinds } from './ban-requests.ts';
import { auditLog, queueItems } from './tables.ts';

const ofSides = (userId: number) => or(eq(queueItems.openedBy, userId), eq(queueItems.aboutUser, userId));

/** That somebody reported a person stays between the reporter and the operators. */
const isToldOf = (userId: number) =>
  sql`not (${queueItems.kind} = 'person_report' and ${queueItems.openedBy} is distinct from ${userId})`;
const isLookOutsideReports = (userId: number) => sql`not (${auditLog.action} like 'reports.%'
  or ${auditLog.action} like 'queue.%' and ${auditLog.params}->>'item' in (
    select id::text from queue_items where kind = 'person_report' and about_user = ${userId}))`;

export const operatorData: PersonalData = {
  name: 'operator',
  tables: ['queue_items', 'audit_log'],

  async exportRows(db, { userId }) {
    return {
      // Without the operator's note, which may mention the other side.
      decisions: await db
        .select({
          kind: queueItems.kind,
          opened_at: queueItems.openedAt,
          state: queueItems.state,
          decision: queueItems.decision,
          decided_at: queueItems.decidedAt,
        })
        .from(queueItems)
        .where(and(ofSides(userId), isToldOf(userId)))
        .orderBy(asc(queueItems.id)),
      looked_up_by_operators: await db
        .select({ at: auditLog.at, action: auditLog.action, params: auditLog.params })
        .from(auditLog)
        .where(and(eq(auditLog.aboutUser, userId), isLookOutsideReports(userId)))
        .orderBy(asc(auditLog.id)),
      done_as_operator: await db
        .select({ at: auditLog.at, action: auditLog.action })
        .from(auditLog)
        .where(eq(auditLog.operatorId, userId))
        .orderBy(asc(auditLog.id)),
    };
  },

  /** The rows stay, with ids that identify nobody; a complaint does not disappear with one of its sides. */
  async forget(tx, { userId }) {
    await tx.update(queueItems).set({ note: '' }).where(ofSides(userId));
    // An appeal has only one side; nobody is left to be told of a decision.
    await tx
      .delete(queueItems)
      .where(
        and(
          eq(queueItems.kind, suspensionAppeal),
          eq(queueItems.openedBy, userId),
          eq(queueItems.state, 'open'),
        ),
      );
    // Neither does what was asked while banned; a request that is being decided now is no longer open.
    await tx.delete(queueItems).where(
      and(
        inArray(queueItems.kind, Object.values(banQueueKinds)),
        eq(queueItems.state, 'open'),
        sql`${queueItems.subjectId} in (
          select id::text from ban_requests where user_id = ${userId} and decided_at is null)`,
      ),
    );
    await tx.execute(sql`
      update audit_log set params = '{}' where about_user = ${userId} and params <> '{}'`);
  },
};
