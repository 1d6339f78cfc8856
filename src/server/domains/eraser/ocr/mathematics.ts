import type { Word } from './ocr-types.ts';

/** Two strokes between numbers are no Chinese two, and a cross is no Chinese ten. One sign for one. */
const withOperators = (text: string) =>
  text.replace(/(?<=[\d)][ \t]*)二(?=[ \t]*[\d(])/g, '÷').replace(/(?<=[\d)][ \t]*)十(?=[ \t]*[\d(])/g, '+');

/** The same where every word has its place: what stands beside it on its line decides. */
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
 * Signs of mathematics that the recogniser takes for letters and words: a cross between numbers is no letter. Only what
 * cannot mean anything else is changed; the student sees the rest.
 */
export const withSignsOfMathematics = (text: string) =>
  withOperators(text)
    .replace(/(?<=[\d)])([ \t]+)(?:xX|[xX×])([ \t]+)(?=[\d(])/g, '$1×$2')
    // An unknown beside its number: one printed letter is sometimes read as two.
    .replace(/(?<=\d)xX(?![A-Za-z])/g, 'x')
    .replace(/(?<![A-Za-z])X(?![A-Za-z])(?=[ \t]*[-+=<>)²³])/g, 'x');
