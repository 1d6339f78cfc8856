import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { areBlocked, notBlocked } from '#server/domains/blocks/blocks.ts';
import { enqueue } from '#server/domains/operator/queue.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { coverContacts } from '#shared/contacts/cover-contacts.ts';
import { type EraseRecord, RecordTags } from '#shared/eraser/eraser.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import { type eraserSharingCalls, SharedRecord, type SharedRecordDetail } from '#shared/eraser/sharing.ts';
import type { Urgency } from '#shared/operator.ts';
import { reportKind } from './publish.ts';
import { lockRecords, matchesFilters, newRecord } from './records.ts';
import { queuePage } from './runs.ts';
import {
  eraserPages,
  eraserRecords,
  eraserReports,
  eraserSharedPages,
  eraserVersions,
  type RecordRow,
} from './tables.ts';
import { newTask } from './task-rows.ts';
import { recordViews } from './views.ts';

type ListQuery = z.output<(typeof eraserSharingCalls)['GET /api_ai/eraser/shared_record']['query']>;
type Report = z.output<(typeof eraserSharingCalls)['POST /api_ai/eraser/shared_record/{id}/report']['body']>;

/**
 * Shares the current versions of the pages. Publishing again replaces them with the versions current then.
 */
export async function publish(tx: Tx, userId: number, id: number) {
  await lockAccount(tx, userId);
  const [record] = await lockRecords(tx, userId, [id]);
  // Not allowed for a paper that was taken down, nor for copied papers or copied pages that were moved to
  // another paper.
  if (!record || record.takenDownAt || record.copiedFrom !== null) throw new AppError('notAllowed');
  const copied = and(
    eq(eraserPages.recordId, id),
    isNull(eraserPages.deletedAt),
    isNotNull(eraserPages.copiedVersion),
  );
  if ((await tx.$count(eraserPages, copied)) > 0) throw new AppError('notAllowed');
  const shared = and(eq(eraserRecords.userId, userId), isNotNull(eraserRecords.sharedAt));
  if (!record.sharedAt && (await tx.$count(eraserRecords, shared)) >= eraserLimits.sharedRecords)
    throw new AppError('reachedLimit', { details: { limit: eraserLimits.sharedRecords } });
  await tx.delete(eraserSharedPages).where(eq(eraserSharedPages.recordId, id));
  const shown = await tx.execute(sql`
    insert into eraser_shared_pages (record_id, number, version_id)
    select ${id}, row_number() over (order by eraser_pages.position, eraser_pages.id), eraser_versions.id
    from eraser_pages join eraser_versions
      on eraser_versions.page_id = eraser_pages.id and eraser_versions.number = eraser_pages.version
    where eraser_pages.record_id = ${id} and eraser_pages.deleted_at is null`);
  if (shown.rowCount === 0) throw new AppError('conflict');
  await tx
    .update(eraserRecords)
    .set({ sharedAt: sql`coalesce(${eraserRecords.sharedAt}, now())`, updatedAt: sql`now()` })
    .where(eq(eraserRecords.id, id));
}

type Reader = number | undefined;

/** What the owner wrote about a paper, as others see it. */
const coveredTags = ({ title, schoolName }: RecordRow) => ({
  title: coverContacts(title),
  school_name: coverContacts(schoolName),
});

async function sharedViews(db: Db | Tx, rows: RecordRow[], reader: Reader): Promise<SharedRecord[]> {
  if (rows.length === 0) return [];
  const { rows: known } = await db.execute<{ id: number; pages: number; reported: boolean }>(sql`
    select eraser_shared_pages.record_id::float8 as id, count(*)::int as pages,
      exists (select from eraser_reports where eraser_reports.record_id = eraser_shared_pages.record_id
        and user_id = ${reader ?? 0} and decided_at is null) as reported
    from eraser_shared_pages
    where record_id in (select unnest(${sql.param(rows.map(({ id }) => id))}::bigint[]))
    group by record_id`);
  const byId = new Map(known.map((row) => [row.id, row]));
  return rows.map((row) => ({
    ...fieldsOf(SharedRecord, row),
    ...coveredTags(row),
    page_count: byId.get(row.id)?.pages ?? 0,
    shared_at: (row.sharedAt as Date).toISOString(),
    is_mine: row.userId === reader,
    is_reported: byId.get(row.id)?.reported ?? false,
  }));
}

export async function listShared(db: Db | Tx, reader: Reader, query: ListQuery) {
  const { rows, counted } = await pageOfTable(db, eraserRecords, query, {
    wanted: and(
      isNotNull(eraserRecords.sharedAt),
      matchesFilters(query),
      inGoodStanding(sql`${eraserRecords.userId}`),
      notBlocked(reader, sql`${eraserRecords.userId}`),
    ),
    order: [desc(eraserRecords.sharedAt), desc(eraserRecords.id)],
  });
  return { list: await sharedViews(db, rows, reader), ...counted };
}

const isShared = (id: number) =>
  and(
    eq(eraserRecords.id, id),
    isNotNull(eraserRecords.sharedAt),
    inGoodStanding(sql`${eraserRecords.userId}`),
  );

async function sharedRecord(db: Db | Tx, reader: Reader, id: number): Promise<RecordRow> {
  const [row] = await db.select().from(eraserRecords).where(isShared(id));
  if (!row) throw new AppError('notFound');
  if (reader !== undefined && (await areBlocked(db, reader, row.userId))) throw new AppError('notFound');
  return row;
}

export async function readShared(db: Db | Tx, reader: Reader, id: number): Promise<SharedRecordDetail> {
  const [view] = await sharedViews(db, [await sharedRecord(db, reader, id)], reader);
  const pages = await db
    .select({
      number: eraserSharedPages.number,
      width: eraserVersions.width,
      height: eraserVersions.height,
    })
    .from(eraserSharedPages)
    .innerJoin(eraserVersions, eq(eraserVersions.id, eraserSharedPages.versionId))
    .where(eq(eraserSharedPages.recordId, id))
    .orderBy(asc(eraserSharedPages.number));
  return { ...(view as SharedRecord), pages };
}

/**
 * Copies the clean pages into a paper of the user; a job copies the files. A repeated request returns the
 * existing copy.
 */
export async function copyShared(tx: Tx, userId: number, id: number): Promise<EraseRecord> {
  await lockAccount(tx, userId);
  const [mine] = await tx
    .select()
    .from(eraserRecords)
    .where(
      and(
        eq(eraserRecords.userId, userId),
        eq(eraserRecords.copiedFrom, id),
        isNull(eraserRecords.deletedAt),
      ),
    );
  const made = mine ?? (await makeCopy(tx, userId, await sharedRecord(tx, userId, id)));
  return (await recordViews(tx, [made]))[0] as EraseRecord;
}

async function makeCopy(tx: Tx, userId: number, source: RecordRow): Promise<RecordRow> {
  if (source.userId === userId) throw new AppError('notAllowed');
  // Deleted copies count until they are removed for good.
  const copies = and(eq(eraserRecords.userId, userId), eq(eraserRecords.copiedFrom, source.id));
  if ((await tx.$count(eraserRecords, copies)) >= eraserLimits.copiesOfShared)
    throw new AppError('reachedLimit', { details: { limit: eraserLimits.copiesOfShared } });
  const pages = await tx
    .select({ number: eraserSharedPages.number, version: eraserVersions })
    .from(eraserSharedPages)
    .innerJoin(eraserVersions, eq(eraserVersions.id, eraserSharedPages.versionId))
    .where(eq(eraserSharedPages.recordId, source.id))
    .orderBy(asc(eraserSharedPages.number));
  const record = await newRecord(
    tx,
    userId,
    { ...fieldsOf(RecordTags, source), ...coveredTags(source) },
    source.id,
  );
  const task = await newTask(tx, userId, record.id);
  for (const { number, version } of pages) {
    const [page] = await tx
      .insert(eraserPages)
      .values({
        recordId: record.id,
        taskId: task.id,
        copiedVersion: version.id,
        position: number,
        options: version.options,
      })
      .returning();
    if (page) await queuePage(tx, page, 0);
  }
  return record;
}

/** Reports a paper to the operators, one open report per user and paper, and answers whom it is about. */
export async function reportShared(
  tx: Tx,
  userId: number,
  id: number,
  { reason, text, urgency = 1 }: Report & { urgency?: Urgency },
) {
  await lockAccount(tx, userId);
  // Locked until the report is written: a report about a paper that is no longer shared could never be
  // decided.
  const [record] = await tx.select().from(eraserRecords).where(isShared(id)).for('share');
  if (!record) throw new AppError('notFound');
  if (record.userId === userId) throw new AppError('notAllowed');
  await tx
    .insert(eraserReports)
    .values({ recordId: id, userId, reason, text })
    .onConflictDoUpdate({
      target: [eraserReports.recordId, eraserReports.userId],
      set: { reason, text, reportedAt: sql`now()`, decidedAt: null },
      setWhere: isNotNull(eraserReports.decidedAt),
    });
  const aboutUser = record.userId;
  await enqueue(tx, { kind: reportKind, subjectId: String(id), openedBy: userId, aboutUser, urgency });
  return aboutUser;
}

/** The papers of a user that others keep copies of, with their number. */
export async function copiesOfPapers(db: Db, userId: number) {
  const { rows } = await db.execute<{ title: string; copies: number }>(sql`
    select papers.title, count(*)::int as copies
    from eraser_records papers join eraser_records copies on copies.copied_from = papers.id
    where papers.user_id = ${userId} and copies.user_id <> ${userId} and copies.deleted_at is null
    group by papers.id order by papers.id`);
  return rows;
}
