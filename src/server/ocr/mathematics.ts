/**
 * Signs of mathematics that the recogniser takes for letters and words: a cross between numbers is no letter, and two
 * strokes between numbers are no Chinese two. Only what cannot mean anything else is changed; the student sees the rest.
 */
export const withSignsOfMathematics = (text: string) =>
  text
    .replace(/(?<=[\d)])([ \t]+)(?:xX|[xX×])([ \t]+)(?=[\d(])/g, '$1×$2')
    .replace(/(?<=[\d)])([ \t]*)二([ \t]*)(?=[\d(])/g, '$1÷$2')
    // An unknown beside its number: one printed letter is sometimes read as two.
    .replace(/(?<=\d)xX(?![A-Za-z])/g, 'x')
    .replace(/(?<![A-Za-z])X(?![A-Za-z])(?=[ \t]*[-+=<>)²³])/g, 'x');
