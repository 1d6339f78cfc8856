import type { z } from 'zod';
import type { Locale } from '../locale.ts';

export type NoticeWords = { title: string; text: string };
export type NoticeKind<Params extends z.ZodObject = z.ZodObject> = {
  /** Codes, counts and dates only, no personal data: params are stored as long as the notice. */
  params: Params;
  words: Record<Locale, (params: z.output<Params>) => NoticeWords>;
};

/** A fixed title and text, or a function of the params. */
type TextSource<Params extends z.ZodObject> =
  | readonly [title: string, text: string]
  | ((params: z.output<Params>) => NoticeWords);

export const kind = <Params extends z.ZodObject>(
  params: Params,
  zh: TextSource<Params>,
  en: TextSource<Params>,
): NoticeKind<Params> => ({ params, words: { 'zh-Hant': asFunction(zh), en: asFunction(en) } });

const asFunction = <Params extends z.ZodObject>(source: TextSource<Params>) =>
  typeof source === 'function' ? source : () => ({ title: source[0], text: source[1] });
