import { distressIn, distressInPicture, distressInReply, isSchoolTalk } from '#engine/distress/detect.ts';
import type { DistressKind } from '#engine/distress/kinds.ts';
import type { Locale } from '#shared/locale.ts';
import type { Turn } from '../answering/prompt.ts';
import { answerWords, goingOn, instructionAfter, instructionToGoOn } from './help-words.ts';

/** How a child in need is answered. */
export type Care = {
  /** Undefined: help was shown before, and the conversation goes on from there. */
  kind: DistressKind | undefined;
  locale: Locale;
  /** Said whether or not a model writes on. */
  words: string;
  instruction: string;
};

type Said = Pick<Turn, 'role' | 'text'> & {
  parts: readonly { type: string }[];
  files: readonly { text: string | null }[];
};

/** So many messages after the lines were shown are answered with care; then the thread is an ordinary one again. */
const longestCare = 10;
const longestReply = 400;
const longestSmallReply = 30;

/** The care that the last message needs; undefined for an ordinary one. Nothing of this is logged. */
export function careOf(turns: readonly Said[], locale: Locale): Care | undefined {
  const question = turns.at(-1);
  if (!question) return undefined;
  const { text, files } = question;
  const pictures = files.flatMap((file) => file.text ?? []);
  const isFollowing = goesOn(turns);
  const isReply = isFollowing && text.length <= longestSmallReply;
  const told = isReply ? distressInReply(text) : distressIn(text);
  const kind = told ?? pictures.map(distressInPicture).find((found) => found !== undefined);
  const spoken = languageOf(`${text}${pictures.join('')}`, locale);
  // 「唔敢講」 after the lines were shown is an answer to them, not a new need.
  if (kind && !(kind === 'fear' && isReply)) {
    const words = answerWords[kind][spoken];
    return { kind, locale: spoken, words, instruction: instructionAfter(words) };
  }
  if (!isFollowing) return undefined;
  const words = goingOn.find(([pattern]) => pattern.test(text.trim()))?.[1][spoken];
  return words === undefined
    ? undefined
    : { kind: undefined, locale: spoken, words, instruction: instructionToGoOn };
}

/** Help was shown, and nothing of school has been spoken of since. */
function goesOn(turns: readonly Said[]) {
  const shown = turns.findLastIndex(({ parts }) => parts.some(({ type }) => type === 'data-help'));
  if (shown === -1) return false;
  const since = turns.slice(shown + 1).filter(({ role }) => role === 'user');
  return (
    since.length <= longestCare &&
    since.every(({ text, files }) => files.length === 0 && text.length <= longestReply && !isSchoolTalk(text))
  );
}

/** The child is answered in the language it writes in. */
const languageOf = (text: string, locale: Locale): Locale =>
  /\p{Script=Han}/u.test(text) ? 'zh-Hant' : /[a-z]{2,}/i.test(text) ? 'en' : locale;
