import { blankLineAfter, codeSpanEnd, createIndentReader, fenceEnd, nextLine } from './code-regions.ts';
import { atBackslash, type Found } from './delimited-formula.ts';
import { atDollars } from './dollar-formula.ts';
import { type Extracted, markOf, withoutMarks } from './extracted.ts';

export type Scan = {
  /** The text with a placeholder for each extracted piece. */
  text: string;
  taken: Extracted[];
  /** Converts an offset in the text to one in the source. */
  sourceAt: (at: number) => number;
};

export function scanFormulas(input: string, isStreaming: boolean): Scan {
  const source = withoutMarks(input);
  const taken: Extracted[] = [];
  const spots: { at: number; source: number }[] = [{ at: 0, source: 0 }];
  let text = '';
  let copied = 0;
  const take = (from: number, { end, kind, latex }: Found) => {
    text += `${source.slice(copied, from)}${markOf(taken.length)}`;
    taken.push({ source: source.slice(from, end), kind, latex });
    copied = end;
    spots.push({ at: text.length, source: end });
    return end;
  };
  const indents = createIndentReader();
  const interesting = /[\n\\`$]/g;
  let at = 0;
  let atLineStart = true;
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
      if (!span.closed && isStreaming && blankLineAfter(source, at) === source.length) break;
      const code = span.closed ? source.slice(at, span.end) : '';
      at =
        /\|/.test(code) && !code.includes('\n')
          ? take(at, { end: span.end, kind: 'code', latex: codeIn(code) })
          : span.end;
    } else {
      const found =
        next[0] === '$' ? atDollars(source, at, isStreaming) : atBackslash(source, at, isStreaming);
      at = found.kind === 'none' ? found.end : take(at, found);
    }
  }
  text += source.slice(copied);
  const sourceAt = (place: number) => {
    let last = spots[0] ?? { at: 0, source: 0 };
    for (const spot of spots) if (spot.at <= place) last = spot;
    return last.source + place - last.at;
  };
  return { text, taken, sourceAt };
}

/** Without its backticks, and without the space that separates them from backticks inside. */
const codeIn = (span: string) => span.replace(/^`+|`+$/g, '').replace(/^ (.*[^ ].*) $/, '$1');
