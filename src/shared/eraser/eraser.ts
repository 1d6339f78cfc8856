import { z } from 'zod';
import type { Calls } from '../call.ts';
import { listOf, paging } from '../envelope.ts';
import { idempotencyKey, MajorSubjectId, ReferenceId, rowId, rowParams } from '../form-fields.ts';
import { neededText, plainText } from '../plain-text.ts';
import { currentMajorSubject } from '../subjects/subject-ids.ts';
import { eraserLimits, paperTypes, strengths } from './limits.ts';

const timestamp = z.iso.datetime();
const count = z.int().min(0);

/** Fraction of the width or height of the original page as it was uploaded. */
const fraction = z.number().min(0).max(1);
const Point = z.tuple([fraction, fraction]);
/**
 * The paper's corners in the original picture: top left, top right, bottom right, bottom left as a reader
 * sees them.
 */
export const Corners = z.tuple([Point, Point, Point, Point]);
export type Corners = z.infer<typeof Corners>;
/** Clockwise rotation of the straightened page, in degrees. */
export const Rotation = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);
export type Rotation = z.infer<typeof Rotation>;

/** From and to, as shares of the picture's width. */
const Part = z.tuple([fraction, fraction]).refine(([from, to]) => to - from >= eraserLimits.leastPart);
export type Part = z.infer<typeof Part>;

/** What the engine does to a page. A toggle that is off leaves those strokes in place. */
export const EraseOptions = z
  .object({
    student_ink: z.boolean().default(true).describe("erase the student's writing"),
    teacher_marks: z.boolean().default(true).describe("erase the teacher's marks"),
    whiten: z.boolean().default(false).describe('make the paper white'),
    crop: z.boolean().default(true).describe('find the paper and straighten it; off: the whole picture'),
    strength: z
      .enum(strengths)
      .optional()
      .describe('how sure the engine has to be, from most to least; without it as the person chose last'),
  })
  .meta({ id: 'EraseOptions' });
export type EraseOptions = z.output<typeof EraseOptions>;

export const pageStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
/** Why a page failed, as a code for clients; `message` explains it to the user. */
const pageFailures = ['unreadable', 'too_large', 'too_slow', 'quota', 'lost_file', 'internal'] as const;
export type PageFailure = (typeof pageFailures)[number];

/** One page of a paper: the SPEC's image record. */
export const ImageRecord = z
  .object({
    id: z.int(),
    record_id: z.int(),
    task_id: z.int().describe('the task of its paper that it belongs to, as in /erase/erase-1-{task}'),
    position: z.int().describe('from 1, in the order of the paper'),
    name: z.string().describe('of the file it came from, or as renamed'),
    status: z
      .enum(pageStatuses)
      .describe('of the latest run; with `version` above 0 there is a clean page to show whatever it says'),
    failure: z.enum(pageFailures).nullable(),
    message: z.string().describe('why it failed, in the language of the caller; else empty'),
    version: count.describe('number of the version it stands at; 0 before the first run is done'),
    versions: count.describe('how many there are'),
    width: count.describe('pixels of the page as it stands; 0 before the first run is done'),
    height: count,
    options: EraseOptions.describe('of its latest run, also one that waits'),
    rotation: Rotation.nullable().describe('as given for the latest run; null: as its print stands upright'),
    corners: Corners.nullable().describe('as given for the latest run; null: found by itself'),
    used_rotation: Rotation.describe('of the version it stands at'),
    used_corners: Corners.nullable().describe('of the version it stands at: where handles begin'),
    runs_left: count,
    is_accepted: z.boolean().describe('its owner has looked at it and keeps it'),
    strength: z
      .enum(strengths)
      .nullable()
      .describe('of the version it stands at; null where it cannot be switched'),
    strengths_of: count.describe(
      'the version whose three strengths are previewed: itself or the one it comes from',
    ),
    is_unchanged: z
      .boolean()
      .describe('at its strength the engine found no writing to erase, and nobody has erased any by hand'),
    updated_at: timestamp,
    deleted_at: timestamp.nullable(),
  })
  .meta({ id: 'ImageRecord' });
export type ImageRecord = z.infer<typeof ImageRecord>;

export const versionKinds = ['run', 'brush', 'copy', 'strength'] as const;
export const PageVersion = z
  .object({
    number: z.int().min(1),
    kind: z
      .enum(versionKinds)
      .describe(
        'run: by the engine; brush: by hand, from the version `from`; copy: of a shared page; strength: `from` at another strength',
      ),
    from: z.int().nullable(),
    strength: z.enum(strengths).nullable(),
    width: z.int(),
    height: z.int(),
    options: EraseOptions,
    rotation: Rotation.describe('that was applied'),
    corners: Corners.describe('that were taken for the paper'),
    created_at: timestamp,
    is_current: z.boolean(),
  })
  .meta({ id: 'PageVersion' });
export type PageVersion = z.infer<typeof PageVersion>;

const year = z.int().min(1950).max(2100);
/** Tags by which a paper is found again. null (an empty `school_name`) removes a tag. */
export const RecordTags = z.object({
  title: neededText(eraserLimits.titleLength),
  grade_id: ReferenceId.nullable(),
  major_subject_id: MajorSubjectId.nullable(),
  other_subject_id: ReferenceId.nullable(),
  school_id: ReferenceId.nullable().describe('of the list of schools'),
  school_name: plainText(eraserLimits.schoolLength).trim().describe('where the school is in no list'),
  year: year.nullable(),
  paper_type: z.enum(paperTypes),
});
export type RecordTags = z.output<typeof RecordTags>;

const baseFields = {
  id: z.int(),
  title: z.string(),
  grade_id: z.int().nullable(),
  major_subject_id: z.int().nullable(),
  other_subject_id: z.int().nullable(),
  school_id: z.int().nullable(),
  school_name: z.string(),
  year: z.int().nullable(),
  paper_type: z.enum(paperTypes),
  page_count: count,
};

/** One paper: the SPEC's erase trace record. */
export const EraseRecord = z
  .object({
    ...baseFields,
    task_id: z.int().nullable().describe('the latest task of it, as in /erase/erase-1-{task}'),
    pages_done: count,
    pages_failed: count,
    cover: z.int().nullable().describe('the image record whose thumbnail stands for it'),
    cover_version: count,
    is_shared: z.boolean(),
    is_taken_down: z.boolean().describe('an operator ended its sharing; it cannot be shared again'),
    copied_from: z.int().nullable().describe('the shared record it is a copy of'),
    created_at: timestamp,
    updated_at: timestamp,
    deleted_at: timestamp.nullable(),
    gone_at: timestamp.nullable().describe('when a deleted one is gone for good'),
  })
  .meta({ id: 'EraseRecord' });
export type EraseRecord = z.infer<typeof EraseRecord>;

export const Practice = z
  .object({
    id: z.int(),
    record_id: z.int(),
    started_at: timestamp,
    seconds: count.describe('on the clock, without pauses'),
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Practice' });
export type Practice = z.infer<typeof Practice>;

export const EraseRecordDetail = EraseRecord.extend({
  pages: z.array(ImageRecord).describe('in their order; deleted ones are not among them'),
  deleted_pages: z.array(ImageRecord).describe('which can be brought back still'),
  practices: z.array(Practice).describe('the latest ten, the latest first'),
}).meta({ id: 'EraseRecordDetail' });
export type EraseRecordDetail = z.infer<typeof EraseRecordDetail>;

const taskStatuses = ['running', 'done', 'cancelled'] as const;
export const EraseTask = z
  .object({
    id: z.int(),
    record_id: z.int(),
    title: z.string().describe('of its paper'),
    status: z
      .enum(taskStatuses)
      .describe('done: no page waits or runs any more, though some may have failed; cancelled: by its owner'),
    pages: count,
    pages_done: count,
    pages_failed: count,
    pages_cancelled: count,
    seconds_left: z.int().nullable().describe('a guess from pages done lately; null while there is none'),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
    image_records: z.array(ImageRecord).describe('in their order'),
  })
  .meta({ id: 'EraseTask' });
export type EraseTask = z.infer<typeof EraseTask>;

const nothing = z.object({});
const ids = (most: number) =>
  z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/)
    .transform((text) => [...new Set(text.split(',').map(Number))])
    .refine((list) => list.length <= most);
const filter = z.coerce.number().int().min(0).max(2_147_483_647).default(0).describe('0: any');

export const recordFilters = {
  grade: filter,
  major_subject: filter.overwrite(currentMajorSubject).describe('0: any'),
  other_subject: filter,
  search: z.string().trim().max(60).default('').describe('part of the title or of the school'),
};
const recordSorts = ['newest', 'oldest', 'title', 'updated'] as const;

const TaskForm = z.object({
  files: z
    .array(
      z.object({
        id: rowId.describe('of a file that was cached'),
        pages: z
          .array(z.int().min(1).max(eraserLimits.pagesOfFile))
          .min(1)
          .max(eraserLimits.pagesOfFile)
          .optional()
          .describe('which of its pages, in this order; all without it'),
        rotation: Rotation.nullable().default(null).describe('null: as its print stands upright'),
        corners: Corners.nullable().default(null).describe('null: found by itself'),
        part: Part.nullable()
          .default(null)
          .describe(
            'the page is looked for in this part of the width only: one of two pages in one photo, which is named twice; null: in all of it',
          ),
      }),
    )
    .min(1)
    .max(eraserLimits.filesOfTask),
  options: EraseOptions.default({ student_ink: true, teacher_marks: true, whiten: false, crop: true }),
  record_id: rowId
    .optional()
    .describe('adds the pages to the end of this paper of mine; else it is a new one'),
  tags: RecordTags.partial().optional().describe('of a new paper'),
  idempotency_key: idempotencyKey,
});

const RunForm = z.object({
  options: EraseOptions,
  rotation: Rotation.nullable().default(null).describe('null: as its print stands upright'),
  corners: Corners.nullable().default(null).describe('null: the engine finds the paper'),
});

/** Tasks, papers and pages of the caller. Anything that belongs to another user answers as not found. */
export const eraserCalls = {
  'POST /api_ai/eraser/erase_trace_task': {
    summary:
      'Erase pages of cached files: makes the paper, its pages and a job for each. The allowance has to suffice for all; a page is charged when it is done',
    audience: 'aiUser',
    body: TaskForm,
    data: EraseTask,
  },
  'GET /api_ai/eraser/erase_trace_task': {
    summary: 'Progress: of one task, or of all that are running and the latest that ended',
    audience: 'aiUser',
    query: z.object({ task_id: rowParams.shape.id.optional() }),
    data: z.object({ list: z.array(EraseTask) }),
  },
  'POST /api_ai/eraser/erase_trace_task/{id}/cancel': {
    summary: 'Stop: pages that are done stay, the others are not charged',
    audience: 'aiUser',
    params: rowParams,
    data: EraseTask,
  },
  'POST /api_ai/eraser/erase_trace_task/{id}/retry': {
    summary: 'Try the pages again that failed or were cancelled',
    audience: 'aiUser',
    params: rowParams,
    data: EraseTask,
  },

  'GET /api_ai/eraser/erase_trace_record/': {
    summary: "One's own papers; `deleted` shows those that can be brought back still",
    audience: 'aiUser',
    query: z.object({
      ...paging({ size: 12, max: 60 }),
      ...recordFilters,
      sort: z.enum(recordSorts).default('newest'),
      deleted: z.stringbool().default(false),
    }),
    data: listOf(EraseRecord),
  },
  'GET /api_ai/eraser/erase_trace_record/{id}/': {
    summary: 'One paper with its pages',
    audience: 'aiUser',
    params: rowParams,
    data: EraseRecordDetail,
  },
  'PUT /api_ai/eraser/erase_trace_record/{id}/': {
    summary: 'Rename, tag, reorder: what is not named stays',
    audience: 'aiUser',
    params: rowParams,
    body: RecordTags.partial().extend({
      page_order: z
        .array(rowId)
        .min(1)
        .max(eraserLimits.pagesOfRecord)
        .optional()
        .describe('every page that is not deleted, once; another set is a conflict'),
    }),
    data: EraseRecordDetail,
  },
  'DELETE /api_ai/eraser/erase_trace_record/{id}/': {
    summary: `Delete a paper; it can be brought back for ${eraserLimits.undoDays} days, then its files are gone`,
    audience: 'aiUser',
    params: rowParams,
    data: nothing,
  },
  'DELETE /api_ai/eraser/batch_delete': {
    summary: 'Delete several papers, or none when one of them is not mine or is deleted already',
    audience: 'aiUser',
    query: z.object({ records: ids(100).describe('ids with commas between them') }),
    data: z.object({ deleted: z.array(z.int()) }),
  },
  'POST /api_ai/eraser/restore': {
    summary: 'Bring deleted papers and pages back, all or none',
    audience: 'aiUser',
    body: z
      .object({
        records: z.array(rowId).max(100).default([]),
        images: z.array(rowId).max(eraserLimits.pagesOfRecord).default([]),
      })
      .refine(({ records, images }) => records.length + images.length > 0, { path: ['records'] }),
    data: nothing,
  },

  'PUT /api_ai/eraser/image_record/{id}/': {
    summary: 'Rename, accept, move to another place or to another paper of mine',
    audience: 'aiUser',
    params: rowParams,
    body: z.object({
      name: neededText(eraserLimits.titleLength).optional(),
      is_accepted: z.boolean().optional(),
      record_id: rowId
        .optional()
        .describe('another paper; the page goes to its end unless `position` says where'),
      position: z.int().min(1).max(eraserLimits.pagesOfRecord).optional(),
    }),
    data: ImageRecord,
  },
  'DELETE /api_ai/eraser/image_record/{id}/': {
    summary: `Delete a page; it can be brought back for ${eraserLimits.undoDays} days`,
    audience: 'aiUser',
    params: rowParams,
    data: nothing,
  },
  'POST /api_ai/eraser/image_record/{id}/run': {
    summary:
      'Run a page again, as it is (a retry) or with other options, corners or rotation. Without a charge once it was charged; makes a new version',
    audience: 'aiUser',
    perMinute: 60,
    params: rowParams,
    body: RunForm,
    data: ImageRecord,
  },
  'POST /api_ai/eraser/image_record/{id}/cancel': {
    summary: 'Stop the run of a page that waits or runs; what it was before stays',
    audience: 'aiUser',
    params: rowParams,
    data: ImageRecord,
  },
  'GET /api_ai/eraser/image_record/{id}/versions': {
    summary: 'Every version of a page, the first first',
    audience: 'aiUser',
    params: rowParams,
    data: z.object({ list: z.array(PageVersion) }),
  },
  'PUT /api_ai/eraser/image_record/{id}/version': {
    summary: 'Go to another version: undo and redo. Nothing is lost by it',
    audience: 'aiUser',
    params: rowParams,
    body: z.object({ number: z.int().min(1) }),
    data: ImageRecord,
  },
  'PUT /api_ai/eraser/image_record/{id}/strength': {
    summary:
      'Switch a page to another strength, without a run and without a charge; what was done by hand stays. Makes a new version or goes to the one there is, and is remembered for the next papers',
    audience: 'aiUser',
    perMinute: 60,
    params: rowParams,
    body: z.object({ strength: z.enum(strengths) }),
    data: ImageRecord,
  },
  'POST /api_ai/eraser/image_record/{id}/brush': {
    summary:
      'Strokes by hand as a PNG of exactly the size of the version `from`: red over 127 erases to the colour of the paper around it, green over 127 brings back the original pixels exactly, both together restores; elsewhere nothing changes. Makes a new version',
    audience: 'aiUser',
    perMinute: 120,
    params: rowParams,
    upload: { field: 'mask', maxBytes: eraserLimits.brushMaskBytes },
    body: z.object({ from: z.coerce.number().int().min(1).describe('the version that was painted on') }),
    data: ImageRecord,
  },

  'POST /api_ai/eraser/erase_trace_record/{id}/practise': {
    summary: 'Practise again: starts the clock over the clean pages',
    audience: 'aiUser',
    params: rowParams,
    data: Practice,
  },
  'PUT /api_ai/eraser/practice/{id}': {
    summary: 'Where the clock stands, and whether that was all',
    audience: 'aiUser',
    params: rowParams,
    body: z.object({ seconds: z.int().min(0).max(86_400), is_finished: z.boolean().default(false) }),
    data: Practice,
  },
} satisfies Calls;
