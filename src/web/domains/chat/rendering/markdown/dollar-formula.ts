import { blankLineAfter, runLength } from './code-regions.ts';
import { type Found, goesOnAsProse, latexIn, longestDisplay, type Skipped } from './delimited-formula.ts';
import { isDisplayFormula, isFormula, mayBecomeDisplayFormula, mayBecomeFormula } from './dollar-rule.ts';

/** One dollar sign or two: a formula, a price, or neither. */
export function atDollars(source: string, at: number, isStreaming: boolean): Found | Skipped {
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

/**
 * The next run of exactly this many signs outside braces. A formula with one sign ends at the first dollar
 * sign of any run.
 */
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
