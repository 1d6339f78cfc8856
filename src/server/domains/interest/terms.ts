import { AppError } from '#server/ground/http/errors.ts';
import { slotIndex, type WeeklySlot } from '#shared/weekly-slots.ts';

/** A price and weekly half hours; none of these means that they are open. */
export type Terms = { price: number; slots: number[] };
/** The half hours one side says, and those it is free at as far as it told. */
type Times = { slots: number[]; free: number[] };

export const slotIndexes = (slots: readonly WeeklySlot[] = []) =>
  [...new Set(slots.map(slotIndex))].sort((a, b) => a - b);

const same = (a: number[], b: number[]) => a.length === b.length && a.every((slot, at) => slot === b[at]);
/** Somebody who told no times is free at any. */
const fits = (slots: number[], free: number[]) =>
  free.length === 0 || slots.every((slot) => free.includes(slot));

/**
 * The half hours two people mean who asked each other without having seen what the other asks: the same, or open on one
 * side and inside the times that side told. Undefined when they have to look first.
 */
export function commonSlots(one: Times, other: Times): number[] | undefined {
  if (one.slots.length > 0 && other.slots.length > 0)
    return same(one.slots, other.slots) ? one.slots : undefined;
  if (one.slots.length > 0) return fits(one.slots, other.free) ? one.slots : undefined;
  return fits(other.slots, one.free) ? other.slots : undefined;
}

/** What is agreed when somebody accepts an offer they have seen, and says what they saw. */
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
