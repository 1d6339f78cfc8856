import { z } from 'zod';

export const slotsPerDay = 48;
export const slotsPerWeek = 7 * slotsPerDay;

/** One half hour that recurs every week. */
export const WeeklySlot = z
  .object({
    weekday: z.int().min(1).max(7).describe('1 Monday to 7 Sunday'),
    start: z
      .string()
      .regex(/^([01]\d|2[0-3]):(00|30)$/)
      .describe('when the half hour begins in Hong Kong, such as 17:00 or 17:30'),
  })
  .meta({ id: 'WeeklySlot' });
export type WeeklySlot = z.infer<typeof WeeklySlot>;

export const WeeklySlots = z
  .array(WeeklySlot)
  .max(slotsPerWeek)
  .describe('half hours of the week; an hour and a half from 17:00 is 17:00, 17:30 and 18:00');

/** The index of a slot within the week, and its bit in a set of slots: 0 is Monday 00:00, 335 Sunday 23:30. */
export function slotIndex({ weekday, start }: WeeklySlot) {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  return (weekday - 1) * slotsPerDay + hours * 2 + minutes / 30;
}

export function slotAt(index: number): WeeklySlot {
  const half = index % slotsPerDay;
  const hours = String(Math.floor(half / 2)).padStart(2, '0');
  return { weekday: Math.floor(index / slotsPerDay) + 1, start: `${hours}:${half % 2 === 0 ? '00' : '30'}` };
}
