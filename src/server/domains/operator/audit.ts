import { and, desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AuditEntry } from '#shared/operator.ts';
import { auditLog } from './tables.ts';

type Action =
  | 'users.searched'
  | 'users.read'
  | 'users.quota_granted'
  | 'users.logged_out'
  | 'users.consequences_read'
  | 'users.measures_read'
  | 'users.warned'
  | 'users.suspended'
  | 'users.suspension_lifted'
  | 'users.subscribed'
  | 'users.subscription_ended'
  | 'assistants.listed'
  | 'assistants.set'
  | 'help_lines.listed'
  | 'help_lines.set'
  | 'help_lines.removed'
  | 'chat_spend.read'
  | 'bans.listed'
  | 'bans.made'
  | 'bans.lifted'
  | 'queue.listed'
  | 'queue.read'
  | 'queue.decided'
  | 'evidence.opened'
  | 'reports.messages_read'
  | 'reports.picture_opened'
  | 'tutor_photos.read'
  | 'tutor_photos.removed'
  | 'reports.file_opened'
  | 'badges.listed'
  | 'badges.revoked'
  | 'sms_spend.read'
  | 'jobs.listed'
  | 'jobs.retried'
  | 'audit.listed'
  | 'weather.read'
  | 'deliveries.read'
  | 'weather.raised'
  | 'weather.lifted'
  | 'operators.added'
  | 'operators.removed';

export type AuditedAction = {
  /** Null: from the command line of the server. */
  operatorId: number | null;
  action: Action;
  aboutUser?: number | null;
  /** Ids, codes and counts; never a phone number, a name or user text. */
  params?: Record<string, string | number | boolean | null>;
};

/** In the transaction of the action itself, so that no action goes unrecorded. */
export async function recordAction(
  tx: Tx,
  { operatorId, action, aboutUser = null, params = {} }: AuditedAction,
) {
  await tx.insert(auditLog).values({ operatorId, action, aboutUser, params });
}

export async function listAudit(
  db: Db | Tx,
  {
    operator_id,
    about_user,
    ...paging
  }: Paging & { operator_id?: number | undefined; about_user?: number | undefined },
) {
  const wanted = and(
    operator_id === undefined ? undefined : eq(auditLog.operatorId, operator_id),
    about_user === undefined ? undefined : eq(auditLog.aboutUser, about_user),
  );
  const { rows, counted } = await pageOfTable(db, auditLog, paging, { wanted, order: [desc(auditLog.id)] });
  return { list: rows.map((row): AuditEntry => fieldsOf(AuditEntry, row)), ...counted };
}
