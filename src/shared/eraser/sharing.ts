import { z } from 'zod';
import type { Calls } from '../call.ts';
import { listOf, paging } from '../envelope.ts';
import { rowParams } from '../form-fields.ts';
import { neededText } from '../plain-text.ts';
import { EraseRecord, recordFilters } from './eraser.ts';
import { promotionRules } from './limits.ts';

const timestamp = z.iso.datetime();

/** A paper that its owner shares publicly: only the clean pages, and nothing that identifies the owner. */
export const SharedRecord = EraseRecord.pick({
  id: true,
  title: true,
  grade_id: true,
  major_subject_id: true,
  other_subject_id: true,
  school_id: true,
  school_name: true,
  year: true,
  paper_type: true,
  page_count: true,
})
  .extend({
    shared_at: timestamp,
    is_mine: z.boolean(),
    is_reported: z.boolean().describe('by the caller, and not decided yet'),
  })
  .meta({ id: 'SharedRecord' });
export type SharedRecord = z.infer<typeof SharedRecord>;

export const SharedRecordDetail = SharedRecord.extend({
  pages: z
    .array(z.object({ number: z.int(), width: z.int(), height: z.int() }))
    .describe('`sharedPictureUrl(record, number, size)` shows one'),
}).meta({ id: 'SharedRecordDetail' });
export type SharedRecordDetail = z.infer<typeof SharedRecordDetail>;

export const reportReasons = ['copyright', 'personal', 'unsuitable', 'other'] as const;

const PromotionLink = z
  .object({
    code: z.string(),
    url: z.string(),
    accesses: z.int().describe('people who followed it, each once'),
    rewarded: z.int().describe('newcomers for whom both sides got pages'),
    pages_earned: z.int(),
    newcomer_pages: z.int(),
    owner_pages: z.int(),
  })
  .meta({ id: 'PromotionLink' });
export const eraserSharingCalls = {
  'POST /api_ai/eraser/erase_trace_record/{id}/publish': {
    summary: 'Share a paper as an exercise: its clean pages as they stand now, for everybody',
    audience: 'aiUser',
    params: rowParams,
    body: z.object({
      has_right: z.literal(true).describe('the owner says that it may be shared, and shows nobody’s name'),
    }),
    data: SharedRecordDetail,
  },
  'DELETE /api_ai/eraser/erase_trace_record/{id}/publish': {
    summary: 'Share it no more; copies that others have made stay theirs',
    audience: 'aiUser',
    params: rowParams,
    data: z.object({}),
  },
  'GET /api_ai/eraser/shared_record': {
    summary: 'Shared exercises, the latest first',
    audience: 'anyone',
    query: z.object({ ...paging({ size: 12, max: 60 }), ...recordFilters }),
    data: listOf(SharedRecord),
  },
  'GET /api_ai/eraser/shared_record/{id}': {
    summary: 'One shared exercise',
    audience: 'anyone',
    params: rowParams,
    data: SharedRecordDetail,
  },
  'POST /api_ai/eraser/shared_record/{id}/copy': {
    summary:
      "A clean copy in one's own library, without a charge; asked again it answers the copy that is there",
    audience: 'aiUser',
    perMinute: 30,
    params: rowParams,
    data: EraseRecord,
  },
  'POST /api_ai/eraser/shared_record/{id}/report': {
    summary: 'Say what is wrong with it; an operator decides',
    audience: 'aiUser',
    perMinute: 20,
    params: rowParams,
    body: z.object({ reason: z.enum(reportReasons), text: neededText(500) }),
    data: z.object({}),
  },

  'POST /api_ai/eraser/promotion_link': {
    summary: `My link: who is new and comes by it gets ${promotionRules.newcomerPages} pages, and so do I`,
    audience: 'aiUser',
    data: PromotionLink,
  },
  'POST /api_ai/eraser/promotion_link_access/{code}': {
    summary:
      'Somebody follows a link: counted once per person. Kept in a cookie, so that the pages come once a new number is verified in this browser',
    audience: 'anyone',
    perMinute: 30,
    params: z.object({ code: z.string().regex(/^[a-z0-9]{6,16}$/) }),
    data: z.object({
      is_own: z.boolean().describe("one's own link, which gives nothing"),
      newcomer_pages: z.int().describe('what somebody new gets'),
    }),
  },
} satisfies Calls;
