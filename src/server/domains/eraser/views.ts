import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError, type Translations } from '#server/ground/http/errors.ts';
import {
  EraseRecord,
  type EraseRecordDetail,
  ImageRecord,
  type PageFailure,
  PageVersion,
  Practice,
} from '#shared/eraser/eraser.ts';
import { eraserLimits } from '#shared/eraser/limits.ts';
import type { Locale } from '#shared/locale.ts';
import {
  eraserPages,
  eraserPractices,
  eraserRecords,
  eraserVersions,
  type PageRow,
  type PracticeRow,
  type RecordRow,
  type VersionRow,
} from './tables.ts';

const failureMessages: Record<PageFailure, Translations> = {
  unreadable: {
    'zh-Hant': '未能讀取這一頁，請重新拍攝或換一個檔案',
    en: 'This page could not be read; please take it again or use another file',
  },
  too_large: {
    'zh-Hant': '這一頁的解像度太高，請縮小後再試',
    en: 'This page has too many pixels; please make it smaller',
  },
  too_slow: {
    'zh-Hant': '這一頁太複雜，處理時間過長，請換一張相片再試',
    en: 'This page is too complex and took too long; please try another photo',
  },
  quota: {
    'zh-Hant': '可用頁數已用完，這一頁沒有扣數',
    en: 'Your pages are used up; this one was not charged',
  },
  lost_file: {
    'zh-Hant': '原檔已不在，請重新上載',
    en: 'The file is no longer here; please upload it again',
  },
  internal: {
    'zh-Hant': '系統未能處理這一頁，沒有扣數，請再試一次',
    en: 'Something went wrong on our side; it was not charged, please try again',
  },
};

/** Shares of a page below this are no writing: a tick on an A4 page is larger. */
const unseenShare = 1 / 20_000;

/** Whether the engine erased nothing that can be seen, though it was asked to. */
export function isUnchanged({ changed, strength, options, width, height }: VersionSeen) {
  if (!changed || !strength || (!options.student_ink && !options.teacher_marks)) return false;
  return changed[strength] < width * height * unseenShare;
}
type VersionSeen = Pick<VersionRow, 'changed' | 'strength' | 'options' | 'width' | 'height'>;

function pageView(row: PageRow, current: VersionRow | undefined, locale: Locale): ImageRecord {
  return {
    ...fieldsOf(ImageRecord, row),
    message: row.failure ? failureMessages[row.failure][locale] : '',
    width: current?.width ?? 0,
    height: current?.height ?? 0,
    used_rotation: current?.rotation ?? 0,
    used_corners: current?.corners ?? null,
    runs_left: Math.max(0, eraserLimits.runsOfPage - row.run),
    is_accepted: row.acceptedAt !== null,
    strength: current?.strength ?? null,
    strengths_of: (current?.kind === 'strength' && current.madeFrom) || row.version,
    is_unchanged: current !== undefined && isUnchanged(current),
  };
}

/** Pages in the order of `rows`, each with its current version. */
export async function pageViews(db: Db | Tx, rows: PageRow[], locale: Locale): Promise<ImageRecord[]> {
  if (rows.length === 0) return [];
  const versions = await db
    .select({ version: eraserVersions })
    .from(eraserVersions)
    .innerJoin(
      eraserPages,
      and(eq(eraserPages.id, eraserVersions.pageId), eq(eraserPages.version, eraserVersions.number)),
    )
    .where(
      inArray(
        eraserVersions.pageId,
        rows.map(({ id }) => id),
      ),
    );
  const byPage = new Map(versions.map(({ version }) => [version.pageId, version]));
  return rows.map((row) => pageView(row, byPage.get(row.id), locale));
}

export function versionView(row: VersionRow, current: number): PageVersion {
  return { ...fieldsOf(PageVersion, row), from: row.madeFrom, is_current: row.number === current };
}

export const practiceView = (row: PracticeRow): Practice => fieldsOf(Practice, row);

const undoMs = eraserLimits.undoDays * 24 * 60 * 60 * 1000;

type Summary = {
  record_id: number;
  pages: number;
  done: number;
  failed: number;
  task: number | null;
  cover: number | null;
  cover_version: number;
};

/** Papers in the order of `rows`, each with a summary of its pages. */
export async function recordViews(db: Db | Tx, rows: RecordRow[]): Promise<EraseRecord[]> {
  if (rows.length === 0) return [];
  const found = await db.execute<Summary>(sql`
    select record_id::float8 as record_id, count(*)::int as pages,
      count(*) filter (where version > 0)::int as done,
      count(*) filter (where status = 'failed')::int as failed,
      max(task_id)::float8 as task,
      (array_agg(id::float8 order by (version = 0), position))[1] as cover,
      (array_agg(version order by (version = 0), position))[1] as cover_version
    from eraser_pages
    where deleted_at is null and record_id in (select unnest(${sql.param(rows.map(({ id }) => id))}::bigint[]))
    group by record_id`);
  const byRecord = new Map(found.rows.map((row) => [row.record_id, row]));
  return rows.map((row) => recordView(row, byRecord.get(row.id)));
}

function recordView(row: RecordRow, pages: Summary | undefined): EraseRecord {
  return {
    ...fieldsOf(EraseRecord, row),
    page_count: pages?.pages ?? 0,
    task_id: pages?.task ?? null,
    pages_done: pages?.done ?? 0,
    pages_failed: pages?.failed ?? 0,
    cover: pages?.cover ?? null,
    cover_version: pages?.cover_version ?? 0,
    is_shared: row.sharedAt !== null,
    is_taken_down: row.takenDownAt !== null,
    gone_at: row.deletedAt && new Date(row.deletedAt.getTime() + undoMs).toISOString(),
  };
}

/**
 * A paper of the user, also a deleted one until it is removed for good. Another user's paper answers as not
 * found.
 */
export async function ownRecord(db: Db | Tx, userId: number, id: number): Promise<RecordRow> {
  const [row] = await db
    .select()
    .from(eraserRecords)
    .where(and(eq(eraserRecords.id, id), eq(eraserRecords.userId, userId)));
  if (!row) throw new AppError('notFound');
  return row;
}

export async function recordDetail(db: Db | Tx, row: RecordRow, locale: Locale): Promise<EraseRecordDetail> {
  const [record] = await recordViews(db, [row]);
  const pages = await db
    .select()
    .from(eraserPages)
    .where(eq(eraserPages.recordId, row.id))
    .orderBy(asc(eraserPages.position), asc(eraserPages.id));
  const practices = await db
    .select()
    .from(eraserPractices)
    .where(eq(eraserPractices.recordId, row.id))
    .orderBy(desc(eraserPractices.id))
    .limit(10);
  const views = await pageViews(db, pages, locale);
  return {
    ...(record as EraseRecord),
    pages: views.filter(({ deleted_at }) => deleted_at === null),
    deleted_pages: views.filter(({ deleted_at }) => deleted_at !== null),
    practices: practices.map(practiceView),
  };
}

/** A page of the user; neither the page nor its paper is deleted. */
export async function ownPage(db: Db | Tx, userId: number, id: number): Promise<PageRow> {
  const [row] = await db
    .select({ page: eraserPages })
    .from(eraserPages)
    .innerJoin(eraserRecords, eq(eraserRecords.id, eraserPages.recordId))
    .where(
      and(
        eq(eraserPages.id, id),
        eq(eraserRecords.userId, userId),
        isNull(eraserPages.deletedAt),
        isNull(eraserRecords.deletedAt),
      ),
    );
  if (!row) throw new AppError('notFound');
  return row.page;
}

export async function readPage(db: Db | Tx, userId: number, id: number, locale: Locale) {
  const [view] = await pageViews(db, [await ownPage(db, userId, id)], locale);
  return view as ImageRecord;
}
