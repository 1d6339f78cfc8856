import type { Locale } from '#shared/locale.ts';
import { pieces, request, type TalkKind } from './small-talk-words.ts';

const answers: Record<TalkKind, Record<Locale, string>> = {
  hello: {
    'zh-Hant': '你好！我是內置導師，教數學。你想問哪一題？',
    en: 'Hello! I am the built-in tutor, for mathematics. What would you like to ask?',
  },
  howAreYou: {
    'zh-Hant': '我是程式，不過隨時準備好。你今天想做哪一題數學？',
    en: 'I am a program, but I am ready whenever you are. Which problem shall we do today?',
  },
  whoAreYou: {
    'zh-Hant':
      '我是內置導師，不是語言模型。我會解數學：四則運算、方程、因式分解、三角、微積分和統計，也可以先給你提示。試試說：解方程 2x 加 5 等於 13。',
    en: 'I am the built-in tutor, not a language model. I do mathematics: arithmetic, equations, factorising, trigonometry, calculus and statistics, and I can give you a hint first. Try: solve two x plus five equals thirteen.',
  },
  ready: { 'zh-Hant': '好，請說出題目。', en: 'I am listening. Which problem is it?' },
  thanks: {
    'zh-Hant': '不用客氣。還有題目的話，說出來就可以。',
    en: 'You are welcome. When you have another problem, just say it.',
  },
  goodbye: { 'zh-Hant': '再見，繼續努力！', en: 'Goodbye, and keep it up!' },
};

/** After these alone, short text that asks for nothing counts as misrecognised speech. */
const openings: readonly TalkKind[] = ['hello', 'howAreYou', 'thanks', 'goodbye'];

const longest = 80;
const mostWordsLeft = 6;
const mostCharactersLeft = 12;

/**
 * A short reply to greetings, thanks, pauses and goodbyes; undefined for everything else. Text after a
 * greeting may be misrecognised speech; if it asks for something, it is answered as if it stood alone.
 */
export function smallTalk(text: string, locale: Locale): string | undefined {
  if (text.length > longest) return undefined;
  const { kinds, rest } = splitSmallTalk(plain(text));
  // Thanks with a goodbye is a goodbye.
  const kind = kinds.includes('goodbye') ? 'goodbye' : kinds[0];
  const isOpened = kinds.every((one) => openings.includes(one));
  const isAll = rest === '' || (isOpened && isShort(rest) && !request.test(rest));
  return kind && isAll ? answers[kind][locale] : undefined;
}

/** The problem after a greeting: 「你好，三加五」 asks 三加五. */
export function withoutGreeting(text: string): string {
  const { kinds, rest } = splitSmallTalk(text);
  const isGreeted = kinds.length > 0 && kinds.every((kind) => openings.includes(kind));
  return isGreeted && rest !== '' ? rest : text;
}

/** The small talk at the beginning, and the text after it. */
function splitSmallTalk(said: string) {
  const kinds: TalkKind[] = [];
  let rest = said;
  for (;;) {
    rest = rest.replace(between, '');
    const [kind, length] = pieceOf(rest.toLowerCase().replace(/[’‘]/g, "'"));
    if (kind === undefined) return { kinds, rest };
    if (kind !== 'aside') kinds.push(kind);
    rest = rest.slice(length);
  }
}

function pieceOf(rest: string) {
  for (const [kind, pattern] of pieces) {
    const found = pattern.exec(rest)?.[0];
    if (found) return [kind, found.length] as const;
  }
  return [undefined, 0] as const;
}

const signs = '\\s,.!?;:，。！？；：、~～…';
const between = new RegExp(`^[${signs}]+`);

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(new RegExp(`[${signs}"“”「」()]+`, 'g'), ' ')
    .trim();

const isShort = (text: string) =>
  text.split(' ').length <= mostWordsLeft &&
  (text.match(/\p{Script=Han}/gu)?.length ?? 0) <= mostCharactersLeft;
