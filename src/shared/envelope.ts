import { z } from 'zod';

/**
 * The body of every response: `code` 0 with `data`, or a code of `codes.ts` with a message in the caller's
 * language.
 */
export const envelope = <Data extends z.ZodType>(data: Data) =>
  z.object({ code: z.literal(0), data, message: z.string() });

export const FailedEnvelope = z
  .object({
    code: z.int(),
    data: z.looseObject({ fields: z.record(z.string(), z.string()).optional() }).nullable(),
    message: z.string(),
  })
  .meta({ id: 'Failure' });
export type FailedEnvelope = z.infer<typeof FailedEnvelope>;

/** `page` and `page_size` of a list call; zero, negative and non-numeric values are field errors. */
export const paging = ({ size = 20, max = 100 }: { size?: number; max?: number } = {}) => ({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(max).default(size),
});

export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    list: z.array(item),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
    total_is_capped: z.boolean().optional(),
  });
