import { z } from 'zod';

/** Average and count of the published reviews by families of a tutor. */
export const Rating = z.object({
  average: z.number().describe('1 to 5, one digit after the point'),
  count: z.int(),
});
export type Rating = z.infer<typeof Rating>;
