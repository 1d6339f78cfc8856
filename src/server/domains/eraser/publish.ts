import { and, eq, inArray, sql } from 'drizzle-orm';
import { withdraw } from '#server/domains/operator/queue.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { eraserRecords, eraserReports, eraserSharedPages, eraserVersions, type PageRow } from './tables.ts';

export const reportKind = 'shared_record_report';

/** Hides a paper from other users and withdraws its reports from the operator queue. */
export async function stopSharing(tx: Tx, recordId: number) {
  await hideFromOthers(tx, recordId);
  await withdraw(tx, reportKind, String(recordId));
}

export async function hideFromOthers(tx: Tx, recordId: number) {
  await tx.delete(eraserSharedPages).where(eq(eraserSharedPages.recordId, recordId));
  await tx.update(eraserRecords).set({ sharedAt: null }).where(eq(eraserRecords.id, recordId));
  await tx
    .update(eraserReports)
    .set({ decidedAt: sql`coalesce(${eraserReports.decidedAt}, now())` })
    .where(eq(eraserReports.recordId, recordId));
}

/** Removes a page that its owner deletes or moves from the shared pages; sharing ends with the last page. */
export async function unshareVersionsOf(tx: Tx, page: Pick<PageRow, 'id' | 'recordId'>) {
  const versions = tx
    .select({ id: eraserVersions.id })
    .from(eraserVersions)
    .where(eq(eraserVersions.pageId, page.id));
  const gone = await tx
    .delete(eraserSharedPages)
    .where(and(eq(eraserSharedPages.recordId, page.recordId), inArray(eraserSharedPages.versionId, versions)))
    .returning();
  if (gone.length === 0) return;
  const left = await tx.$count(eraserSharedPages, eq(eraserSharedPages.recordId, page.recordId));
  if (left === 0) await stopSharing(tx, page.recordId);
}
