import { z } from 'zod';

/** Mean and number of the published reviews of a tutor by families. */
export const Rating = z.object({
  average: z.number().describe('1 to 5, one digit after the point'),
  count: z.int(),
});
export type Rating = z.infer<typeof Rating>;
