import { z } from 'zod';
import type { Calls } from '../call.ts';
import { listOf, paging } from '../envelope.ts';
import { rowId, rowParams } from '../form-fields.ts';
import { neededText, plainText } from '../plain-text.ts';
import { chatLimits } from './limits.ts';
import { DataPart } from './parts.ts';

const rowQuery = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const clientKey = z
  .uuid()
  .describe('made by the page once: sent twice, it is one message and is charged once');
const nothing = z.object({});

export const abilities = ['text', 'mathematics', 'vision', 'reasoning'] as const;
export type Ability = (typeof abilities)[number];

/** SPEC.md §3, AI model. */
export const Assistant = z
  .object({
    id: z.int(),
    name: z.string(),
    desc: z.string(),
    remaining_count: z.int().describe('messages left to whoever asks; -1 is without limit'),
    total_count: z.int().describe('messages given to whoever asks; -1 is without limit'),
    ability: z.array(z.enum(abilities)),
    isChecked: z.boolean().describe('the one a new thread begins with'),
    system_message: z.string().describe('what it was told to be, for the student to read'),
    path_name: z.string(),
    voice_limit: z.int().describe('seconds of voice given'),
    used_voice: z.int().describe('seconds of voice used'),
    is_login_required: z.boolean(),
    is_trial: z.boolean().describe('whoever asks uses it on trial, without an account'),
    is_daily_max: z.boolean().describe("today's maximum is reached"),
    is_unlimited: z.boolean(),
    is_built_in: z.boolean().describe('answered by the built-in tutor, which is no language model'),
  })
  .meta({ id: 'Assistant' });
export type Assistant = z.infer<typeof Assistant>;

export const Thread = z
  .object({
    id: z.int(),
    assistant_id: z.int(),
    path_name: z.string(),
    title: z.string().describe('empty until the first message names it'),
    created_at: z.string(),
    updated_at: z.string(),
    running_message_id: z.int().nullable().describe('the answer that is being written now'),
    is_from_other: z.boolean().describe('a copy of what somebody else shared'),
  })
  .meta({ id: 'ChatThread' });
export type Thread = z.infer<typeof Thread>;

const readingStates = ['waiting', 'done', 'failed'] as const;
export type ReadingState = (typeof readingStates)[number];

export const ChatFile = z
  .object({
    id: z.int(),
    media_type: z.enum(['image/webp', 'application/pdf']).describe('as it is kept'),
    byte_size: z.int(),
    recognised_text: z
      .string()
      .nullable()
      .describe('what was read off it, as its owner corrected it; null where nothing has been'),
    recognised_state: z
      .enum(readingStates)
      .describe('waiting: it is being read, or will be once asked for; failed: it could not be read'),
    created_at: z.string(),
  })
  .meta({ id: 'ChatFile' });
export type ChatFile = z.infer<typeof ChatFile>;

const messageStates = ['running', 'done', 'stopped', 'interrupted', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

export const TutorMessage = z
  .object({
    id: z.int(),
    thread_id: z.int(),
    parent_id: z.int().nullable(),
    role: z.enum(['user', 'assistant']),
    text: z.string(),
    parts: z.array(DataPart),
    files: z.array(ChatFile),
    state: z
      .enum(messageStates)
      .describe(
        'interrupted: cut off, can be continued, costs nothing; failed: nothing came, can be made anew; stopped: by its owner',
      ),
    versions: z
      .array(z.int())
      .describe('the ids of this message and of those made in its place, the first first'),
    feedback: z.int().min(-1).max(1),
    is_spoken: z.boolean().describe('of a voice call: said or typed in it, and answered aloud'),
    created_at: z.string(),
  })
  .meta({ id: 'TutorMessage' });
export type TutorMessage = z.infer<typeof TutorMessage>;

const wishes = ['answer', 'hint'] as const;
/**
 * The kind of help a student asks for: the whole solution, or only the next hint. Without it the text of the
 * message decides.
 */
export type HelpLevel = (typeof wishes)[number];

const MessageFields = z.object({
  thread_id: rowId,
  text: plainText(chatLimits.text).trim(),
  file_ids: z.array(rowId).max(chatLimits.filesOfMessage).default([]),
  edits: rowId
    .optional()
    .describe('a message of one’s own that this one takes the place of, as a new version'),
  wish: z.enum(wishes).optional(),
  client_key: clientKey,
});
export const SendForm = MessageFields.refine(({ text, file_ids }) => text !== '' || file_ids.length > 0, {
  path: ['text'],
});
export type SendForm = z.infer<typeof SendForm>;

/** Server-sent events, each a chunk of the AI SDK's UI message stream; `id:` is the length of the text so far. */
const eventStream = z.custom<ReadableStream>();

/**
 * An event of `…/threads/{id}/events`: the latest message of the thread, and whether an answer is being
 * written.
 */
export type ThreadNews = { message_id: number | null; is_running: boolean };

export const chatCalls = {
  'POST /api_ai/chat_ai/threads': {
    summary: 'Begin a thread with an assistant',
    audience: 'anyone',
    body: z.object({ assistant_id: rowId, title: plainText(chatLimits.title).trim().default('') }),
    data: Thread,
  },
  'GET /api_ai/chat_ai/threads': {
    summary: 'One’s own threads, the latest first; with `search`, those whose title or messages hold it',
    audience: 'anyone',
    query: z.object({
      assistant_id: rowQuery.optional(),
      search: plainText(100).trim().default(''),
      ...paging({ size: 8 }),
    }),
    data: listOf(Thread),
  },
  'GET /api_ai/chat_ai/threads/{id}': {
    summary: 'One thread',
    audience: 'anyone',
    params: rowParams,
    data: Thread,
  },
  'PUT /api_ai/chat_ai/threads/{id}': {
    summary: 'Rename a thread',
    audience: 'anyone',
    params: rowParams,
    body: z.object({ title: neededText(chatLimits.title) }),
    data: Thread,
  },
  'DELETE /api_ai/chat_ai/threads/{id}': {
    summary: 'Delete a thread with all its messages and files; an answer being written ends',
    audience: 'anyone',
    params: rowParams,
    data: nothing,
  },
  'PUT /api_ai/chat_ai/threads/{id}/version': {
    summary: 'Show another version of a message, and what followed it',
    audience: 'anyone',
    params: rowParams,
    body: z.object({ message_id: rowId }),
    data: Thread,
  },
  'GET /api_ai/chat_ai/threads/{id}/events': {
    summary: 'Hear when an answer begins in a thread, whichever device asked; ends after a few minutes',
    audience: 'anyone',
    params: rowParams,
    stream: true,
    data: eventStream,
  },
  'GET /api_ai/chat_ai/threads/{id}/export': {
    summary: 'The thread as it is shown, as Markdown',
    audience: 'anyone',
    params: rowParams,
    download: ['text/markdown'],
    data: z.custom<Blob>(),
  },
  'GET /api_ai/chat_ai/threads/{id}/export_pdf': {
    summary: 'The thread as it is shown, on A4 pages; formulas as one would type them',
    audience: 'anyone',
    perMinute: 20,
    params: rowParams,
    download: ['application/pdf'],
    data: z.custom<Blob>(),
  },
  'GET /api_ai/chat_ai/assistants': {
    summary: 'Assistants, with what is left of each to whoever asks',
    audience: 'anyone',
    data: z.object({ list: z.array(Assistant), total: z.int() }),
  },
  'GET /api_ai/chat_ai/messages': {
    summary: 'Messages of a thread as it is shown, the oldest first, up to `before`',
    audience: 'anyone',
    query: z.object({
      thread_id: rowQuery,
      before: rowQuery.optional(),
      page_size: z.coerce.number().int().min(1).max(100).default(50),
    }),
    data: z.object({ list: z.array(TutorMessage), has_more: z.boolean() }),
  },
  'POST /api_ai/chat_ai/messages': {
    summary: 'Send a message; the answer streams, and goes on when nobody listens',
    audience: 'anyone',
    body: SendForm,
    stream: true,
    data: eventStream,
  },
  'POST /api_ai/chat_ai/messages/{id}/regenerate': {
    summary: 'Another version of an answer, streamed',
    audience: 'anyone',
    params: rowParams,
    body: z.object({ client_key: clientKey }),
    stream: true,
    data: eventStream,
  },
  'POST /api_ai/chat_ai/messages/{id}/continue': {
    summary: 'Go on with an answer that was interrupted or stopped; the rest streams',
    audience: 'anyone',
    params: rowParams,
    body: z.object({ client_key: clientKey }),
    stream: true,
    data: eventStream,
  },
  'GET /api_ai/chat_ai/messages/{id}/stream': {
    summary: 'Follow an answer from the character `from` on, from any device',
    audience: 'anyone',
    params: rowParams,
    query: z.object({ from: z.coerce.number().int().min(0).max(10_000_000).default(0) }),
    stream: true,
    data: eventStream,
  },
  'POST /api_ai/chat_ai/messages/{id}/stop': {
    summary: 'Stop an answer; what came so far stays',
    audience: 'anyone',
    params: rowParams,
    data: nothing,
  },
  'PUT /api_ai/chat_ai/messages/{id}/feedback': {
    summary: 'Say whether an answer helped; 0 takes it back',
    audience: 'anyone',
    params: rowParams,
    body: z.object({ feedback: z.int().min(-1).max(1), comment: plainText(500).trim().default('') }),
    data: nothing,
  },
  'POST /api_ai/chat_ai/files': {
    summary: 'Upload a picture (JPEG, PNG, WebP, HEIC) or PDF for a message; its text is read from then on',
    audience: 'aiUser',
    perMinute: 30,
    upload: { field: 'file', maxBytes: chatLimits.fileBytes },
    body: nothing,
    data: ChatFile,
  },
  'GET /api_ai/chat_ai/files/{id}': {
    summary: 'A file of one’s own, as it is kept',
    audience: 'aiUser',
    params: rowParams,
    download: ['image/webp', 'application/pdf'],
    data: z.custom<Blob>(),
  },
  'POST /api_ai/chat_ai/files/{id}/text': {
    summary:
      'Wait, some ten seconds at most, until the text of a file of one’s own is read; where it still waits, ask again',
    audience: 'aiUser',
    perMinute: 60,
    params: rowParams,
    data: ChatFile,
  },
  'PUT /api_ai/chat_ai/files/{id}/text': {
    summary: 'Correct what was read off a file, until a message has it',
    audience: 'aiUser',
    params: rowParams,
    body: z.object({ text: plainText(chatLimits.text) }),
    data: ChatFile,
  },
  'GET /api_ai/chat_ai/is_domestic_ip': {
    summary: 'Whether the caller’s address is one that some assistants may not be offered to',
    audience: 'anyone',
    data: z.object({ is_domestic_ip: z.boolean() }),
  },
  'GET /api_ai/chat_ai/share_code': {
    summary: 'A code for an assistant, or for a thread as it is now; whoever takes it gets a copy',
    audience: 'aiUser',
    query: z.object({ assistant_id: rowQuery, thread_id: rowQuery.optional() }),
    data: z.object({ code: z.string(), expires_at: z.string() }),
  },
  'POST /api_ai/chat_ai/share_code': {
    summary: 'Take what a code gives: a new thread of one’s own',
    audience: 'aiUser',
    body: z.object({ code: z.string().trim().min(1).max(40) }),
    data: Thread,
  },
  'GET /api_ai/chat_ai/ai_question_examples': {
    summary: 'Questions to begin with',
    audience: 'anyone',
    query: z.object({ assistant_id: rowQuery.optional() }),
    data: z.object({
      list: z.array(z.object({ id: z.int(), subject: z.string(), text: z.string() })),
      total: z.int(),
    }),
  },
} satisfies Calls;
