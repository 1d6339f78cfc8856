import { bigint, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/ground/db/columns.ts';
import type { Urgency } from '#shared/operator.ts';

const number = (name: string) => bigint(name, { mode: 'number' });

export const queueItems = pgTable('queue_items', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind').notNull(),
  subjectId: text('subject_id').notNull(),
  openedBy: number('opened_by'),
  aboutUser: number('about_user'),
  openedAt: timestamptz('opened_at').notNull().defaultNow(),
  /** 0: a child may be in danger. */
  urgency: smallint('urgency').$type<Urgency>().notNull().default(1),
  state: text('state').$type<'open' | 'decided'>().notNull().default('open'),
  decision: text('decision'),
  note: text('note').notNull().default(''),
  decidedBy: number('decided_by'),
  decidedAt: timestamptz('decided_at'),
});

export const auditLog = pgTable('audit_log', {
  id: number('id').primaryKey().generatedAlwaysAsIdentity(),
  at: timestamptz('at').notNull().defaultNow(),
  operatorId: number('operator_id'),
  action: text('action').notNull(),
  aboutUser: number('about_user'),
  params: jsonb('params').$type<Record<string, unknown>>().notNull().default({}),
});
