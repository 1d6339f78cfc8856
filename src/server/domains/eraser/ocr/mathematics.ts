import type { Word } from './ocr-types.ts';

/** Between numbers, 二 is a misread ÷ and 十 a misread +. Each replacement keeps the length of the text. */
const withOperators = (text: string) =>
  text.replace(/(?<=[\d)][ \t]*)二(?=[ \t]*[\d(])/g, '÷').replace(/(?<=[\d)][ \t]*)十(?=[ \t]*[\d(])/g, '+');

/** The same for positioned words: the neighbours on the same line decide. */
export function withOperatorsBetween(words: Word[]): Word[] {
  return words.map((word, index) => {
    const [before, after] = [words[index - 1], words[index + 1]].map((beside) =>
      beside?.line === word.line ? beside.text : '',
    ) as [string, string];
    const read = withOperators(`${before} ${word.text} ${after}`);
    return { ...word, text: read.slice(before.length + 1, before.length + 1 + word.text.length) };
  });
}

/**
 * Corrects mathematical signs that the recogniser takes for letters or Chinese characters. Only what cannot
 * mean anything else is changed; the student sees the rest.
 */
export const fixMathSigns = (text: string) =>
  withOperators(text)
    .replace(/(?<=[\d)])([ \t]+)(?:xX|[xX×])([ \t]+)(?=[\d(])/g, '$1×$2')
    // A variable after its coefficient: one printed letter is sometimes read as two.
    .replace(/(?<=\d)xX(?![A-Za-z])/g, 'x')
    .replace(/(?<![A-Za-z])X(?![A-Za-z])(?=[ \t]*[-+=<>)²³])/g, 'x');
