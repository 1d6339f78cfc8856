import { z } from 'zod';

/** Of fewer planned lessons nothing is told to others: one late bus would say too much. */
export const fewestLessons = 5;

/** How a tutor's planned lessons went. */
export const Reliability = z.object({
  lessons_due: z.int(),
  kept: z.int(),
  late: z.int(),
  absent: z.int(),
  cancelled_late: z.int(),
});
export type Reliability = z.infer<typeof Reliability>;
