import { and, eq, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { announce } from '#server/domains/messages/events.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { addJob, defineJob, type Job } from '#server/ground/jobs/jobs.ts';
import { removeExports } from './exports.ts';
import { scheduleRemoval } from './page-files.ts';
import { stopSharing } from './publish.ts';
import { undoCutoff } from './records.ts';
import { queuePage } from './runs.ts';
import {
  eraserExports,
  eraserFiles,
  eraserPages,
  eraserRecords,
  eraserTasks,
  eraserVersions,
  type PageRow,
} from './tables.ts';
import { endExpiredUploads } from './uploads.ts';

const intervalMs = 60 * 60 * 1000;
const batchSize = 50;
/** Files without pages are deleted this many days after their last upload. */
const unusedFileDays = 7;
const tidyJob = { name: 'tidy_eraser', payload: z.object({}) };

/**
 * Deletes what can no longer be restored, with its files. The job key keeps one job waiting, whatever the
 * number of processes; each run schedules the next.
 */
export const tidyEraserJob: Job = defineJob({
  ...tidyJob,
  async run(_payload, { database, signal }) {
    for (const step of [purgeRecords, purgePages, purgeFiles, purgeExports]) {
      while ((await database.transaction(step)) === batchSize) signal.throwIfAborted();
    }
    await database.transaction(endExpiredUploads);
    await database.transaction(requeueLostPages);
    await database.transaction(failLostExports);
    await database.transaction((tx) => scheduleTidying(tx, new Date(Date.now() + intervalMs)));
  },
});

/** Schedules one run. */
export const scheduleTidying = (tx: Tx, runAt: Date) =>
  addJob(tx, tidyJob, {}, { key: 'tidy eraser', runAt });

/** Called at the start of every process, so that tidying never stops. */
export const startEraserTidying = (database: Database) =>
  database.transaction((tx) => scheduleTidying(tx, new Date()));

async function purgeRecords(tx: Tx) {
  const old = await tx
    .select({ id: eraserRecords.id })
    .from(eraserRecords)
    .where(and(isNotNull(eraserRecords.deletedAt), lte(eraserRecords.deletedAt, undoCutoff)))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  for (const { id } of old) await purgeRecord(tx, id);
  return old.length;
}

async function purgeRecord(tx: Tx, id: number) {
  await stopSharing(tx, id);
  await removePages(tx, await tx.select().from(eraserPages).where(eq(eraserPages.recordId, id)));
  await tx.delete(eraserTasks).where(eq(eraserTasks.recordId, id));
  await tx.delete(eraserRecords).where(eq(eraserRecords.id, id));
}

async function purgePages(tx: Tx) {
  const old = await tx
    .select()
    .from(eraserPages)
    .where(and(isNotNull(eraserPages.deletedAt), lte(eraserPages.deletedAt, undoCutoff)))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  await removePages(tx, old);
  return old.length;
}

/** Deletes pages with their versions; an uploaded file stays while another page uses it. */
async function removePages(tx: Tx, pages: PageRow[]) {
  if (pages.length === 0) return;
  const ids = pages.map(({ id }) => id);
  const versions = await tx
    .delete(eraserVersions)
    .where(inArray(eraserVersions.pageId, ids))
    .returning({ bundle: eraserVersions.bundle });
  await tx.delete(eraserPages).where(inArray(eraserPages.id, ids));
  const drawn = pages.flatMap(({ originalBundle }) => originalBundle ?? []);
  await scheduleRemoval(tx, [...versions.map(({ bundle }) => bundle), ...drawn]);
  const files = [...new Set(pages.flatMap(({ fileId }) => fileId ?? []))];
  await removeFiles(tx, files);
}

const notUsed = sql`not exists (select from eraser_pages where eraser_pages.file_id = ${eraserFiles.id})`;

async function removeFiles(tx: Tx, ids: number[]) {
  if (ids.length === 0) return;
  const gone = await tx
    .delete(eraserFiles)
    .where(and(inArray(eraserFiles.id, ids), notUsed))
    .returning({ bundle: eraserFiles.bundle });
  await scheduleRemoval(
    tx,
    gone.map(({ bundle }) => bundle),
  );
}

async function purgeFiles(tx: Tx) {
  const unused = await tx
    .select({ id: eraserFiles.id })
    .from(eraserFiles)
    .where(and(lte(eraserFiles.cachedAt, sql`now() - make_interval(days => ${unusedFileDays})`), notUsed))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  await removeFiles(
    tx,
    unused.map(({ id }) => id),
  );
  return unused.length;
}

async function purgeExports(tx: Tx) {
  const over = await tx
    .select({ id: eraserExports.id })
    .from(eraserExports)
    .where(lte(eraserExports.expiresAt, sql`now()`))
    .limit(batchSize)
    .for('update', { skipLocked: true });
  await removeExports(
    tx,
    over.map(({ id }) => id),
  );
  return over.length;
}

/** No job that can still run: the queue gives up a job that was lost too often. */
const withoutJob = (key: SQL) => sql`not exists (select from graphile_worker.jobs where jobs.key = ${key}
  and (jobs.attempts < jobs.max_attempts or jobs.locked_at is not null))`;

/** Queues pages again whose job is gone; they would wait forever. */
async function requeueLostPages(tx: Tx) {
  const waiting = await tx
    .select()
    .from(eraserPages)
    .where(
      and(
        or(eq(eraserPages.status, 'waiting'), eq(eraserPages.status, 'running')),
        withoutJob(sql`'erase page ' || ${eraserPages.id}`),
        lte(eraserPages.updatedAt, sql`now() - interval '10 minutes'`),
      ),
    )
    .limit(batchSize);
  for (const page of waiting) await queuePage(tx, page, 1);
}

/** Fails exports whose job is gone, so that the owner stops waiting and can request them again. */
async function failLostExports(tx: Tx) {
  const failed = await tx
    .update(eraserExports)
    .set({ status: 'failed' })
    .where(
      and(
        inArray(eraserExports.status, ['waiting', 'running']),
        withoutJob(sql`'export ' || ${eraserExports.id}`),
      ),
    )
    .returning({ id: eraserExports.id, userId: eraserExports.userId });
  for (const { id, userId } of failed) await announce(tx, userId, { kind: 'export', export: id });
}
