import type { Word } from './ocr-types.ts';

/** Full-width punctuation, which includes its own spacing. */
const fullWidthMarks = /[\u3000-\u303f\uff00-\uffef]/;
const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const fullWidth: Record<string, string> = { ',': '，', ';': '；', ':': '：', '?': '？', '!': '！' };

/** Replaces half-width punctuation after Chinese characters, which the recogniser writes as in English. */
export function withChinesePunctuation(words: Word[]): Word[] {
  return words.map((word, index) => {
    const before = words[index - 1];
    const last = before?.line === word.line ? before.text : '';
    const text = (last + word.text).replace(
      /(?<=[\p{Script=Han}」』）])[,;:?!]/gu,
      (character) => fullWidth[character] ?? character,
    );
    return { ...word, text: text.slice(last.length) };
  });
}

/** Joins words into lines of text; Chinese words without spaces. */
export function textOf(words: Word[]): string {
  let text = '';
  let last: Word | undefined;
  for (const word of words) {
    if (last) text += last.line === word.line ? spaceBetween(last.text, word.text) : '\n';
    text += word.text;
    last = word;
  }
  return text;
}

export const spaceBetween = (before: string, after: string) =>
  (isChinese(before.at(-1)) && isChinese(after[0])) ||
  fullWidthMarks.test(before.at(-1) ?? '') ||
  fullWidthMarks.test(after[0] ?? '')
    ? ''
    : ' ';
const isChinese = (character = '') => chinese.test(character);

const minLetters = 8;

/** Whether a line is mostly English: the Chinese model knows the letters but not the word boundaries. */
export function isLatin(text: string) {
  const characters = text.replace(/\s/g, '');
  const letters = characters.replace(/[^A-Za-z]/g, '').length;
  return letters >= minLetters && letters > 0.7 * characters.length;
}
