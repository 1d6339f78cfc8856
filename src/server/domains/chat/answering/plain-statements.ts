import {
  beginsSentence,
  goesOn,
  hasOtherMeaning,
  isOfPlainNumbers,
  isPartOfMore,
} from './statement-context.ts';

/** An equation or computation in an answer: its text, the claim to check, and its offset. */
export type Stated = { statement: string; claim: string; start: number };

/** Digits and operators only: text with letters is prose, unless it is marked as mathematics. */
const computation =
  /(?<![\w.,])[(√−-]{0,3}\d[\d \t.,()+\-−–*×x·÷/^²³⁰¹⁴⁵⁶⁷⁸⁹√%]{0,200}[=≈][ \t]*[(√−-]{0,3}\d[\d \t.,()+\-−–*×x·÷/^²³⁰¹⁴⁵⁶⁷⁸⁹√%=≈]{0,200}/g;
const contextLength = 60;

export function plainStatementsIn(text: string): Stated[] {
  const read = readable(text);
  const found: Stated[] = [];
  for (const match of read.matchAll(computation)) {
    const one = statementOf(match[0]);
    if (!one) continue;
    const start = match.index + one.at;
    const end = start + one.words.length;
    const before = read.slice(Math.max(0, start - contextLength), start).replace(/^[\s\S]*\n/, '');
    const claim = one.words.replace(/(?<=\d\s*)x(?=\s*[\d(])/g, '×');
    const isWhole =
      !isPartOfMore(before) &&
      // In the original text: full stops have become line ends in `read`.
      !goesOn(text.slice(end, end + contextLength)) &&
      !hasOtherMeaning(claim) &&
      !isOfPlainNumbers(claim) &&
      (isComputed(claim) || (beginsSentence(before) && !hasUnit(text.slice(end, end + contextLength))));
    if (isWhole) found.push({ statement: text.slice(start, end), claim, start });
  }
  return found;
}

const isComputed = (claim: string) =>
  /[\d)%]\s*[+\-−–*×x·÷/^]|[²³⁰¹⁴-⁹√]/u.test(claim.split(/[=≈]/)[0] ?? '');
const hasUnit = (after: string) => /^\s*[\p{L}°$]/u.test(after);

const halfWidth: Record<string, string> = {
  '＋': '+',
  '－': '-',
  '＝': '=',
  '＊': '*',
  '／': '/',
  '％': '%',
  '．': '.',
};

/**
 * Same length, so that offsets stay valid: without Markdown and currency marks, one line per item and
 * sentence.
 */
function readable(text: string) {
  return text
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[＋－＝＊／％．]/g, (sign) => halfWidth[sign] ?? sign)
    .replace(/^[ \t>]*(?:[-*+]|[(（]?\d{1,3}[)）、]|[(（]?[a-zA-Z][)）])[ \t]+/gm, (found) =>
      ' '.repeat(found.length),
    )
    .replace(/(?<![\d)])\*\*|\*\*(?![\d(])/g, '  ')
    .replace(/(?<![\d)\s])\*(?=\d)|(?<=\d)\*(?![\d(\s])/g, ' ')
    .replace(/\$(?=\d)/g, ' ')
    .replace(/,(?!\d{3}(?!\d))|\.(?!\d)/g, '\n');
}

/** Without brackets that belong to the surrounding text; undefined for an incomplete statement. */
function statementOf(found: string): { words: string; at: number } | undefined {
  let words = found.trimEnd();
  let at = 0;
  // A bracket after a space begins a remark; a bracketed factor has no space before it.
  if (/\s\($/.test(words)) words = words.slice(0, -1).trimEnd();
  if (/[(+\-−–*×x·÷/^√=≈]$/.test(words)) return undefined;
  for (;;) {
    const depth = [...words].reduce((sum, sign) => sum + (sign === '(' ? 1 : sign === ')' ? -1 : 0), 0);
    const isWrapped = /^\([^()]*[=≈][^()]*\)$/.test(words);
    if (isWrapped || (depth > 0 && /^\([^)]*[=≈]/.test(words))) {
      at += 1;
      words = words.slice(1, isWrapped ? -1 : undefined);
    } else if (depth < 0 && words.endsWith(')')) words = words.slice(0, -1).trimEnd();
    else return depth === 0 ? { words, at } : undefined;
  }
}
