import { and, eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { announce } from '#server/domains/messages/events.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { addJob } from '#server/ground/jobs/jobs.ts';
import type { PageFailure } from '#shared/eraser/eraser.ts';
import { newBundle, scheduleCleanup } from './page-files.ts';
import { eraserPages, eraserRecords, eraserVersions, type PageRow, type VersionRow } from './tables.ts';

/** Longer than any queue; a reservation that lapsed is renewed when its page is done. */
const holdSeconds = 24 * 60 * 60;

export const pageJob = {
  name: 'erase_page',
  payload: z.object({ page: z.int(), run: z.int() }),
};

/** One job key per page: a new request replaces the waiting job. */
const jobKey = (pageId: number) => `erase page ${pageId}`;
const quotaKey = (pageId: number) => `erase page ${pageId}`;

/**
 * The position of a page within its request is the job priority: every user's first pages run before anyone's
 * hundredth.
 */
export async function queuePage(tx: Tx, page: Pick<PageRow, 'id' | 'run'>, position: number) {
  await addJob(tx, pageJob, { page: page.id, run: page.run }, { key: jobKey(page.id), priority: position });
}

/** Reserves the quota for a page, unless it was already charged or is a copy. Returns the updated page. */
export async function reserveQuota(tx: Tx, quota: Quota, userId: number, page: PageRow): Promise<PageRow> {
  if (page.quotaKind === null || page.chargedAt !== null) return page;
  const reservationId = await quota.reserve(tx, {
    userId,
    kind: page.quotaKind,
    amount: 1,
    key: quotaKey(page.id),
    holdSeconds,
  });
  if (page.reservationId === reservationId) return page;
  await tx.update(eraserPages).set({ reservationId }).where(eq(eraserPages.id, page.id));
  return { ...page, reservationId };
}

async function giveBack(tx: Tx, quota: Quota, page: PageRow) {
  if (page.reservationId !== null && page.chargedAt === null) await quota.giveBack(tx, page.reservationId);
}

export type Attempt = {
  page: PageRow;
  userId: number;
  lease: string;
  bundle: string;
  originalBundle: string;
};

/** Makes this attempt the current one; undefined when the run was cancelled or replaced. */
export async function beginAttempt(
  tx: Tx,
  { page: id, run }: { page: number; run: number },
  lease: string,
): Promise<Attempt | undefined> {
  const found = await lockPage(tx, id);
  if (!found || found.page.run !== run || !isUnderWay(found.page)) return undefined;
  const [page] = await tx
    .update(eraserPages)
    .set({ status: 'running', lease, startedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(eraserPages.id, id))
    .returning();
  const attempt = {
    page: page as PageRow,
    userId: found.userId,
    lease,
    bundle: newBundle(lease),
    originalBundle: newBundle(lease, 'original'),
  };
  await scheduleCleanup(tx, [attempt.bundle, attempt.originalBundle]);
  await announcePage(tx, found.userId, attempt.page);
  return attempt;
}

/**
 * Whether an attempt is still current: not cancelled, replaced by a new run or taken over by another worker.
 */
export async function isCurrentAttempt(tx: Tx, { page, lease }: Attempt) {
  const [row] = await tx
    .select({ status: eraserPages.status })
    .from(eraserPages)
    .where(and(eq(eraserPages.id, page.id), eq(eraserPages.lease, lease)));
  return row?.status === 'running';
}

export type PageResult = Pick<
  VersionRow,
  'kind' | 'width' | 'height' | 'rotation' | 'corners' | 'strength' | 'changed'
> & {
  /** Media type of the drawn PDF page; null when nothing was drawn. */
  drawnType: string | null;
};

/**
 * Writes the result and the charge in one transaction. False when another attempt is current: then nothing is
 * written and the cleanup scheduled at the beginning removes the files.
 */
export async function finishAttempt(
  tx: Tx,
  quota: Quota,
  attempt: Attempt,
  made: PageResult,
): Promise<boolean> {
  const found = await lockPage(tx, attempt.page.id);
  if (!found || found.page.lease !== attempt.lease || found.page.status !== 'running') return false;
  let page = found.page;
  try {
    page = await reserveQuota(tx, quota, found.userId, page);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'quotaUsedUp') throw error;
    await writeFailure(tx, quota, found.userId, page, 'quota');
    return true;
  }
  const charges = page.reservationId !== null && page.chargedAt === null;
  if (charges) {
    const { charged } = await quota.settle(tx, page.reservationId as number, 1);
    if (charged !== 1) throw new Error('a page that was just reserved could not be charged');
  }
  await addVersion(tx, page, { ...made, bundle: attempt.bundle, options: page.options, madeFrom: null });
  await tx
    .update(eraserPages)
    .set({
      status: 'done',
      failure: null,
      endedAt: sql`now()`,
      ...(charges && { chargedAt: sql`now()` }),
      ...(made.drawnType !== null && {
        originalBundle: attempt.originalBundle,
        originalType: made.drawnType,
      }),
    })
    .where(eq(eraserPages.id, page.id));
  await announcePage(tx, found.userId, page);
  await tellIfReady(tx, found.userId, page);
  return true;
}

/** Whoever waits longer than this has probably left the page. */
const longWaitSeconds = 30;

/** Tells the owner when the last page of a task has ended after a long wait. The paper is locked. */
async function tellIfReady(tx: Tx, userId: number, { taskId, recordId, run, startedAt }: PageRow) {
  const { rows } = await tx.execute<{ done: number; failed: number }>(sql`
    select (count(*) filter (where status = 'done'))::int as done,
      (count(*) filter (where status = 'failed'))::int as failed
    from eraser_tasks join eraser_pages on task_id = eraser_tasks.id and deleted_at is null
    where eraser_tasks.id = ${taskId} and cancelled_at is null
      and ${run > 1 ? sql`${startedAt?.toISOString() ?? null}::timestamptz` : sql`eraser_tasks.created_at`}
        < now() - make_interval(secs => ${longWaitSeconds})
    having count(*) > 0 and count(*) filter (where status in ('waiting', 'running')) = 0`);
  const [ended] = rows;
  if (ended)
    await notify(tx, { userId, kind: 'paper_ready', params: { task: taskId, record: recordId, ...ended } });
}

/** Adds a version and makes it the current one of its page. */
export async function addVersion(
  tx: Tx,
  page: PageRow,
  version: Omit<VersionRow, 'id' | 'pageId' | 'number' | 'createdAt'>,
) {
  const { kind, width, height, rotation, corners, bundle, options, madeFrom, strength, changed } = version;
  const number = page.versions + 1;
  const size = { width, height };
  const made = { ...size, kind, rotation, corners, bundle, options, madeFrom, strength, changed };
  await tx.insert(eraserVersions).values({ pageId: page.id, number, ...made });
  await tx
    .update(eraserPages)
    .set({ version: number, versions: number, acceptedAt: null, updatedAt: sql`now()` })
    .where(eq(eraserPages.id, page.id));
  await tx.update(eraserRecords).set({ updatedAt: sql`now()` }).where(eq(eraserRecords.id, page.recordId));
}

/** Marks the page as failed and releases its quota, unless another attempt is current. */
export async function failAttempt(tx: Tx, quota: Quota, attempt: Attempt, failure: PageFailure) {
  const found = await lockPage(tx, attempt.page.id);
  if (!found || found.page.lease !== attempt.lease || found.page.status !== 'running') return;
  await writeFailure(tx, quota, found.userId, found.page, failure);
}

async function writeFailure(tx: Tx, quota: Quota, userId: number, page: PageRow, failure: PageFailure) {
  await tx
    .update(eraserPages)
    .set({ status: 'failed', failure, endedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(eraserPages.id, page.id));
  await giveBack(tx, quota, page);
  await announcePage(tx, userId, page);
  await tellIfReady(tx, userId, page);
}

/** Cancels the runs of pages; the caller has locked their owner. A page that has a version keeps it. */
export async function cancelRuns(tx: Tx, quota: Quota, userId: number, pageIds: number[]) {
  const pages = await lockPages(tx, pageIds);
  for (const page of pages) {
    if (!isUnderWay(page)) continue;
    await tx
      .update(eraserPages)
      .set({
        status: page.version > 0 ? 'done' : 'cancelled',
        failure: null,
        lease: null,
        endedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(eq(eraserPages.id, page.id));
    await giveBack(tx, quota, page);
    await announcePage(tx, userId, page);
  }
}

/** Locks in id order everywhere, to avoid deadlocks. */
export async function lockPages(tx: Tx, ids: number[]): Promise<PageRow[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(eraserPages)
    .where(inArray(eraserPages.id, ids))
    .orderBy(eraserPages.id)
    .for('update');
}

/** Locks the paper before the page, like deleting or reordering a paper, to avoid deadlocks. */
async function lockPage(tx: Tx, id: number) {
  await tx.execute(sql`
    select from eraser_records where id = (select record_id from eraser_pages where id = ${id}) for no key update`);
  const [row] = await tx
    .select({ page: eraserPages, userId: eraserRecords.userId })
    .from(eraserPages)
    .innerJoin(eraserRecords, eq(eraserRecords.id, eraserPages.recordId))
    .where(eq(eraserPages.id, id))
    .for('update', { of: eraserPages });
  return row;
}

export const isUnderWay = ({ status }: Pick<PageRow, 'status'>) =>
  status === 'waiting' || status === 'running';

export const announcePage = (tx: Tx, userId: number, page: Pick<PageRow, 'id' | 'taskId'>) =>
  announce(tx, userId, { kind: 'erase', task: page.taskId, page: page.id });
