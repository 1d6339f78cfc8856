import type { Word } from './ocr-types.ts';

const chinese = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const fullWidth: Record<string, string> = { ',': '，', ';': '；', ':': '：', '?': '？', '!': '！' };

/** The recogniser writes signs after Chinese as in English. */
export const withChineseSigns = (text: string) =>
  text
    .replace(/(?<=[\p{Script=Han}」』）])\s*[,;:?!]/gu, (sign) => fullWidth[sign.trim()] ?? sign)
    .replace(/(?<=[\u3000-\u303f\uff00-\uffef]) +| +(?=[\u3000-\u303f\uff00-\uffef])/g, '');

/** Words as lines of text; Chinese ones are not spaced. */
export function textOf(words: Word[]): string {
  const lines: string[] = [];
  let last: Word | undefined;
  for (const word of words) {
    const line = lines.length - 1;
    if (last?.line !== word.line) lines.push(word.text);
    else lines[line] += between(last.text, word.text) + word.text;
    last = word;
  }
  return lines.map(withChineseSigns).join('\n');
}

export const between = (before: string, after: string) =>
  chinese.test(before.at(-1) ?? '') && chinese.test([...after][0] ?? '') ? '' : ' ';

const leastLetters = 8;

/** English: the Chinese data knows its letters, but not where its words end. */
export function isLatin(text: string) {
  const signs = text.replace(/\s/g, '');
  const letters = signs.replace(/[^A-Za-z]/g, '').length;
  return letters >= leastLetters && letters > 0.7 * signs.length;
}
