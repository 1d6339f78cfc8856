import { AppError } from '#server/ground/http/errors.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';

/** A price and weekly half hours; an empty list means that the times are open. */
export type Terms = { price: number; slots: number[] };
/** The half hours that one side offers, and those it has said it is free at. */
type Times = { slots: number[]; free: number[] };

export const slotIndexes = (slots: readonly WeeklySlot[] = []) =>
  [...new Set(slots.map(slotIndex))].sort((a, b) => a - b);

const same = (a: number[], b: number[]) => a.length === b.length && a.every((slot, at) => slot === b[at]);
/** A side that gave no times counts as free at any time. */
const fits = (slots: number[], free: number[]) =>
  free.length === 0 || slots.every((slot) => free.includes(slot));

/**
 * The half hours that both sides agree on when they asked each other without seeing the other's offer: equal,
 * or open on one side and within that side's free times. Undefined when there is no such agreement.
 */
export function commonSlots(one: Times, other: Times): number[] | undefined {
  if (one.slots.length > 0 && other.slots.length > 0)
    return same(one.slots, other.slots) ? one.slots : undefined;
  if (one.slots.length > 0) return fits(one.slots, other.free) ? one.slots : undefined;
  return fits(other.slots, one.free) ? other.slots : undefined;
}

/** The half hours agreed on when one side accepts an offer; `seen` repeats what that side was shown. */
export function acceptedSlots(
  offered: Terms & { free: number[] },
  seen: { price: number | undefined; slots: number[] },
): number[] {
  if (seen.price !== undefined && seen.price !== offered.price) throw new AppError('conflict');
  if (seen.slots.length === 0) return offered.slots;
  if (offered.slots.length > 0) {
    if (!same(offered.slots, seen.slots)) throw new AppError('conflict');
    return offered.slots;
  }
  if (!fits(seen.slots, offered.free)) throw new AppError('slotsNotOffered');
  return seen.slots;
}
