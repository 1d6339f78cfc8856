import {
  blankLineAfter,
  codeSpanEnd,
  createIndentReader,
  fenceEnd,
  nextLine,
  runLength,
} from './code-regions.ts';
import {
  isDisplayFormula,
  isFormula,
  isSentence,
  mayBecomeDisplayFormula,
  mayBecomeFormula,
} from './dollar-rule.ts';

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
export type Scan = {
  /** The text with a mark in place of everything taken. */
  text: string;
  taken: Taken[];
  /** Where the text stands in the source, for a place in it. */
  sourceAt: (at: number) => number;
  /** From here on in the source, more text may change what was found. */
  openFrom: number;
};

// Noncharacters: no text contains them, Unicode keeps them for use inside a program.
const [markStart, markEnd] = ['\uFDD0', '\uFDD1'];
const marks = /\uFDD0(\d+)\uFDD1/g;
const longestInline = 2000;
const longestDisplay = 4000;

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

type Found = { end: number; kind: Taken['kind']; latex: string };

export function scanFormulas(given: string, isStreaming: boolean): Scan {
  const source = given.replace(/[\uFDD0\uFDD1]/g, '\uFFFD');
  const taken: Taken[] = [];
  const spots: { at: number; source: number }[] = [{ at: 0, source: 0 }];
  let text = '';
  let copied = 0;
  const take = (from: number, { end, kind, latex }: Found) => {
    text += `${source.slice(copied, from)}${markStart}${taken.length}${markEnd}`;
    taken.push({ source: source.slice(from, end), kind, latex });
    copied = end;
    spots.push({ at: text.length, source: end });
    return end;
  };
  const indents = createIndentReader();
  const interesting = /[\n\\`$]/g;
  let at = 0;
  let atLineStart = true;
  let openFrom = Number.POSITIVE_INFINITY;
  while (at < source.length) {
    if (atLineStart) {
      atLineStart = false;
      const lineEnd = nextLine(source, at);
      const isCode = indents.isCode(source.slice(at, lineEnd));
      const codeEnd = isCode ? lineEnd : fenceEnd(source, at, indents.isInList());
      if (codeEnd !== undefined) {
        at = codeEnd;
        atLineStart = true;
        continue;
      }
    }
    interesting.lastIndex = at;
    const next = interesting.exec(source);
    if (!next) break;
    at = next.index;
    if (next[0] === '\n') {
      at += 1;
      atLineStart = true;
    } else if (next[0] === '`') {
      const span = codeSpanEnd(source, at);
      if (!span.closed && isStreaming && blankLineAfter(source, at) === source.length) {
        openFrom = at;
        break;
      }
      const code = span.closed ? source.slice(at, span.end) : '';
      at =
        /\|/.test(code) && !code.includes('\n')
          ? take(at, { end: span.end, kind: 'code', latex: codeIn(code) })
          : span.end;
    } else {
      const found = next[0] === '$' ? dollars(source, at, isStreaming) : escaped(source, at, isStreaming);
      if (/^(?:waiting|held)/.test(found.kind)) openFrom = at;
      at = found.kind === 'none' ? found.end : take(at, found);
    }
  }
  text += source.slice(copied);
  const sourceAt = (place: number) => {
    let last = spots[0] ?? { at: 0, source: 0 };
    for (const spot of spots) if (spot.at <= place) last = spot;
    return last.source + place - last.at;
  };
  return { text, taken, sourceAt, openFrom };
}

/** Without its backticks, and without the space that keeps them apart from backticks inside. */
const codeIn = (span: string) => span.replace(/^`+|`+$/g, '').replace(/^ (.*[^ ].*) $/, '$1');

type Skipped = { end: number; kind: 'none' };

/** A backslash: `\(…\)`, `\[…\]`, or a sign that Markdown takes as it is. */
function escaped(source: string, at: number, isStreaming: boolean): Found | Skipped {
  const sign = source[at + 1];
  if (sign === ')' || sign === ']') return literal(at + 2);
  if (sign !== '(' && sign !== '[') return { end: at + 2, kind: 'none' };
  const isDisplay = sign === '[';
  const end = closingOf(source, at, sign);
  if (end === undefined) return literal(at + 2);
  const latex = latexIn(source, at, at + 2, end === 'open' ? source.length : end - 2);
  if (end === 'open')
    return isStreaming
      ? { end: source.length, kind: isDisplay ? 'waiting-display' : 'waiting', latex }
      : literal(at + 2);
  if (latex === '') return literal(end);
  return { end, kind: isDisplay ? 'display' : 'inline', latex };
}
const literal = (end: number): Found => ({ end, kind: 'literal', latex: '' });

/** Where `\(` or `\[` is closed; 'open' where the text ends first; undefined where it cannot be a formula. */
function closingOf(source: string, at: number, sign: '(' | '['): number | 'open' | undefined {
  const close = sign === '(' ? ')' : ']';
  const limit = at + (sign === '(' ? longestInline : longestDisplay);
  // A display formula may have empty lines in it: its end cannot be mistaken for anything else.
  const last = sign === '(' ? blankLineAfter(source, at) : source.length;
  let depth = 1;
  for (let place = source.indexOf('\\', at + 2); place !== -1 && place < last; ) {
    if (place > limit) return undefined;
    const next = source[place + 1];
    if (next === close) depth -= 1;
    if (depth === 0) return goesOnAsProse(source.slice(at, place)) ? undefined : place + 2;
    if (next === sign) {
      // Only inside words: `\text{where \(x\)}`.
      if (!insideBraces(source, at + 2, place)) return undefined;
      depth += 1;
    }
    place = source.indexOf('\\', place + 2);
  }
  if (source.length > limit || last < source.length || goesOnAsProse(source.slice(at))) return undefined;
  return 'open';
}

/** An empty line and then sentences: whoever opened the formula forgot it. */
function goesOnAsProse(content: string) {
  const end = blankLineAfter(content, 0);
  return end < content.length && isSentence(content.slice(end));
}

function insideBraces(source: string, from: number, to: number) {
  let depth = 0;
  for (let at = from; at < to; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === '{') depth += 1;
    else if (source[at] === '}') depth -= 1;
  }
  return depth > 0;
}

function dollars(source: string, at: number, isStreaming: boolean): Found | Skipped {
  const run = runLength(source, at, '$');
  const end = at + run;
  const isLast = end === source.length;
  if (run > 2 || (isLast && !isStreaming)) return { end, kind: 'none' };
  // The next character decides between one sign and two, or between a price and a formula.
  if (isLast) return { end, kind: 'held', latex: '' };
  return run === 2 ? doubleDollars(source, at, isStreaming) : singleDollar(source, at, isStreaming);
}

function doubleDollars(source: string, at: number, isStreaming: boolean): Found | Skipped {
  const opensLine = /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(
    source.slice(Math.max(0, at - 40), at),
  );
  const close = closingDollars(source, at + 2, 2, at + longestDisplay, opensLine);
  const content = latexIn(
    source,
    at,
    at + 2,
    close === undefined || close === 'open' ? source.length : close,
  );
  if (close === 'open' && isStreaming && mayBecomeDisplayFormula(content, opensLine))
    return { end: source.length, kind: 'waiting-display', latex: content };
  if (typeof close === 'number' && isDisplayFormula(content))
    return { end: close + 2, kind: 'display', latex: content };
  return { end: at + 2, kind: 'none' };
}

function singleDollar(source: string, at: number, isStreaming: boolean): Found | Skipped {
  const before = source[at - 1] ?? '';
  const close = closingDollars(source, at + 1, 1, at + 400, false);
  if (typeof close === 'number') {
    const content = source.slice(at + 1, close);
    // Whether a digit follows is not known yet.
    if (isStreaming && close + 1 === source.length && isFormula(content, before, ''))
      return { end: close + 1, kind: 'waiting', latex: content };
    return isFormula(content, before, source[close + 1] ?? '')
      ? { end: close + 1, kind: 'inline', latex: latexIn(source, at, at + 1, close) }
      : { end: at + 1, kind: 'none' };
  }
  const content = source.slice(at + 1);
  if (close === 'open' && isStreaming && mayBecomeFormula(content, before))
    return { end: source.length, kind: /[\\^_]/.test(content) ? 'waiting' : 'held', latex: content };
  return { end: at + 1, kind: 'none' };
}

/** The next run of exactly so many signs outside braces. A formula with one sign ends at the first sign of any kind. */
function closingDollars(
  source: string,
  from: number,
  run: 1 | 2,
  limit: number,
  mayHoldBlankLines: boolean,
): number | 'open' | undefined {
  const last = Math.min(limit, mayHoldBlankLines ? source.length : blankLineAfter(source, from));
  let depth = 0;
  for (let at = from; at < last; at += 1) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (sign === '$' && (depth === 0 || run === 2)) {
      const length = runLength(source, at, '$');
      if (run === 1) return at;
      if (length === 2) return goesOnAsProse(source.slice(from, at)) ? undefined : at;
      if (length > 2) return undefined;
    }
  }
  return last < source.length || goesOnAsProse(source.slice(from)) ? undefined : 'open';
}

/** The formula without the marks that a quotation puts before each of its lines. */
function latexIn(source: string, at: number, from: number, to: number) {
  const content = source.slice(from, to);
  const line = source.slice(source.lastIndexOf('\n', at) + 1, at);
  const quotes = /^[ \t]*((?:>[ \t]?)+)/.exec(line)?.[1]?.split('>').length;
  const unquoted = quotes
    ? content.replace(new RegExp(`\\n[ \\t]*(?:>[ \\t]?){1,${quotes - 1}}`, 'g'), '\n')
    : content;
  return unquoted.trim();
}
