import { and, asc, desc, eq, gt, ilike, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import { checkReferences } from '#server/domains/reference/check-references.ts';
import type { Reference } from '#server/domains/reference/reference.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { eraserCalls, RecordTags } from '#shared/eraser/eraser.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import { stopSharing } from './publish.ts';
import { cancelRuns } from './runs.ts';
import { eraserPages, eraserRecords, type RecordRow } from './tables.ts';
import { recordViews } from './views.ts';

type ListQuery = z.output<(typeof eraserCalls)['GET /api_ai/eraser/erase_trace_record/']['query']>;
type Change = z.output<(typeof eraserCalls)['PUT /api_ai/eraser/erase_trace_record/{id}/']['body']>;

export const undoCutoff = sql`now() - make_interval(days => ${eraserLimits.undoDays})`;

/** Throws field errors for ids that are not in the reference lists. */
export async function checkTags(
  reference: Reference,
  tags: Partial<RecordTags>,
  locale: Locale,
  within = '',
) {
  await checkReferences(
    reference,
    [
      { list: 'grade', field: `${within}grade_id`, id: tags.grade_id ?? null },
      { list: 'major_subject', field: `${within}major_subject_id`, id: tags.major_subject_id ?? null },
      { list: 'other_subject', field: `${within}other_subject_id`, id: tags.other_subject_id ?? null },
      { list: 'school', field: `${within}school_id`, id: tags.school_id ?? null },
    ],
    locale,
  );
}

function columnsOf(tags: Partial<RecordTags>): Partial<typeof eraserRecords.$inferInsert> {
  const { title, grade_id, major_subject_id, other_subject_id, school_id, school_name, year, paper_type } =
    tags;
  return {
    ...(title !== undefined && { title }),
    ...(grade_id !== undefined && { gradeId: grade_id }),
    ...(major_subject_id !== undefined && { majorSubjectId: major_subject_id }),
    ...(other_subject_id !== undefined && { otherSubjectId: other_subject_id }),
    ...(school_id !== undefined && { schoolId: school_id }),
    ...(school_name !== undefined && { schoolName: school_name }),
    ...(year !== undefined && { year }),
    ...(paper_type !== undefined && { paperType: paper_type }),
  };
}

export async function newRecord(
  tx: Tx,
  userId: number,
  { title, ...tags }: Partial<RecordTags> & { title: string },
  copiedFrom: number | null = null,
): Promise<RecordRow> {
  const [made] = await tx
    .insert(eraserRecords)
    .values({ userId, title, copiedFrom, ...columnsOf(tags) })
    .returning();
  if (!made) throw new Error('an inserted record came back empty');
  return made;
}

/** Locks papers of the user that are not deleted, in id order; not found unless all exist. */
export async function lockRecords(tx: Tx, userId: number, ids: number[]): Promise<RecordRow[]> {
  const rows = await tx
    .select()
    .from(eraserRecords)
    .where(
      and(inArray(eraserRecords.id, ids), eq(eraserRecords.userId, userId), isNull(eraserRecords.deletedAt)),
    )
    .orderBy(asc(eraserRecords.id))
    .for('update');
  if (rows.length !== new Set(ids).size) throw new AppError('notFound');
  return rows;
}

/** Renames, tags and reorders; omitted fields are unchanged. */
export async function changeRecord(tx: Tx, userId: number, id: number, { page_order, ...tags }: Change) {
  await lockAccount(tx, userId);
  await lockRecords(tx, userId, [id]);
  if (page_order) {
    const pages = await pageIds(tx, id);
    if (pages.length !== page_order.length || pages.some((page) => !page_order.includes(page)))
      throw new AppError('conflict');
    await setPageOrder(tx, page_order);
  }
  const [changed] = await tx
    .update(eraserRecords)
    .set({ ...columnsOf(tags), updatedAt: sql`now()` })
    .where(eq(eraserRecords.id, id))
    .returning();
  return changed as RecordRow;
}

/** Page ids in order, without deleted pages. */
export async function pageIds(tx: Tx, recordId: number): Promise<number[]> {
  const rows = await tx
    .select({ id: eraserPages.id })
    .from(eraserPages)
    .where(and(eq(eraserPages.recordId, recordId), isNull(eraserPages.deletedAt)))
    .orderBy(asc(eraserPages.position), asc(eraserPages.id));
  return rows.map(({ id }) => id);
}

export async function setPageOrder(tx: Tx, ids: number[]) {
  await tx.execute(sql`
    update eraser_pages set position = place.at
    from unnest(${sql.param(ids)}::bigint[]) with ordinality as place (id, at)
    where eraser_pages.id = place.id and eraser_pages.position <> place.at`);
}

/** Deletes all papers or none. Pages that wait or run are cancelled and not charged. */
export async function deleteRecords(tx: Tx, quota: Quota, userId: number, ids: number[]) {
  await lockAccount(tx, userId);
  await lockRecords(tx, userId, ids);
  for (const id of ids) {
    await stopSharing(tx, id);
    await cancelRuns(tx, quota, userId, await pageIds(tx, id));
  }
  await tx.update(eraserRecords).set({ deletedAt: sql`now()` }).where(inArray(eraserRecords.id, ids));
}

/**
 * Restores all or none: not found if one belongs to another user, is not deleted or is past the undo period.
 */
export async function restore(
  tx: Tx,
  userId: number,
  { records, images }: { records: number[]; images: number[] },
) {
  await lockAccount(tx, userId);
  const recordIds = [...new Set(records)];
  const imageIds = [...new Set(images)];
  if (recordIds.length > 0) {
    const restored = await tx
      .update(eraserRecords)
      .set({ deletedAt: null, updatedAt: sql`now()` })
      .where(
        and(
          inArray(eraserRecords.id, recordIds),
          eq(eraserRecords.userId, userId),
          gt(eraserRecords.deletedAt, undoCutoff),
          // At most one copy of a shared paper may exist: neither a newer copy nor a second one in this
          // request.
          sql`not exists (select from eraser_records other where other.user_id = ${userId}
            and other.id <> ${eraserRecords.id} and other.copied_from = ${eraserRecords.copiedFrom}
            and (other.deleted_at is null or other.id in (select unnest(${sql.param(recordIds)}::bigint[]))))`,
        ),
      )
      .returning({ id: eraserRecords.id });
    if (restored.length !== recordIds.length) throw new AppError('notFound');
  }
  if (imageIds.length > 0) await restorePages(tx, userId, imageIds);
}

async function restorePages(tx: Tx, userId: number, ids: number[]) {
  const restored = await tx
    .update(eraserPages)
    .set({ deletedAt: null, updatedAt: sql`now()` })
    .where(
      and(
        inArray(eraserPages.id, ids),
        gt(eraserPages.deletedAt, undoCutoff),
        sql`exists (select from eraser_records where eraser_records.id = ${eraserPages.recordId}
          and eraser_records.user_id = ${userId} and eraser_records.deleted_at is null)`,
      ),
    )
    .returning({ recordId: eraserPages.recordId });
  if (restored.length !== ids.length) throw new AppError('notFound');
  for (const recordId of new Set(restored.map((row) => row.recordId))) {
    const all = await pageIds(tx, recordId);
    if (all.length > eraserLimits.pagesOfRecord)
      throw new AppError('reachedLimit', { details: { limit: eraserLimits.pagesOfRecord } });
    await setPageOrder(tx, all);
  }
}

const likeText = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Condition for papers that match the filters; 0 matches any. */
export function matchesFilters({
  grade,
  major_subject,
  other_subject,
  search,
}: Pick<ListQuery, 'grade' | 'major_subject' | 'other_subject' | 'search'>) {
  const word = likeText(search);
  return and(
    grade === 0 ? undefined : eq(eraserRecords.gradeId, grade),
    major_subject === 0 ? undefined : eq(eraserRecords.majorSubjectId, major_subject),
    other_subject === 0 ? undefined : eq(eraserRecords.otherSubjectId, other_subject),
    search === ''
      ? undefined
      : or(
          ilike(eraserRecords.title, word),
          ilike(eraserRecords.schoolName, word),
          sql`exists (select from schools where schools.id = ${eraserRecords.schoolId}
            and (schools.name_zh_hant ilike ${word} or schools.name_en ilike ${word}))`,
        ),
  );
}

const orders = {
  newest: [desc(eraserRecords.createdAt), desc(eraserRecords.id)],
  oldest: [asc(eraserRecords.createdAt), asc(eraserRecords.id)],
  title: [asc(eraserRecords.title), desc(eraserRecords.id)],
  updated: [desc(eraserRecords.updatedAt), desc(eraserRecords.id)],
} as const;

export async function listRecords(db: Db | Tx, userId: number, { sort, deleted, ...filter }: ListQuery) {
  const wanted = and(
    eq(eraserRecords.userId, userId),
    deleted
      ? and(isNotNull(eraserRecords.deletedAt), gt(eraserRecords.deletedAt, undoCutoff))
      : isNull(eraserRecords.deletedAt),
    matchesFilters(filter),
  );
  const { rows, counted } = await pageOfTable(db, eraserRecords, filter, { wanted, order: orders[sort] });
  return { list: await recordViews(db, rows), ...counted };
}
