import { z } from 'zod';

/** What others see of a tutor; the web has one component that draws it. */
export const Portrait = z
  .string()
  .regex(/^(drawn-\d{1,2}|photo-[0-9a-f-]{36})$/)
  .describe(
    'drawn-7: /portraits/7.svg; photo-{id}: a photo at /api/common_info/tutor_photo/{id}-{width}.{type}',
  );
export type Portrait = z.infer<typeof Portrait>;
