/**
 * A piece extracted from the text before Markdown is parsed, so that stars, bars and line breaks in it have
 * no meaning there.
 */
export type Extracted = {
  source: string;
  /**
   * `waiting`: a formula that is still being written. `held`: text after a dollar sign that is not shown until it is
   * decided. `literal`: characters to be shown as they are. `code`: code with a bar in it, which would end
   * the cell of a table.
   */
  kind: 'inline' | 'display' | 'waiting' | 'waiting-display' | 'held' | 'literal' | 'code';
  latex: string;
};

// Noncharacters, which Unicode reserves for use inside a program: no text contains them.
const [markStart, markEnd] = ['\uFDD0', '\uFDD1'];
const marks = /\uFDD0(\d+)\uFDD1/g;

/** The placeholder for the piece at an index. */
export const markOf = (index: number) => `${markStart}${index}${markEnd}`;
/** Replaces such characters in the input, so that they are not mistaken for placeholders. */
export const withoutMarks = (text: string) => text.replace(/[\uFDD0\uFDD1]/g, '\uFFFD');

/** Splits a text at its placeholders: strings and extracted pieces, in order. */
export function* splitAtMarks(text: string, taken: readonly Extracted[]): Generator<string | Extracted> {
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

/** The text as it was written, for code, addresses and the like. */
export const withSource = (text: string, taken: readonly Extracted[]) =>
  text.includes(markStart)
    ? text.replace(marks, (mark, index: string) => taken[Number(index)]?.source ?? mark)
    : text;
