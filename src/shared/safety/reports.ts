import { z } from 'zod';
import type { Calls } from '../call.ts';
import { TalkFile } from '../conversations.ts';
import { listOf, paging } from '../envelope.ts';
import { rowId, rowParams } from '../form-fields.ts';
import { neededText } from '../plain-text.ts';

export const reportRules = {
  longestWords: 500,
  pictures: 4,
  pictureBytes: 10 * 1024 * 1024,
  /** Messages of a conversation that one report may name. */
  messages: 20,
  /** An operator reads this many messages before and after each reported one. */
  around: 5,
  perDay: 20,
  blocks: 500,
} as const;

/** Where one user meets another. A place is named by its own id, since the other's user id is not public. */
const places = [
  'tutor',
  'case',
  'interest',
  'conversation',
  'review',
  'shared_paper',
  'shared_thread',
] as const;
export type PlaceName = (typeof places)[number];
const place = {
  place: z.enum(places).describe('tutor: a listing; interest: an application or invitation'),
  place_id: rowId.describe(
    'of the listing, case, interest, conversation, review, record or own copied thread',
  ),
};
export type Place = { place: PlaceName; place_id: number };

export const reportKinds = [
  'child_safety',
  'harassment',
  'scam',
  'false_details',
  'contact_details',
  'spam',
  'copyright',
  'other',
] as const;
export type ReportKind = (typeof reportKinds)[number];

const timestamp = z.iso.datetime();

export const Block = z
  .object({
    id: z.int(),
    ...place,
    surname: z.string().describe('of a tutor; else empty'),
    listing_id: z.int().nullable().describe('of that tutor'),
    about: z
      .object({
        grade: z.array(z.int()),
        major_subject: z.array(z.int()),
        other_subject: z.array(z.int()),
        tutoring_region: z.int().nullable(),
      })
      .nullable()
      .describe('of a family, the case that they met about'),
    blocked_at: timestamp,
  })
  .meta({ id: 'Block' });
export type Block = z.infer<typeof Block>;

const reportStates = ['open', 'decided', 'gone'] as const;
export const Report = z
  .object({
    id: z.int(),
    ...place,
    kind: z.enum(reportKinds),
    words: z.string(),
    pictures: z.int(),
    reported_at: timestamp,
    state: z.enum(reportStates).describe('gone: what it was about was taken away before a decision'),
    decision: z.string().nullable(),
    answer: z.string().describe('what the operator says to the reporter'),
    decided_at: timestamp.nullable(),
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof Report>;

const BlockForm = z.object(place);
const ReportForm = z.object({
  ...place,
  kind: z.enum(reportKinds),
  words: neededText(reportRules.longestWords),
  messages: z
    .array(rowId)
    .max(reportRules.messages)
    .default([])
    .describe('of a conversation: the messages that the report is about, written by the other side'),
  block: z.boolean().default(false).describe('block that person, too'),
});
export type ReportForm = z.output<typeof ReportForm>;

const made = z.object({ report_id: rowId });
const nothing = z.object({});
const picture = { field: 'file', maxBytes: reportRules.pictureBytes };

/** A message that an operator may read, because it was reported or stands beside one that was. */
export const ReadMessage = z
  .object({
    id: z.int(),
    by: z.enum(['reporter', 'reported', 'tutor_ai']),
    text: z.string().describe('with numbers, addresses and links blotted out'),
    files: z.array(TalkFile),
    sent_at: timestamp,
    is_reported: z.boolean(),
  })
  .meta({ id: 'ReadMessage' });
export type ReadMessage = z.infer<typeof ReadMessage>;

const fileReport = {
  summary: 'Tell the operators of a person, where the caller meets them; told twice, it is one report',
  perMinute: 10,
  body: ReportForm,
  data: made,
} as const;
const addPicture = {
  summary: `Add a picture (JPEG, PNG, WebP) to an own report that is open, up to ${reportRules.pictures}`,
  perMinute: 20,
  params: rowParams,
  upload: picture,
  data: z.object({ pictures: z.int() }),
} as const;
const block = {
  summary: 'Block a person: both are hidden from each other, and the other is not told',
  perMinute: 30,
  body: BlockForm,
  data: nothing,
} as const;

export const reportCalls = {
  'POST /api/users/blocks': { ...block, audience: 'user' },
  'POST /api_ai/user/blocks': { ...block, audience: 'aiUser' },
  'GET /api/users/blocks': {
    summary: 'Whom the caller has blocked, the latest first',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(Block),
  },
  'DELETE /api/users/blocks/{id}': {
    summary: 'Block them no more',
    audience: 'user',
    params: rowParams,
    data: nothing,
  },

  'POST /api/users/reports': { ...fileReport, audience: 'user' },
  'POST /api_ai/user/reports': { ...fileReport, audience: 'aiUser' },
  'POST /api/users/reports/{id}/pictures': { ...addPicture, audience: 'user' },
  'POST /api_ai/user/reports/{id}/pictures': { ...addPicture, audience: 'aiUser' },
  'GET /api/users/reports': {
    summary: 'What the caller has reported and what came of it, the latest first',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(Report),
  },

  'POST /api/operator/reports/{id}/reading': {
    summary: `Read the reported messages and ${reportRules.around} on either side of each, while the report is open; the reason is logged`,
    audience: 'operator',
    params: rowParams,
    body: z.object({ reason: neededText(200) }),
    data: z.object({ list: z.array(ReadMessage) }),
  },
  'GET /api/operator/reports/{id}/files/{file}': {
    summary: 'A photo or PDF of a message that was reported or stands beside one; opening it is logged',
    audience: 'operator',
    params: rowParams.extend({ file: rowParams.shape.id }),
    download: ['image/webp', 'application/pdf'],
    data: z.custom<Blob>(),
  },
  'GET /api/operator/report_pictures/{id}': {
    summary: 'A picture of a report; opening it is logged',
    audience: 'operator',
    params: rowParams,
    download: ['image/webp'],
    data: z.custom<Blob>(),
  },
} satisfies Calls;
