import { blankLineAfter } from './code-regions.ts';
import { isSentence } from './dollar-rule.ts';
import type { Extracted } from './extracted.ts';

export type Found = { end: number; kind: Extracted['kind']; latex: string };
export type Skipped = { end: number; kind: 'none' };

const longestInline = 2000;
export const longestDisplay = 4000;

/** A backslash: `\(…\)`, `\[…\]`, or a character that Markdown escapes. */
export function atBackslash(source: string, at: number, isStreaming: boolean): Found | Skipped {
  const sign = source[at + 1];
  if (sign === 'b') return environment(source, at, isStreaming);
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
/** `\begin{align}…\end{align}` without delimiters, as models write it now and then. */
function environment(source: string, at: number, isStreaming: boolean): Found | Skipped {
  const name = environments.exec(source.slice(at, at + 30))?.[1];
  if (!name) return { end: at + 1, kind: 'none' };
  const end = source.indexOf(`\\end{${name}}`, at);
  const isTooLong = (end === -1 ? source.length : end) - at > longestDisplay;
  const stop = end === -1 ? source.length : end + name.length + 6;
  if (isTooLong || goesOnAsProse(source.slice(at, stop)) || (end === -1 && !isStreaming))
    return { end: at + 1, kind: 'none' };
  return {
    end: stop,
    kind: end === -1 ? 'waiting-display' : 'display',
    latex: latexIn(source, at, at, stop),
  };
}
const environments =
  /^\\begin\{((?:equation|align|aligned|gather|gathered|cases|split|array|[pbvBV]?matrix)\*?)\}/;

const literal = (end: number): Found => ({ end, kind: 'literal', latex: '' });

/** Where `\(` or `\[` is closed; 'open' if the text ends first; undefined if it cannot be a formula. */
function closingOf(source: string, at: number, sign: '(' | '['): number | 'open' | undefined {
  const close = sign === '(' ? ')' : ']';
  const limit = at + (sign === '(' ? longestInline : longestDisplay);
  // A display formula may contain empty lines: its end cannot be mistaken for anything else.
  const last = sign === '(' ? blankLineAfter(source, at) : source.length;
  let depth = 1;
  for (let place = source.indexOf('\\', at + 2); place !== -1 && place < last; ) {
    if (place > limit) return undefined;
    const next = source[place + 1];
    if (next === close) depth -= 1;
    if (depth === 0) return goesOnAsProse(source.slice(at, place)) ? undefined : place + 2;
    if (next === sign) {
      // Only inside text: `\text{where \(x\)}`.
      if (!insideBraces(source, at + 2, place)) return undefined;
      depth += 1;
    }
    place = source.indexOf('\\', place + 2);
  }
  if (source.length > limit || last < source.length || goesOnAsProse(source.slice(at))) return undefined;
  return 'open';
}

/** An empty line and then sentences: the formula was never closed. */
export function goesOnAsProse(content: string) {
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

/** The formula without the `>` that a quotation puts before each of its lines. */
export function latexIn(source: string, at: number, from: number, to: number) {
  const content = source.slice(from, to);
  const line = source.slice(source.lastIndexOf('\n', at) + 1, at);
  const quotes = /^[ \t]*((?:>[ \t]?)+)/.exec(line)?.[1]?.split('>').length;
  const unquoted = quotes
    ? content.replace(new RegExp(`\\n[ \\t]*(?:>[ \\t]?){1,${quotes - 1}}`, 'g'), '\n')
    : content;
  return unquoted.trim();
}
