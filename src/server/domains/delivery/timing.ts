import { addDays, clockOf, dayOf, isoTimeAt } from '#shared/hong-kong.ts';
import { type DeliveryRule, deliveryRules, type EventKind } from '#shared/notices/delivery-rules.ts';

/** Hours of the night by Hong Kong's clock, such as 22:30 to 07:30. */
export type QuietHours = { from: string; until: string };

/** Several that come within this time become one. */
export const combineMs = 5 * 60_000;
/** In this time an open page can show an event and mark it as read: then nothing is sent. */
export const firstPushMs = 5_000;

/**
 * Whether an event comes at once, also in quiet hours: safety, log-in, and a lesson of this day. Times in the
 * params are those of the lesson; without one, the lesson is being held now.
 */
export function cannotWait(kind: EventKind, params: Record<string, unknown>, now: Date) {
  const { quietHours }: DeliveryRule = deliveryRules[kind];
  if (quietHours === 'waits') return false;
  // A match rests or ends for other reasons too, and a proposal that is taken back is no lesson.
  if (params.is_child_safety === false || params.was_agreed === false) return false;
  if (quietHours === 'comes') return true;
  const lessonAt = params.starts_at ?? params.planned_at;
  return typeof lessonAt !== 'string' || dayOf(lessonAt) === dayOf(now);
}

/** The end of the quiet hours that it is in; undefined outside of them. */
export function quietEnd(now: Date, { from, until }: QuietHours): Date | undefined {
  const clock = clockOf(now);
  const isQuiet = from < until ? clock >= from && clock < until : clock >= from || clock < until;
  if (!isQuiet) return undefined;
  return new Date(isoTimeAt(clock < until ? dayOf(now) : addDays(dayOf(now), 1), until));
}

/** The next time that the clock in Hong Kong strikes this hour. */
export function nextHour(hour: number, now: Date): Date {
  const at = (day: string) => new Date(isoTimeAt(day, `${String(hour).padStart(2, '0')}:00`));
  const today = at(dayOf(now));
  return today > now ? today : at(addDays(dayOf(now), 1));
}

/** Half a minute, then twice as long each time, an hour at most. */
export const pauseMs = (attempts: number) => Math.min(15_000 * 2 ** attempts, 60 * 60_000);
/** About four hours. */
export const mostAttempts = 12;
export const longestLifeMs = 48 * 60 * 60_000;
/** What could not wait is no longer true later. */
export const urgentLifeMs = 2 * 60 * 60_000;
