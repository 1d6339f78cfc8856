/** Taken out of the text before Markdown reads it: neither stars, bars nor line breaks in it mean anything there. */
export type Taken = {
  source: string;
  /**
   * `waiting`: a formula that is still being written. `literal`: signs that are to be shown as they are. `code`: code with a
   * bar in it, which would end the cell of a table.
   */
  kind: 'inline' | 'display' | 'waiting' | 'waiting-display' | 'held' | 'literal' | 'code';
  latex: string;
};

// Noncharacters: no text contains them, Unicode keeps them for use inside a program.
const [markStart, markEnd] = ['\uFDD0', '\uFDD1'];
const marks = /\uFDD0(\d+)\uFDD1/g;

/** What stands in the text for the one taken at an index. */
export const markOf = (index: number) => `${markStart}${index}${markEnd}`;
/** A text that holds such characters all the same is not mistaken for ours. */
export const withoutMarks = (text: string) => text.replace(/[\uFDD0\uFDD1]/g, '\uFFFD');

/** Splits a text at its marks: strings and what was taken, in order. */
export function* splitAtMarks(text: string, taken: readonly Taken[]): Generator<string | Taken> {
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const found = taken[Number(match[1])];
    if (!found) continue;
    if (match.index > from) yield text.slice(from, match.index);
    yield found;
    from = match.index + match[0].length;
  }
  if (from < text.length) yield text.slice(from);
}

/** The text as it was written: for code, addresses and the like. */
export const withSource = (text: string, taken: readonly Taken[]) =>
  text.includes(markStart)
    ? text.replace(marks, (mark, index: string) => taken[Number(index)]?.source ?? mark)
    : text;
