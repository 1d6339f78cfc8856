import { boolean, customType, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { Ability, ReadingState } from '#shared/chat/chat.ts';

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

export const helpLines = pgTable('help_lines', {
  id: id(),
  sort: integer('sort').notNull(),
  phone: text('phone').notNull(),
  nameZhHant: text('name_zh_hant').notNull(),
  nameEn: text('name_en').notNull(),
  noteZhHant: text('note_zh_hant').notNull(),
  noteEn: text('note_en').notNull(),
  kinds: text('kinds').array().notNull(),
  isUrgent: boolean('is_urgent').notNull(),
});
export type HelpLineRow = typeof helpLines.$inferSelect;

export const chatFiles = pgTable('chat_files', {
  id: id(),
  userId: rowId('user_id').notNull(),
  messageId: rowId('message_id'),
  fileKey: text('file_key').notNull(),
  mediaType: text('media_type').$type<'image/webp' | 'application/pdf'>().notNull(),
  byteSize: integer('byte_size').notNull(),
  recognisedText: text('recognised_text'),
  recognisedState: text('recognised_state').$type<ReadingState>().notNull().default('waiting'),
  readingUntil: timestamptz('reading_until'),
  readingTries: smallint('reading_tries').notNull().default(0),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
});
