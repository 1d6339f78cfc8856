import { z } from 'zod';
import type { WeatherSignal } from '#shared/weather.ts';
import type { FeedProblem } from './tables.ts';

/** A warning in force, according to its source. */
export type Standing = { signal: WeatherSignal; issuedAt: Date; updatedAt: Date };
/** The warnings in force; `cancelled` are those that were explicitly cancelled. */
export type Reading =
  | { standing: Standing[]; cancelled: WeatherSignal[] }
  | { problem: FeedProblem; detail: string };
/** A source of warnings. It answers a reading or a problem, and never throws. */
export type Warnings = { read(signal: AbortSignal): Promise<Reading> };

const timeoutMs = 10_000;
const mostBytes = 262_144;
/** An older answer comes from a cache. */
const staleMs = 15 * 60_000;

/** Signal 8 from any direction, 9 and 10; of the rainstorm warnings only the black one. */
const signalOf = (code: string): WeatherSignal | undefined =>
  /^TC(8(NE|SE|SW|NW)?|9|10)$/.test(code) ? 'typhoon' : code === 'WRAINB' ? 'black_rain' : undefined;

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const Summary = z.record(z.string(), z.looseObject({ code: z.string() }));
/** For the signals that matter here all fields are required. */
const Severe = z.object({
  actionCode: z.string(),
  issueTime: time,
  updateTime: time,
  expireTime: time.optional(),
});

/** The Hong Kong Observatory's summary of warnings in force (data.weather.gov.hk, dataType=warnsum). */
export const observatory = (url: string): Warnings => ({
  async read(signal) {
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        headers: { accept: 'application/json', 'cache-control': 'no-cache' },
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { problem: 'refused', detail: `status ${response.status}` };
      }
      text = await readSome(response);
    } catch (error) {
      return { problem: 'unreachable', detail: error instanceof Error ? error.name : 'unknown' };
    }
    const made = Date.parse(response.headers.get('date') ?? '');
    if (made < Date.now() - staleMs) return { problem: 'stale', detail: 'made long ago' };
    return readSummary(text, new Date());
  },
});

async function readSome(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > mostBytes) throw new RangeError('too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export function readSummary(text: string, now: Date): Reading {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { problem: 'unreadable', detail: 'no JSON' };
  }
  const summary = Summary.safeParse(parsed);
  if (!summary.success) return { problem: 'unreadable', detail: 'no summary of warnings' };
  const standing: Standing[] = [];
  const cancelled: WeatherSignal[] = [];
  for (const entry of Object.values(summary.data)) {
    const signal = signalOf(entry.code);
    if (!signal) continue;
    const severe = Severe.safeParse(entry);
    if (!severe.success) return { problem: 'unreadable', detail: `${entry.code} without its times` };
    const { actionCode, issueTime, updateTime, expireTime } = severe.data;
    if (updateTime.getTime() > now.getTime() + staleMs)
      return { problem: 'unreadable', detail: `${entry.code} is of the future` };
    if (actionCode === 'CANCEL' || (expireTime && expireTime <= now)) cancelled.push(signal);
    else standing.push({ signal, issuedAt: issueTime, updatedAt: updateTime });
  }
  return { standing, cancelled };
}
