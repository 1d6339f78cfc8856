import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { EvidenceKind } from '#shared/uploads.ts';

export const evidence = pgTable('evidence', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: rowId('user_id').notNull(),
  kind: text('kind').$type<EvidenceKind>().notNull(),
  fileKey: text('file_key').notNull(),
  mediaType: text('media_type').$type<'image/webp' | 'application/pdf'>().notNull(),
  byteSize: integer('byte_size').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  status: text('status').$type<'pending' | 'verified' | 'refused' | 'revoked'>().notNull().default('pending'),
  decidedAt: timestamptz('decided_at'),
  decidedBy: rowId('decided_by'),
  reason: text('reason').notNull().default(''),
  expiresAt: timestamptz('expires_at'),
});
