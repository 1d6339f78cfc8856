import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { eraserCalls } from '#shared/eraser/eraser.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { unshareVersionsOf } from './publish.ts';
import { lockRecords, pageIds, setPageOrder } from './records.ts';
import { announcePage, cancelRuns, lockPages } from './runs.ts';
import { rememberedStrength } from './settings.ts';
import { eraserPages, eraserVersions, type PageRow, type VersionRow } from './tables.ts';
import { taskOfRecord } from './task-rows.ts';
import { runAgain } from './tasks.ts';
import { ownPage, versionView } from './views.ts';

type Change = z.output<(typeof eraserCalls)['PUT /api_ai/eraser/image_record/{id}/']['body']>;
type RunForm = z.output<(typeof eraserCalls)['POST /api_ai/eraser/image_record/{id}/run']['body']>;

/** Locks the account, the paper and then the page row of a page that belongs to the user. */
export async function lockOwnPage(tx: Tx, userId: number, id: number): Promise<PageRow> {
  await lockAccount(tx, userId);
  const { recordId } = await ownPage(tx, userId, id);
  await lockRecords(tx, userId, [recordId]);
  const [page] = await lockPages(tx, [id]);
  if (!page || page.deletedAt) throw new AppError('notFound');
  return page;
}

export async function changePage(tx: Tx, userId: number, id: number, change: Change) {
  const page = await lockOwnPage(tx, userId, id);
  const { name, is_accepted, record_id = page.recordId, position } = change;
  if (record_id !== page.recordId || position !== undefined)
    await movePage(tx, userId, page, record_id, position);
  await tx
    .update(eraserPages)
    .set({
      ...(name !== undefined && { name }),
      ...(is_accepted !== undefined && { acceptedAt: is_accepted ? sql`now()` : null }),
      updatedAt: sql`now()`,
    })
    .where(eq(eraserPages.id, id));
}

async function movePage(
  tx: Tx,
  userId: number,
  page: PageRow,
  recordId: number,
  position: number | undefined,
) {
  await lockRecords(tx, userId, [...new Set([page.recordId, recordId])]);
  const others = (await pageIds(tx, recordId)).filter((id) => id !== page.id);
  if (others.length + 1 > eraserLimits.pagesOfRecord)
    throw new AppError('reachedLimit', { details: { limit: eraserLimits.pagesOfRecord } });
  if (recordId !== page.recordId) {
    await unshareVersionsOf(tx, page);
    const taskId = await taskOfRecord(tx, userId, recordId);
    await tx.update(eraserPages).set({ recordId, taskId }).where(eq(eraserPages.id, page.id));
    await setPageOrder(tx, await pageIds(tx, page.recordId));
  }
  await setPageOrder(tx, others.toSpliced((position ?? others.length + 1) - 1, 0, page.id));
}

export async function deletePage(tx: Tx, quota: Quota, userId: number, id: number) {
  const page = await lockOwnPage(tx, userId, id);
  await cancelRuns(tx, quota, userId, [id]);
  await unshareVersionsOf(tx, page);
  await tx
    .update(eraserPages)
    .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(eraserPages.id, id));
  await setPageOrder(tx, await pageIds(tx, page.recordId));
}

export async function runPage(tx: Tx, quota: Quota, userId: number, id: number, form: RunForm) {
  const page = await lockOwnPage(tx, userId, id);
  // A run without a strength keeps that of the page.
  const strength = form.options.strength ?? page.options.strength ?? (await rememberedStrength(tx, userId));
  await runAgain(tx, quota, userId, page, { ...form, options: { ...form.options, strength } }, 1);
}

export async function cancelPage(tx: Tx, quota: Quota, userId: number, id: number) {
  await lockOwnPage(tx, userId, id);
  await cancelRuns(tx, quota, userId, [id]);
}

export async function versionOf(db: Db | Tx, pageId: number, number: number): Promise<VersionRow> {
  const [row] = await db
    .select()
    .from(eraserVersions)
    .where(and(eq(eraserVersions.pageId, pageId), eq(eraserVersions.number, number)));
  if (!row) throw new AppError('notFound');
  return row;
}

export async function listVersions(db: Db | Tx, userId: number, id: number) {
  const page = await ownPage(db, userId, id);
  const rows = await db
    .select()
    .from(eraserVersions)
    .where(eq(eraserVersions.pageId, page.id))
    .orderBy(asc(eraserVersions.number));
  return { list: rows.map((row) => versionView(row, page.version)) };
}

/** Undo and redo; no version is deleted by it. */
export async function goToVersion(tx: Tx, userId: number, id: number, number: number) {
  const page = await lockOwnPage(tx, userId, id);
  await versionOf(tx, id, number);
  await tx
    .update(eraserPages)
    .set({ version: number, acceptedAt: null, updatedAt: sql`now()` })
    .where(and(eq(eraserPages.id, id), isNull(eraserPages.deletedAt)));
  await announcePage(tx, userId, page);
}
