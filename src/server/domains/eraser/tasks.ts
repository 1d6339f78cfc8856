import { and, asc, count, desc, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { EraseTask, eraserCalls } from '#shared/eraser/eraser.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import { changeRecord, newRecord } from './records.ts';
import { announcePage, cancelRuns, isUnderWay, lockPages, queuePage, reserveQuota } from './runs.ts';
import { rememberedStrength } from './settings.ts';
import {
  eraserFiles,
  eraserPages,
  eraserRecords,
  eraserTasks,
  type FileRow,
  type PageRow,
  type TaskRow,
} from './tables.ts';
import { newTask } from './task-rows.ts';
import { pageViews } from './views.ts';

export type TaskForm = z.output<(typeof eraserCalls)['POST /api_ai/eraser/erase_trace_task']['body']>;

const limitReached = (limit: number) => new AppError('reachedLimit', { details: { limit } });

/** Creates the paper, its pages, their quota reservations and jobs, all in one transaction. */
export async function createTask(tx: Tx, quota: Quota, userId: number, form: TaskForm, locale: Locale) {
  await lockAccount(tx, userId);
  if (form.idempotency_key !== undefined) {
    const [known] = await tx
      .select()
      .from(eraserTasks)
      .where(and(eq(eraserTasks.userId, userId), eq(eraserTasks.idempotencyKey, form.idempotency_key)));
    if (known) return known.id;
  }
  const chosen = await chosenPages(tx, userId, form);
  await checkUnderWay(tx, userId, chosen.length);
  const record =
    form.record_id === undefined
      ? await newRecord(tx, userId, { title: titleOf(chosen[0]?.file, locale), ...form.tags })
      : await changeRecord(tx, userId, form.record_id, {});
  const last = await lastPosition(tx, record.id, chosen.length);
  const task = await newTask(tx, userId, record.id, form.idempotency_key);
  const strength = form.options.strength ?? (await rememberedStrength(tx, userId));
  const pages = await tx
    .insert(eraserPages)
    .values(
      chosen.map(({ file, filePage, rotation, corners, part }, at) => ({
        recordId: record.id,
        taskId: task.id,
        fileId: file.id,
        filePage,
        position: last + at + 1,
        name: pageName(file, filePage),
        options: { ...form.options, strength },
        rotation,
        corners,
        part,
        quotaKind: `paper:${record.paperType}`,
      })),
    )
    .returning();
  pages.sort((a, b) => a.position - b.position);
  for (const [at, page] of pages.entries()) {
    await reserveQuota(tx, quota, userId, page).catch((error) => {
      throw error instanceof AppError && error.code === 'quotaUsedUp'
        ? withRemainingBefore(error, at)
        : error;
    });
    await queuePage(tx, page, at + 1);
  }
  return task.id;
}

/** Reports the quota that was left before this task reserved some of it. */
const withRemainingBefore = ({ details }: AppError, reserved: number) =>
  new AppError('quotaUsedUp', {
    details: { ...details, remaining: Number(details?.remaining ?? 0) + reserved },
  });

type Chosen = { file: FileRow; filePage: number } & Pick<PageRow, 'rotation' | 'corners' | 'part'>;

async function chosenPages(tx: Tx, userId: number, { files }: TaskForm): Promise<Chosen[]> {
  const ids = [...new Set(files.map(({ id }) => id))];
  const own = await tx
    .select()
    .from(eraserFiles)
    .where(and(inArray(eraserFiles.id, ids), eq(eraserFiles.userId, userId)))
    .for('key share');
  if (own.length !== ids.length) throw new AppError('notFound');
  const byId = new Map(own.map((file) => [file.id, file]));
  const chosen = files.flatMap(({ id, pages, ...taken }) => {
    const file = byId.get(id) as FileRow;
    const numbers = pages ?? Array.from({ length: file.pages }, (_, at) => at + 1);
    if (numbers.some((number) => number > file.pages)) throw new AppError('notFound');
    return numbers.map((filePage) => ({ file, filePage, ...taken }));
  });
  if (chosen.length > eraserLimits.pagesOfTask) throw limitReached(eraserLimits.pagesOfTask);
  return chosen;
}

async function checkUnderWay(tx: Tx, userId: number, more: number) {
  const [row] = await tx
    .select({ pages: count() })
    .from(eraserPages)
    .innerJoin(eraserRecords, eq(eraserRecords.id, eraserPages.recordId))
    .where(and(eq(eraserRecords.userId, userId), inArray(eraserPages.status, ['waiting', 'running'])));
  if ((row?.pages ?? 0) + more > eraserLimits.pagesUnderWay) throw limitReached(eraserLimits.pagesUnderWay);
}

async function lastPosition(tx: Tx, recordId: number, more: number) {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${eraserPages.position}), 0)::int`, pages: count() })
    .from(eraserPages)
    .where(and(eq(eraserPages.recordId, recordId), isNull(eraserPages.deletedAt)));
  if ((row?.pages ?? 0) + more > eraserLimits.pagesOfRecord) throw limitReached(eraserLimits.pagesOfRecord);
  return row?.last ?? 0;
}

const withoutEnding = (name: string) => name.replace(/\.[a-z0-9]{2,5}$/i, '').trim();
/** Never cuts a surrogate pair in half. */
const cutTo = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();

function titleOf(file: FileRow | undefined, locale: Locale) {
  const untitled = { 'zh-Hant': '未命名試卷', en: 'Untitled paper' };
  return cutTo(withoutEnding(file?.name ?? ''), eraserLimits.titleLength) || untitled[locale];
}

function pageName(file: FileRow, filePage: number) {
  const name = cutTo(withoutEnding(file.name), 70);
  return (file.pages > 1 ? `${name} ${filePage}` : name).trim();
}

/** A task with the title of its paper. */
type TitledTask = TaskRow & { title: string };
const taskColumns = { ...getTableColumns(eraserTasks), title: eraserRecords.title };

async function ownTask(db: Db | Tx, userId: number, id: number): Promise<TitledTask> {
  const [task] = await db
    .select(taskColumns)
    .from(eraserTasks)
    .innerJoin(eraserRecords, eq(eraserRecords.id, eraserTasks.recordId))
    .where(and(eq(eraserTasks.id, id), eq(eraserTasks.userId, userId), isNull(eraserRecords.deletedAt)));
  if (!task) throw new AppError('notFound');
  return task;
}

const pagesOf = (db: Db | Tx, taskId: number) =>
  db
    .select()
    .from(eraserPages)
    .where(and(eq(eraserPages.taskId, taskId), isNull(eraserPages.deletedAt)))
    .orderBy(asc(eraserPages.position), asc(eraserPages.id));

/** Done pages stay; the quota reserved for the others is released. */
export async function cancelTask(tx: Tx, quota: Quota, userId: number, id: number) {
  await lockAccount(tx, userId);
  const task = await ownTask(tx, userId, id);
  const unfinished = (await pagesOf(tx, task.id)).filter(isUnderWay);
  if (unfinished.length === 0) return;
  await tx.update(eraserTasks).set({ cancelledAt: sql`now()` }).where(eq(eraserTasks.id, task.id));
  await cancelRuns(
    tx,
    quota,
    userId,
    unfinished.map(({ id: page }) => page),
  );
}

/** Runs the failed and cancelled pages again. */
export async function retryTask(tx: Tx, quota: Quota, userId: number, id: number) {
  await lockAccount(tx, userId);
  const task = await ownTask(tx, userId, id);
  const all = await lockPages(
    tx,
    (await pagesOf(tx, task.id)).map(({ id: page }) => page),
  );
  const again = all.filter(({ status }) => status === 'failed' || status === 'cancelled');
  await checkUnderWay(tx, userId, again.length);
  await tx.update(eraserTasks).set({ cancelledAt: null }).where(eq(eraserTasks.id, task.id));
  for (const [at, page] of again.entries()) await runAgain(tx, quota, userId, page, {}, at + 1);
}

type RunChanges = Partial<Pick<PageRow, 'options' | 'rotation' | 'corners'>>;

/** Starts a new run of a locked page; an earlier run still in progress is superseded. */
export async function runAgain(
  tx: Tx,
  quota: Quota,
  userId: number,
  page: PageRow,
  changes: RunChanges,
  position: number,
) {
  if (page.run >= eraserLimits.runsOfPage) throw limitReached(eraserLimits.runsOfPage);
  if (page.versions >= eraserLimits.versionsOfPage) throw limitReached(eraserLimits.versionsOfPage);
  await reserveQuota(tx, quota, userId, page);
  const [updated] = await tx
    .update(eraserPages)
    .set({
      ...changes,
      status: 'waiting',
      failure: null,
      lease: null,
      startedAt: null,
      endedAt: null,
      run: page.run + 1,
      updatedAt: sql`now()`,
    })
    .where(eq(eraserPages.id, page.id))
    .returning();
  await queuePage(tx, updated as PageRow, position);
  await announcePage(tx, userId, page);
}

export async function readTask(db: Db | Tx, userId: number, id: number, locale: Locale): Promise<EraseTask> {
  return taskView(db, await ownTask(db, userId, id), locale);
}

/** Running tasks first, then the latest. Tasks that only copied a shared paper are left out. */
export async function listTasks(db: Db | Tx, userId: number, locale: Locale): Promise<EraseTask[]> {
  const rows = await db
    .select(taskColumns)
    .from(eraserTasks)
    .innerJoin(eraserRecords, eq(eraserRecords.id, eraserTasks.recordId))
    .where(
      and(
        eq(eraserTasks.userId, userId),
        isNull(eraserRecords.deletedAt),
        sql`exists (select from eraser_pages where task_id = ${eraserTasks.id} and deleted_at is null
          and copied_version is null)`,
      ),
    )
    .orderBy(
      desc(sql`exists (select from eraser_pages where task_id = ${eraserTasks.id} and deleted_at is null
        and status in ('waiting', 'running'))`),
      desc(eraserTasks.id),
    )
    .limit(20);
  return Promise.all(rows.map((task) => taskView(db, task, locale)));
}

async function taskView(db: Db | Tx, task: TitledTask, locale: Locale): Promise<EraseTask> {
  const pages = await pagesOf(db, task.id);
  const countOf = (status: PageRow['status']) => pages.filter((page) => page.status === status).length;
  const running = pages.some(isUnderWay);
  const ends = pages.map(({ endedAt }) => endedAt?.getTime() ?? 0);
  return {
    id: task.id,
    record_id: task.recordId,
    title: task.title,
    status: running ? 'running' : task.cancelledAt ? 'cancelled' : 'done',
    pages: pages.length,
    pages_done: countOf('done'),
    pages_failed: countOf('failed'),
    pages_cancelled: countOf('cancelled'),
    seconds_left: running ? secondsLeft(pages, new Date()) : 0,
    created_at: task.createdAt.toISOString(),
    ended_at: running || pages.length === 0 ? null : new Date(Math.max(...ends)).toISOString(),
    image_records: await pageViews(db, pages, locale),
  };
}

type Timed = Pick<PageRow, 'status' | 'startedAt' | 'endedAt'>;

const sampleSize = 8;

/** Estimated from the pace of the latest done pages, pauses between them included; null before the first. */
export function secondsLeft(pages: Timed[], now: Date): number | null {
  const done = pages
    .flatMap(({ status, startedAt, endedAt }) =>
      status === 'done' && startedAt && endedAt
        ? [{ start: startedAt.getTime(), end: endedAt.getTime() }]
        : [],
    )
    .sort((a, b) => b.end - a.end)
    .slice(0, sampleSize);
  const newest = done[0];
  if (!newest) return null;
  const begun = Math.min(...done.map(({ start }) => start));
  const left = pages.filter(({ status }) => status === 'waiting' || status === 'running').length;
  const pace = (newest.end - begun) / done.length;
  return Math.max(1, Math.ceil((left * pace - (now.getTime() - newest.end)) / 1000));
}
