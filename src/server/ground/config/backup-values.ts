import { z } from 'zod';

const units: Record<string, number> = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };
const longestMs = 30 * 24 * 60 * 60_000;

/** How often: minutes, hours or days. */
export const timeSpan = z
  .string()
  .regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a time such as 30m, 6h or 1d')
  .transform((value) => Number(value.slice(0, -1)) * (units[value.slice(-1)] as number))
  .refine((ms) => ms <= longestMs, 'must be 30 days at most');
