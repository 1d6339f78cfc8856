import { z } from 'zod';

/** Any text, kept and shown as it is and never interpreted; only what a database cannot hold is refused. */
export const plainText = (longest: number) =>
  z
    .string()
    .max(longest)
    .refine((text) => !text.includes('\0') && text.isWellFormed());

/** The same, for a field that has to be filled in. */
export const neededText = (longest: number) => plainText(longest).trim().min(1);
