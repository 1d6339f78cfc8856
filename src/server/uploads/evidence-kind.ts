import { and, eq, sql } from 'drizzle-orm';
import type { EvidenceKind } from '#shared/uploads.ts';
import { AppError } from '../errors.ts';
import type { QueueKind } from '../operator/queue.ts';
import { evidenceOf } from './evidence.ts';
import { evidence } from './tables.ts';

/** How long a badge holds before it has to be shown again: students leave, registrations are renewed. */
const validMonths: Record<EvidenceKind, number> = {
  student_card: 12,
  transcript: 36,
  certificate: 36,
  teacher_registration: 12,
  other: 12,
};

/** Evidence before an operator: looked at, then verified or refused. */
export const evidenceQueueKind: QueueKind = {
  kind: 'evidence',
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `導師證明文件 #${subjectId}`,
    en: `Tutor's evidence #${subjectId}`,
  }),
  decisions: {
    verify: { 'zh-Hant': '核實', en: 'Verify' },
    refuse: { 'zh-Hant': '不接納', en: 'Refuse' },
  },

  async detailsOf(db, { subjectId }) {
    const [row] = await db
      .select()
      .from(evidence)
      .where(eq(evidence.id, Number(subjectId)));
    return row ? { ...evidenceOf(row), file: `/api/operator/evidence/${row.id}/file` } : {};
  },

  async decide(tx, { subjectId }, decision, operatorId) {
    const verified = decision === 'verify';
    const [row] = await tx
      .update(evidence)
      .set({
        status: verified ? 'verified' : 'refused',
        decidedAt: sql`now()`,
        decidedBy: operatorId,
        expiresAt: verified ? sql`now() + ${validMonthsOf} * interval '1 month'` : null,
      })
      .where(and(eq(evidence.id, Number(subjectId)), eq(evidence.status, 'pending')))
      .returning();
    if (!row) throw new AppError('conflict');
    const notice = {
      kind: verified ? 'evidence_verified' : 'evidence_refused',
      params: { evidence: row.kind },
    } as const;
    return { opener: notice, about: notice };
  },
};

const validMonthsOf = sql`case kind ${sql.join(
  Object.entries(validMonths).map(([kind, months]) => sql`when ${kind} then ${months}::int`),
  sql` `,
)} end`;
