import type { Word } from './ocr-types.ts';

/** Signs that bring their own room along. */
const wide = /[\u3000-\u303f\uff00-\uffef]/;
const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const fullWidth: Record<string, string> = { ',': '，', ';': '；', ':': '：', '?': '？', '!': '！' };

/** The recogniser writes signs after Chinese as in English. */
export function withChineseSigns(words: Word[]): Word[] {
  return words.map((word, index) => {
    const before = words[index - 1];
    const last = before?.line === word.line ? before.text : '';
    const text = (last + word.text).replace(
      /(?<=[\p{Script=Han}」』）])[,;:?!]/gu,
      (sign) => fullWidth[sign] ?? sign,
    );
    return { ...word, text: text.slice(last.length) };
  });
}

/** Words as lines of text; Chinese ones are not spaced. */
export function textOf(words: Word[]): string {
  let text = '';
  let last: Word | undefined;
  for (const word of words) {
    if (last) text += last.line === word.line ? between(last.text, word.text) : '\n';
    text += word.text;
    last = word;
  }
  return text;
}

export const between = (before: string, after: string) =>
  (isChinese(before.at(-1)) && isChinese(after[0])) ||
  wide.test(before.at(-1) ?? '') ||
  wide.test(after[0] ?? '')
    ? ''
    : ' ';
const isChinese = (sign = '') => chinese.test(sign);

const leastLetters = 8;

/** English: the Chinese data knows its letters, but not where its words end. */
export function isLatin(text: string) {
  const signs = text.replace(/\s/g, '');
  const letters = signs.replace(/[^A-Za-z]/g, '').length;
  return letters >= leastLetters && letters > 0.7 * signs.length;
}
