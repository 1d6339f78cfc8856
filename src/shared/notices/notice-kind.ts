import type { z } from 'zod';
import type { Locale } from '../locale.ts';

export type NoticeWords = { title: string; text: string };
export type NoticeKind<Params extends z.ZodObject = z.ZodObject> = {
  /** Codes, counts and dates only: what is written here stays with the notice. */
  params: Params;
  words: Record<Locale, (params: z.output<Params>) => NoticeWords>;
};

export const kind = <Params extends z.ZodObject>(declared: NoticeKind<Params>) => declared;
