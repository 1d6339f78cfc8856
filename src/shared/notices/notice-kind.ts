import type { z } from 'zod';
import { dayOf, type Timestamp } from '../hong-kong.ts';
import type { Locale } from '../locale.ts';
import { matchPath } from '../rules/tutoring-paths.ts';

export type NoticeWords = { title: string; text: string };
/** What is found when a notice is read: the conversation that its reader may open, and the class of the two. */
export type NoticeLinks = { talk: number | null; class: number | null };
export type NoticeKind<Params extends z.ZodObject = z.ZodObject> = {
  /** Codes, counts and dates only, no personal data: params are stored as long as the notice. */
  params: Params;
  words: Record<Locale, (params: z.output<Params>) => NoticeWords>;
  /** The page that the words speak of, without a language. */
  page: (params: z.output<Params>, links: NoticeLinks) => string;
};

/** A fixed title and text, or a function of the params. */
type TextSource<Params extends z.ZodObject> =
  | readonly [title: string, text: string]
  | ((params: z.output<Params>) => NoticeWords);

export const kind = <Params extends z.ZodObject>(
  params: Params,
  zh: TextSource<Params>,
  en: TextSource<Params>,
  page: string | NoticeKind<Params>['page'],
): NoticeKind<Params> => ({
  params,
  words: { 'zh-Hant': asFunction(zh), en: asFunction(en) },
  page: typeof page === 'function' ? page : () => page,
});

const asFunction = <Params extends z.ZodObject>(source: TextSource<Params>) =>
  typeof source === 'function' ? source : () => ({ title: source[0], text: source[1] });

export const tutoringPage = '/my-tutoring';

/** The card of the match among one's tutoring. */
export const matchPage = ({ match }: { match: number }) => matchPath(match);

/** The conversation of the two; where one has blocked the other there is none. */
export const talkPage = (_params: unknown, { talk }: NoticeLinks) =>
  talk === null ? tutoringPage : `/message/${talk}`;

/** The calendar of a class on the day of a lesson. */
export const dayPage = (classId: number, at: Timestamp) => `/clock-in?class=${classId}&day=${dayOf(at)}`;
