import { sql } from 'drizzle-orm';
import type { Lesson } from '#shared/classes.ts';
import { lessons } from './tables.ts';

/** Whole minutes, rounded down. */
export const minutesOf = (startedAt: Date, endedAt: Date) =>
  Math.floor((endedAt.getTime() - startedAt.getTime()) / 60_000);

/**
 * A lesson without an answer from the family counts as confirmed from the deadline on, even before the row is
 * updated.
 */
export const isConfirmedByDeadline = (
  { state, confirmBy }: { state: string; confirmBy: Date | null },
  now: Date,
) => state === 'awaiting' && confirmBy !== null && confirmBy <= now;
export const stateNow = sql<string>`case when ${lessons.state} = 'awaiting' and ${lessons.confirmBy} <= now()
  then 'confirmed' else ${lessons.state} end`;

const minutes = sql`floor(extract(epoch from ${lessons.endedAt} - ${lessons.startedAt}) / 60)::int`;
/** A lesson that was added afterwards counts once the family has confirmed it. */
export const countsInSums = ({ state, is_added }: { state: string; is_added: boolean }) =>
  state === 'confirmed' || (state === 'awaiting' && !is_added);
const counts = sql`(${lessons.state} = 'confirmed' or (${lessons.state} = 'awaiting' and not ${lessons.isAdded}))`;
const charged = sql`charged_minutes(${lessons.feeRule}, ${minutes}, ${lessons.agreedMinutes})`;
/** SQL totals of lessons; the query joins each lesson with its class, for the price. */
export const sums = {
  lessons: sql<number>`(count(*) filter (where ${counts}))::int`,
  minutes: sql<number>`coalesce(sum(${minutes}) filter (where ${counts}), 0)::int`,
  charged_minutes: sql<number>`coalesce(sum(${charged}) filter (where ${counts}), 0)::int`,
  amount: sql<number>`coalesce(sum((classes.price * ${charged} + 30) / 60) filter (where ${counts}), 0)::int`,
};

/** What these lessons come to: the one sum of every statement, page and file. */
export function totalsOf(
  list: readonly Pick<Lesson, 'state' | 'is_added' | 'minutes' | 'charged_minutes' | 'amount'>[],
) {
  const counted = list.filter(countsInSums);
  const sum = (of: 'minutes' | 'charged_minutes' | 'amount') =>
    counted.reduce((total, lesson) => total + (lesson[of] ?? 0), 0);
  return {
    lessons: counted.length,
    minutes: sum('minutes'),
    charged_minutes: sum('charged_minutes'),
    amount: sum('amount'),
  };
}
