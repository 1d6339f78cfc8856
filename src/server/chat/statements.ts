/** A stated equation or computation in an answer, and where it stands. */
export type Stated = { statement: string; start: number };

const most = 200;

// Bounded, so that no answer, however made, takes longer than its length to look through.
const mathematics = [
  /\\\[([\s\S]{1,2000}?)\\\]/g,
  /\\\(([\s\S]{1,2000}?)\\\)/g,
  /\$\$([\s\S]{1,2000}?)\$\$/g,
  // Not money: a closing $ follows no space and no digit follows it.
  /(?<![\\$\w])\$(?=\S)([^$\n]{1,500}?)(?<=\S)\$(?![\d$])/g,
];
/** Numbers and signs only: sentences with letters in them are words, unless they are marked as mathematics. */
const plain =
  /(?<![\w.,])[(−-]?\d[\d\s.,()+\-−–*×x÷/^²³√%]{0,200}(?:=|＝|≈)\s*[−-]?[\d(][\d\s.,()+\-−–*×÷/^²³√%=]{0,200}/g;

/** Everything in a Markdown text that states something a computer can try. Code is left alone. */
export function statementsIn(text: string): Stated[] {
  if (!/[=＝≈]/.test(text)) return [];
  let rest = blank(blank(text, /```[\s\S]*?(```|$)/g), /`[^`\n]*`/g);
  const found: Stated[] = [];
  for (const pattern of mathematics) {
    for (const match of rest.matchAll(pattern))
      found.push(...linesOf(match[1] ?? '', match.index + match[0].indexOf(match[1] ?? '')));
    rest = blank(rest, pattern);
  }
  for (const match of rest.matchAll(plain)) {
    const statement = match[0].replace(/[\s.,(]+$/, '');
    found.push({ statement, start: match.index });
  }
  return found
    .filter(({ statement }) => /[=＝≈]/.test(statement))
    .sort((a, b) => a.start - b.start)
    .slice(0, most);
}

/** The same length, so that places stay true. */
const blank = (text: string, pattern: RegExp) => text.replace(pattern, (found) => ' '.repeat(found.length));

/** Lines of an environment, each by itself; alignment marks are no mathematics. */
function linesOf(formula: string, start: number): Stated[] {
  const lines: Stated[] = [];
  let at = 0;
  for (const line of formula.split(/\\\\/)) {
    const statement = line
      .replace(/\\(begin|end)\{[a-z*]+\}/g, '')
      .replaceAll('&', '')
      .trim();
    if (statement !== '') lines.push({ statement, start: start + at });
    at += line.length + 2;
  }
  return lines;
}
