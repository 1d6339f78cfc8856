import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';
import { rowId, rowParams } from './form-fields.ts';
import { InterestStatus, MatchStatus, Side } from './interest.ts';
import { plainText } from './plain-text.ts';
import { Portrait } from './portrait.ts';
import { talkRules } from './rules/talk-rules.ts';
import { Halt } from './safety/standing.ts';
import { WeeklySlots } from './weekly-slots.ts';

export const TalkFile = z
  .object({
    id: z.int(),
    media_type: z.enum(['image/webp', 'application/pdf']).describe('as it is kept'),
    byte_size: z.int(),
    width: z.int().describe('of its preview, in pixels'),
    height: z.int(),
    pages: z.int(),
  })
  .meta({ id: 'TalkFile' });
export type TalkFile = z.infer<typeof TalkFile>;

export const ChatMessage = z
  .object({
    id: z.int(),
    is_mine: z.boolean(),
    text: z
      .string()
      .describe(
        'numbers, addresses and links are covered until both share their contacts, for the writer too; empty where only files were sent, or once the writer left',
      ),
    files: z.array(TalkFile),
    sent_at: z.iso.datetime(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

const TrialStep = z.object({
  what: z.enum(['proposed', 'agreed', 'declined', 'cancelled']),
  by: Side.describe('who had proposed it'),
  starts_at: z.iso.datetime().describe('of the trial lesson'),
  at: z.iso.datetime(),
});
export type TrialStep = z.infer<typeof TrialStep>;

export const Conversation = z
  .object({
    id: z.int().describe('of the application or invitation'),
    my_side: Side,
    asked_by: Side,
    interest_status: InterestStatus,
    match_id: z.int().nullable().describe('null until it is accepted'),
    status: MatchStatus.nullable().describe('of the match'),
    halt: Halt.nullable().describe('nothing can be sent, and numbers are covered again'),
    case_id: z.int(),
    listing_id: z.int().nullable().describe('null once the tutor has left'),
    price: z.int().describe('HK$ per hour, as offered or agreed'),
    slots: WeeklySlots.describe('the weekly half hours, as offered or agreed; none leaves them open'),
    can_write: z.boolean(),
    unanswered_left: z
      .int()
      .nullable()
      .describe('how many more messages I may write before the other answers; null where it is not counted'),
    tutor_name: z
      .string()
      .describe('only the surname until both share their contacts; empty once the tutor left'),
    tutor_portrait: Portrait.nullable(),
    class_id: z.int().nullable().describe('null until it is accepted'),
    children: z
      .array(z.string())
      .describe("nicknames, to the child's own family and to a tutor with whom contacts are shared"),
    tutoring_region: z.int().nullable().describe('of the case; null where it is online only'),
    grade: z.array(z.int()),
    major_subject: z.array(z.int()),
    other_subject: z.array(z.int()),
    contact_shared: z.boolean().describe('both sides agreed, and nothing is halted'),
    i_agreed: z.boolean().describe('that the other may have my number'),
    other_agreed: z.boolean(),
    read_by_other: z.int().describe('the last message that the other side has read; 0 for none'),
    trial_steps: z.array(TrialStep).describe('how the trial lesson was arranged, the latest last'),
    last: ChatMessage.nullable(),
    unread_count: z.int(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const conversationCalls = {
  'GET /api/users/conversations': {
    summary:
      'One for each application or invitation that is open, was accepted or was written to, the latest first',
    audience: 'user',
    query: z.object(paging()),
    data: listOf(Conversation),
  },
  'GET /api/users/conversations/{id}': {
    summary: 'One of them',
    audience: 'user',
    params: rowParams,
    data: Conversation,
  },
  'GET /api/users/conversations/{id}/messages': {
    summary: 'What was written, the latest last',
    audience: 'user',
    params: rowParams,
    query: z.object({
      before: z.coerce
        .number()
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('older than this one'),
      page_size: z.coerce.number().int().min(1).max(100).default(30),
    }),
    data: z.object({ list: z.array(ChatMessage), has_more: z.boolean() }),
  },
  'POST /api/users/conversations/{id}/messages': {
    summary: 'Write to the other side of an application, an invitation or a match',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    body: z
      .object({
        text: plainText(talkRules.longestText).trim().default(''),
        files: z
          .array(rowId)
          .max(talkRules.filesOfMessage)
          .default([])
          .describe('uploaded before, in their order'),
        client_key: z.uuid().describe('made by the page once; sent again with it, a message is still one'),
      })
      .refine(({ text, files }) => text !== '' || files.length > 0, { path: ['text'] }),
    data: ChatMessage,
  },
  'POST /api/users/conversations/{id}/files': {
    summary:
      'Upload a photo (JPEG, PNG, WebP, HEIC) or PDF for the next message; unsent, it is gone after a day',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    upload: { field: 'file', maxBytes: talkRules.fileBytes },
    body: z.object({
      client_key: z.uuid().describe('made by the page once; uploaded again with it, a file is still one'),
    }),
    data: TalkFile,
  },
  'GET /api/users/conversation_files/{id}': {
    summary: 'A file, for the two sides of its conversation; as a small picture, or itself',
    audience: 'user',
    params: rowParams,
    query: z.object({ size: z.enum(['small', 'whole']).default('whole') }),
    download: ['image/webp', 'application/pdf'],
    data: z.custom<Blob>(),
  },
  'PUT /api/users/conversations/{id}/read': {
    summary: 'Say how far one has read',
    audience: 'user',
    params: rowParams,
    body: z.object({ up_to: rowId }),
    data: z.object({ unread_count: z.int() }),
  },
  'GET /api/users/unread': {
    summary: 'How many notices and messages are not read yet',
    audience: 'user',
    data: z.object({ notices: z.int(), messages: z.int() }),
  },
} satisfies Calls;
