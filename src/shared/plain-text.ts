import { z } from 'zod';

/** Any text, stored and shown as it is and never interpreted; only what PostgreSQL cannot store is refused. */
export const plainText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !text.includes('\0') && text.isWellFormed());

/** The same, for a required field. */
export const neededText = (maxLength: number) => plainText(maxLength).trim().min(1);
