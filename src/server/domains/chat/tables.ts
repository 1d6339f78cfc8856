import {
  boolean,
  customType,
  date,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, moment, rowId } from '#server/ground/db/columns.ts';
import type { Ability, MessageState, ReadingState, Wish } from '#shared/chat/chat.ts';
import type { DataPart } from '#shared/chat/parts.ts';

const id = () => rowId('id').primaryKey().generatedAlwaysAsIdentity();
const abilityList = customType<{ data: Ability[] }>({ dataType: () => 'text[]' });

export const chatAssistants = pgTable('chat_assistants', {
  id: id(),
  pathName: text('path_name').notNull(),
  nameZhHant: text('name_zh_hant').notNull(),
  nameEn: text('name_en').notNull(),
  descZhHant: text('desc_zh_hant').notNull(),
  descEn: text('desc_en').notNull(),
  systemMessage: text('system_message').notNull(),
  ability: abilityList('ability').notNull(),
  endpoints: text('endpoints').array().notNull(),
  model: text('model').notNull(),
  isLoginRequired: boolean('is_login_required').notNull(),
  trialCount: integer('trial_count').notNull(),
  isHiddenDomestic: boolean('is_hidden_domestic').notNull(),
  isShown: boolean('is_shown').notNull(),
  sort: integer('sort').notNull(),
});
export type AssistantRow = typeof chatAssistants.$inferSelect;

export const chatThreads = pgTable('chat_threads', {
  id: id(),
  userId: rowId('user_id'),
  deviceId: uuid('device_id'),
  assistantId: rowId('assistant_id').notNull(),
  title: text('title').notNull().default(''),
  leafId: rowId('leaf_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const chatMessages = pgTable('chat_messages', {
  id: id(),
  threadId: rowId('thread_id').notNull(),
  parentId: rowId('parent_id'),
  role: text('role').$type<'user' | 'assistant'>().notNull(),
  text: text('text').notNull().default(''),
  parts: jsonb('parts').$type<DataPart[]>().notNull().default([]),
  wish: text('wish').$type<Wish>(),
  state: text('state').$type<MessageState>().notNull(),
  clientKey: uuid('client_key'),
  feedback: smallint('feedback').notNull().default(0),
  feedbackComment: text('feedback_comment').notNull().default(''),
  isSpoken: boolean('is_spoken').notNull().default(false),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const chatGenerations = pgTable('chat_generations', {
  id: id(),
  messageId: rowId('message_id').notNull(),
  assistantId: rowId('assistant_id').notNull(),
  processId: uuid('process_id').notNull(),
  clientKey: uuid('client_key').notNull(),
  state: text('state').$type<MessageState>().notNull().default('running'),
  start: integer('start').notNull().default(0),
  stopAskedAt: moment('stop_asked_at'),
  reservationId: rowId('reservation_id'),
  trialDevice: uuid('trial_device'),
  trialAddress: bytea('trial_address'),
  trialDay: date('trial_day'),
  startedAt: moment('started_at').notNull().defaultNow(),
  endedAt: moment('ended_at'),
  endpoint: text('endpoint').notNull().default(''),
  inputTokens: integer('input_tokens').notNull().default(0),
  outputTokens: integer('output_tokens').notNull().default(0),
});

export const chatFiles = pgTable('chat_files', {
  id: id(),
  userId: rowId('user_id').notNull(),
  messageId: rowId('message_id'),
  fileKey: text('file_key').notNull(),
  mediaType: text('media_type').$type<'image/webp' | 'application/pdf'>().notNull(),
  byteSize: integer('byte_size').notNull(),
  recognisedText: text('recognised_text'),
  recognisedState: text('recognised_state').$type<ReadingState>().notNull().default('waiting'),
  readingUntil: moment('reading_until'),
  readingTries: smallint('reading_tries').notNull().default(0),
  createdAt: moment('created_at').notNull().defaultNow(),
});
