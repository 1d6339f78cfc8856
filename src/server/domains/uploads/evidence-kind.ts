import { and, eq, sql } from 'drizzle-orm';
import type { QueueKind } from '#server/domains/operator/queue.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { EvidenceKind } from '#shared/uploads.ts';
import { evidenceOf } from './evidence.ts';
import { evidence } from './tables.ts';

type GiveBadge = (
  tx: Tx,
  badge: { userId: number; kind: EvidenceKind; evidenceId: number },
) => Promise<{ expiresAt: Date }>;

/** Operator queue item: evidence is verified, which gives a badge, or refused. */
export const evidenceQueueKind = (giveBadge: GiveBadge): QueueKind => ({
  kind: 'evidence',
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `導師證明文件 #${subjectId}`,
    en: `Tutor's evidence #${subjectId}`,
  }),
  decisions: {
    verify: { 'zh-Hant': '核實', en: 'Verify' },
    refuse: { 'zh-Hant': '不接納', en: 'Refuse' },
  },
  answer: 'optional',
  answerNeededFor: {
    refuse: { 'zh-Hant': '請寫下不接納的原因', en: 'Please write why it is refused' },
  },

  async detailsOf(db, { subjectId }) {
    const [row] = await db
      .select()
      .from(evidence)
      .where(eq(evidence.id, Number(subjectId)));
    return row ? { ...evidenceOf(row), file: `/api/operator/evidence/${row.id}/file` } : {};
  },

  async decide(tx, { subjectId }, decision, { operatorId, answer }) {
    const verified = decision === 'verify';
    const [row] = await tx
      .update(evidence)
      .set({
        status: verified ? 'verified' : 'refused',
        decidedAt: sql`now()`,
        decidedBy: operatorId,
        reason: verified ? '' : answer,
      })
      .where(and(eq(evidence.id, Number(subjectId)), eq(evidence.status, 'pending')))
      .returning();
    if (!row) throw new AppError('conflict');
    if (verified) {
      // Stores the expiry with the evidence, too.
      const { id, userId, kind } = row;
      const { expiresAt } = await giveBadge(tx, { userId, kind, evidenceId: id });
      await tx.update(evidence).set({ expiresAt }).where(eq(evidence.id, id));
    }
    const notice = verified
      ? ({ kind: 'evidence_verified', params: { evidence: row.kind } } as const)
      : ({ kind: 'evidence_refused', params: { evidence: row.kind, document: row.id } } as const);
    return { opener: notice, about: notice };
  },
});
