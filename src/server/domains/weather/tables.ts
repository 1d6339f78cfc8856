import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { rowId, timestamptz } from '#server/ground/db/columns.ts';
import type { WeatherConsole, WeatherSignal } from '#shared/weather.ts';

export const weatherWarnings = pgTable('weather_warnings', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  signal: text('signal').$type<WeatherSignal>().notNull(),
  source: text('source').$type<'feed' | 'operator'>().notNull(),
  beganAt: timestamptz('began_at').notNull(),
  endedAt: timestamptz('ended_at'),
  feedUpdatedAt: timestamptz('feed_updated_at'),
  missingSince: timestamptz('missing_since'),
  liftedOnDesk: boolean('lifted_on_desk').notNull().default(false),
});

export const weatherFeed = pgTable('weather_feed', {
  id: integer('id').primaryKey().default(1),
  heardAt: timestamptz('heard_at'),
  failingSince: timestamptz('failing_since'),
  problem: text('problem').$type<FeedProblem>(),
});

export type FeedProblem = NonNullable<WeatherConsole['feed']['problem']>;
export type WarningRow = typeof weatherWarnings.$inferSelect;
