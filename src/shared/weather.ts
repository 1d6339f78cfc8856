import { z } from 'zod';
import type { Calls } from './call.ts';
import { rowParams } from './form-fields.ts';

export const weatherRules = {
  /** Lessons that would begin during a warning, or up to this long after it, are cancelled. */
  afterMinutes: 120,
  /** How far in the past an operator may set the beginning of a warning. */
  oldestHours: 24,
} as const;

const weatherSignals = ['typhoon', 'black_rain'] as const;
export const WeatherSignal = z.enum(weatherSignals).describe('typhoon: signal 8 or higher');
export type WeatherSignal = z.infer<typeof WeatherSignal>;

const timestamp = z.iso.datetime();

export const WeatherWarning = z
  .object({
    id: z.int(),
    signal: WeatherSignal,
    source: z.enum(['feed', 'operator']),
    began_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: 'WeatherWarning' });
export type WeatherWarning = z.infer<typeof WeatherWarning>;

export const WeatherConsole = z
  .object({
    feed: z.object({
      is_configured: z.boolean(),
      heard_at: timestamp.nullable().describe('the last good answer'),
      failing_since: timestamp.nullable(),
      problem: z.enum(['unreachable', 'refused', 'unreadable', 'stale']).nullable(),
    }),
    warnings: z.array(WeatherWarning).describe('the latest twenty, the latest first'),
  })
  .meta({ id: 'WeatherDesk' });
export type WeatherConsole = z.infer<typeof WeatherConsole>;

export const weatherCalls = {
  'GET /api/operator/weather': {
    summary: 'Warnings that cancel lessons, and how the feed is',
    audience: 'operator',
    data: WeatherConsole,
  },
  'POST /api/operator/weather': {
    summary: 'Say that a warning stands; lessons that would begin under it are cancelled without blame',
    audience: 'operator',
    body: z.object({
      signal: WeatherSignal,
      began_at: z.iso.datetime({ offset: true }).optional().describe('else now; a day back at most'),
    }),
    data: WeatherConsole,
  },
  'POST /api/operator/weather/{id}/end': {
    summary: 'Say that a warning has been lifted; what was cancelled stays so',
    audience: 'operator',
    params: rowParams,
    data: WeatherConsole,
  },
} satisfies Calls;
