import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, rowId } from '#server/ground/db/columns.ts';
import type { WeatherDesk, WeatherSignal } from '#shared/weather.ts';

export const weatherWarnings = pgTable('weather_warnings', {
  id: rowId('id').primaryKey().generatedAlwaysAsIdentity(),
  signal: text('signal').$type<WeatherSignal>().notNull(),
  source: text('source').$type<'feed' | 'operator'>().notNull(),
  beganAt: moment('began_at').notNull(),
  endedAt: moment('ended_at'),
  feedUpdatedAt: moment('feed_updated_at'),
  missingSince: moment('missing_since'),
  liftedOnDesk: boolean('lifted_on_desk').notNull().default(false),
});

export const weatherFeed = pgTable('weather_feed', {
  id: integer('id').primaryKey().default(1),
  heardAt: moment('heard_at'),
  failingSince: moment('failing_since'),
  problem: text('problem').$type<FeedProblem>(),
});

export type FeedProblem = NonNullable<WeatherDesk['feed']['problem']>;
export type WarningRow = typeof weatherWarnings.$inferSelect;
