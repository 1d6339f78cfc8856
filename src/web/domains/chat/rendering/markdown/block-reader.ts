import type { RootContent } from 'mdast';
import type { Extracted } from './extracted.ts';
import { closeOpenEnds, withoutUndecided } from './half-written.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { type Scan, scanFormulas } from './scan-formulas.ts';

/** A top-level block of an answer. The same object for as long as its source is the same. */
export type Block = {
  node: RootContent;
  taken: readonly Extracted[];
  /** Its offset in the answer, used as its key. */
  start: number;
  source: string;
};

/**
 * Parses an answer that grows. A block is finished when another one has begun after it and an empty line,
 * because nothing further down can change it; so each new piece of text costs parsing the last block only.
 */
export function createBlockReader() {
  let finished: Block[] = [];
  let known = '';
  return (input: string, isStreaming: boolean): Block[] => {
    const source = withBoundedDepth(input);
    if (!source.startsWith(known)) [finished, known] = [[], ''];
    const blocks = blocksIn(source.slice(known.length), isStreaming, known.length);
    const all = [...finished, ...blocks];
    const next = blocks.findLastIndex(({ start }) =>
      afterEmptyLine.test(source.slice(Math.max(0, start - 80), start)),
    );
    const first = blocks[next];
    if (first && next > 0) {
      finished = [...finished, ...blocks.slice(0, next)];
      known = source.slice(0, first.start);
    }
    return all;
  };
}
const afterEmptyLine = /\n[ \t]*\n$/;

/** Parsing time grows with the square of the depth of lists: deeper than thirty levels is cut off. */
const withBoundedDepth = (text: string) =>
  text.replace(/\r\n?/g, '\n').replace(/^( {60}) +(?=(?:[-*+>]|\d{1,9}[.)]) )/gm, '$1');

function blocksIn(source: string, isStreaming: boolean, offset: number): Block[] {
  const scan = scanFormulas(isStreaming ? withoutHalfWritten(source) : source, isStreaming);
  const root = parseMarkdown(scan.text);
  if (isStreaming) closeOpenEnds(root, scan.text);
  const starts = root.children.map((node) => startOf(node, scan));
  return root.children.map((node, index) => ({
    node,
    taken: scan.taken,
    start: offset + (starts[index] ?? 0),
    source: source.slice(starts[index], starts[index + 1]),
  }));
}

/** In an open fence a line is code, whatever it begins with; only half of the closing fence waits. */
function withoutHalfWritten(source: string) {
  return isInFence(source) ? source.replace(/\n[ \t>]*[`~]{1,2}$/, '') : withoutUndecided(source);
}

function isInFence(source: string) {
  let fence: string | undefined;
  for (const line of source.split('\n')) {
    const sign = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/.exec(line)?.[1];
    if (!sign) continue;
    if (!fence) fence = sign;
    else if (sign.startsWith(fence) && line.trim().replace(/^>[ >]*/, '') === sign) fence = undefined;
  }
  return fence !== undefined;
}

/** The start of the line in which it begins: the indentation belongs to it. */
function startOf(node: RootContent, scan: Scan) {
  const { offset = 0, column = 1 } = node.position?.start ?? {};
  return scan.sourceAt(offset - (column - 1));
}
