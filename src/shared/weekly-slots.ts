import { z } from 'zod';
import { slotsPerWeek } from './rules/half-hours.ts';

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
