import { z } from 'zod';
import type { Calls } from './call.ts';
import { listOf, paging } from './envelope.ts';
import { rowId, rowParams } from './form-fields.ts';
import { MatchStatus, Side } from './interest.ts';
import { neededText } from './plain-text.ts';
import { Halt } from './safety/standing.ts';
import { Portrait } from './tutors.ts';

export const ChatMessage = z
  .object({
    id: z.int(),
    is_mine: z.boolean(),
    text: z
      .string()
      .describe(
        'numbers, addresses and links are covered until both share their contacts, for the writer too; empty once the writer left',
      ),
    sent_at: z.iso.datetime(),
  })
  .meta({ id: 'ChatMessage' });
export type ChatMessage = z.infer<typeof ChatMessage>;

export const Conversation = z
  .object({
    id: z.int().describe('of the match'),
    my_side: Side,
    status: MatchStatus,
    halt: Halt.nullable().describe('nothing can be sent, and numbers are covered again'),
    case_id: z.int(),
    tutor_name: z
      .string()
      .describe('only the surname until both share their contacts; empty once the tutor left'),
    tutor_portrait: Portrait.nullable(),
    grade: z.array(z.int()),
    major_subject: z.array(z.int()),
    other_subject: z.array(z.int()),
    contact_shared: z.boolean().describe('both sides agreed, and nothing is halted'),
    i_agreed: z.boolean().describe('that the other may have my number'),
    other_agreed: z.boolean(),
    read_by_other: z.int().describe('the last message that the other side has read; 0 for none'),
    last: ChatMessage.nullable(),
    unread_count: z.int(),
  })
  .meta({ id: 'Conversation' });
export type Conversation = z.infer<typeof Conversation>;

export const conversationCalls = {
  'GET /api/users/conversations': {
    summary: 'One for each match, the one written to last first',
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
    summary: 'Write to the other side of a match',
    audience: 'user',
    perMinute: 30,
    params: rowParams,
    body: z.object({
      text: neededText(2000),
      client_key: z.uuid().describe('made by the page once; sent again with it, a message is still one'),
    }),
    data: ChatMessage,
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
