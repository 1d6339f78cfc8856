import { and, asc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { notify } from '#server/domains/messages/notices.ts';
import type { QueueKind } from '#server/domains/operator/queue.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { hideFromOthers, reportKind } from './publish.ts';
import { eraserRecords, eraserReports, eraserSharedPages } from './tables.ts';

/** Operator queue item: a reported shared exercise with its pages and all reports. */
export const sharedRecordReportKind: QueueKind = {
  kind: reportKind,
  titleOf: ({ subjectId }) => ({
    'zh-Hant': `被舉報的共享練習 #${subjectId}`,
    en: `Reported shared exercise #${subjectId}`,
  }),
  decisions: {
    keep: { 'zh-Hant': '維持共享', en: 'It stays shared' },
    take_down: { 'zh-Hant': '停止共享', en: 'Take it down' },
  },

  async detailsOf(db, { subjectId }) {
    const id = Number(subjectId);
    const [record] = await db.select().from(eraserRecords).where(eq(eraserRecords.id, id));
    if (!record) return {};
    const pages = await db.$count(eraserSharedPages, eq(eraserSharedPages.recordId, id));
    const reports = await db
      .select()
      .from(eraserReports)
      .where(eq(eraserReports.recordId, id))
      .orderBy(asc(eraserReports.reportedAt));
    return {
      title: coverContacts(record.title),
      school_name: coverContacts(record.schoolName),
      year: record.year,
      shared_at: record.sharedAt,
      pages: Array.from(
        { length: pages },
        (_, at) => `/api_ai/eraser/shared_record/${id}/picture/${at + 1}?size=screen`,
      ),
      reports: reports.map(({ reason, text }) => `${reason}: ${coverContacts(text)}`),
    };
  },

  async decide(tx, { subjectId, openedBy, aboutUser }, decision) {
    const id = Number(subjectId);
    const [record] = await tx
      .select()
      .from(eraserRecords)
      .where(and(eq(eraserRecords.id, id), isNotNull(eraserRecords.sharedAt)))
      // skipLocked: an owner who stops sharing holds this row and waits for the queue item locked here;
      // waiting for that owner would deadlock.
      .for('update', { skipLocked: true });
    if (!record) throw new AppError('conflict');
    const others = await tx
      .select({ userId: eraserReports.userId })
      .from(eraserReports)
      .where(
        and(
          eq(eraserReports.recordId, id),
          isNull(eraserReports.decidedAt),
          ne(eraserReports.userId, openedBy ?? 0),
        ),
      );
    if (decision === 'take_down') {
      await hideFromOthers(tx, id);
      await tx.update(eraserRecords).set({ takenDownAt: sql`now()` }).where(eq(eraserRecords.id, id));
    } else
      await tx
        .update(eraserReports)
        .set({ decidedAt: sql`now()` })
        .where(and(eq(eraserReports.recordId, id), isNull(eraserReports.decidedAt)));
    const isKept = decision === 'keep';
    const notice = { kind: 'shared_record_reported_decided', params: { is_kept: isKept } } as const;
    for (const { userId } of others) if (userId !== aboutUser) await notify(tx, { userId, ...notice });
    return {
      opener: notice,
      about: { kind: 'shared_record_decided', params: { record: id, is_kept: isKept } } as const,
    };
  },
};
