import type { z } from 'zod';
import type { Locale } from '../locale.ts';

export type NoticeWords = { title: string; text: string };
export type NoticeKind<Params extends z.ZodObject = z.ZodObject> = {
  /** Codes, counts and dates only: what is written here stays with the notice. */
  params: Params;
  words: Record<Locale, (params: z.output<Params>) => NoticeWords>;
};

/** A title and a text, by what the notice says where that differs. */
type Said<Params extends z.ZodObject> =
  | readonly [title: string, text: string]
  | ((params: z.output<Params>) => NoticeWords);

export const kind = <Params extends z.ZodObject>(
  params: Params,
  zh: Said<Params>,
  en: Said<Params>,
): NoticeKind<Params> => ({ params, words: { 'zh-Hant': spoken(zh), en: spoken(en) } });

const spoken = <Params extends z.ZodObject>(said: Said<Params>) =>
  typeof said === 'function' ? said : () => ({ title: said[0], text: said[1] });
