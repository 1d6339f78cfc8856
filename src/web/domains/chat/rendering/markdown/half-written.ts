import type { Parent, PhrasingContent, Root, RootContent, Text } from 'mdast';

/**
 * Hides the end of a text that only the next characters can explain: a sign that may begin a list, half of a
 * fence, the first row of a possible table. That is at most a line, and the end of the answer shows whatever
 * remained.
 */
export function withoutUndecided(source: string) {
  const lineStart = source.lastIndexOf('\n') + 1;
  const line = source.slice(lineStart);
  if (startsTable(source, lineStart)) return source.slice(0, lineStart);
  const lineBefore = source.lastIndexOf('\n', lineStart - 2) + 1;
  if (lineStart > 0 && delimiterRow.test(line) && startsTable(source, lineBefore))
    return source.slice(0, lineBefore);
  if (/^[ \t>]*\|/.test(line)) return source.slice(0, lineStart) + finishedCells(line);
  if (loneSign.test(line)) return source.slice(0, lineStart).replace(/\\\n$/, '');
  return source.replace(undecidedEnd, '');
}

/** May become a bullet, a number, a heading, a quotation, a rule or a fence. */
const loneSign = /^[ \t>]*(?:[-*+](?:[ \t]+\[[ xX]?\]?)?|\d{1,3}[.)]?|#{1,6}|[-*_]{2}|[`~]{1,2})?[ \t]*$/;
const delimiterRow = /^[ \t>]*\|?[ \t]*:?-*:?(?:[ \t]*\|[ \t]*:?-*:?)*[ \t]*\|?[ \t]*$/;
/**
 * Half of an escape, tag, entity, link or character, and signs that open or close something together with the
 * next character.
 */
const undecidedEnd =
  /(?:\\(?:b(?:e(?:g(?:i(?:n(?:\{[a-zA-Z]*\*?)?)?)?)?)?)?|<\/?[a-zA-Z]{0,2} ?\/?|&#?\w{0,8}|(?<!\\)!?\[|!|[\uD800-\uDBFF]|[*_~`]+)$/;

/** A row without a row above it: a table, if the next line is a delimiter row. */
function startsTable(source: string, lineStart: number) {
  const above = source.slice(source.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1));
  return /^[ \t>]*\|/.test(source.slice(lineStart)) && (lineStart === 0 || !/^[ \t>]*\|/.test(above));
}

/**
 * Cells appear whole: a growing cell would move its words with every letter, and a bar in code looks like its
 * end.
 */
function finishedCells(row: string) {
  const ticks = row.split('`').length - 1;
  const known = ticks % 2 === 1 ? row.slice(0, row.lastIndexOf('`')) : row;
  const cells = known.slice(0, known.lastIndexOf('|') + 1);
  return cells.indexOf('|') === cells.lastIndexOf('|') ? '' : cells;
}

/**
 * Bold, italics, code and links that are still open at the end are shown as they will be once they are
 * closed.
 */
export function closeOpenEnds(root: Root, text: string): Root {
  const end = endOf(root);
  if (end) closeIn(end, text);
  return root;
}

/** The innermost node with text at the very end; undefined where the end is code or a rule. */
function endOf(node: Root | RootContent): Parent | undefined {
  if (!('children' in node)) return undefined;
  const last = (node.children as RootContent[]).at(-1);
  if (!last) return undefined;
  if (last.type === 'text') return node as Parent;
  return last.type === 'link' || !('children' in last)
    ? hasText(node)
      ? (node as Parent)
      : undefined
    : endOf(last);
}
const hasText = (node: { type: string }) =>
  /^(?:paragraph|heading|tableCell|emphasis|strong|delete)$/.test(node.type);

/** An opener with a letter after it, and no character before it that would make it arithmetic. */
const openers = /(?<![\w\\)*_])(\*\*\*|\*\*|__|~~|\*|_)(?=[^\s*_~])/;

/** Bold in italics in code: real texts have no more open at once. */
const deepest = 4;

function closeIn(parent: Parent, text: string, depth = 0) {
  const children = parent.children as PhrasingContent[];
  for (const [index, node] of children.entries()) {
    if (node.type !== 'text') continue;
    const tick = /(?<!`)`+(?!`)/.exec(node.value);
    const open = openers.exec(node.value);
    const link = /!?\[([^[\]\n]{1,200})\]\((?:[^()\s]|\([^()\s]*\))*(?:\([^()\s]*)?$/.exec(node.value);
    const first = Math.min(tick?.index ?? Infinity, open?.index ?? Infinity, link?.index ?? Infinity);
    if (first === Infinity) continue;
    // The same children as once it is closed, so that rendered nodes stay in place.
    const before: Text[] = first > 0 ? [{ type: 'text', value: node.value.slice(0, first) }] : [];
    if (tick && tick.index === first) {
      const code = sourceAfter(node, tick, text);
      if (code === undefined) continue;
      children.splice(index, children.length, ...before, ...(code === '' ? [] : [codeOf(code)]));
      return;
    }
    if (link && link.index === first && index === children.length - 1) {
      children.splice(index, 1, ...before, { type: 'text', value: link[1] ?? '' });
      return;
    }
    if (open && open.index === first) {
      const sign = open[1] ?? '';
      const rest: PhrasingContent[] = [
        { ...node, value: node.value.slice(first + sign.length) },
        ...children.slice(index + 1),
      ];
      const type = sign === '~~' ? 'delete' : sign.length === 1 ? 'emphasis' : 'strong';
      const inside = { type, children: rest } as PhrasingContent & Parent;
      children.splice(index, children.length, ...before, inside);
      if (depth < deepest) closeIn(inside, text, depth + 1);
      return;
    }
  }
}

const codeOf = (value: string): PhrasingContent => ({ type: 'inlineCode', value });

/** The source after a sign inside a text node: it was parsed as Markdown, but is code. */
function sourceAfter(node: Text, sign: RegExpExecArray, text: string) {
  const start = node.position?.start.offset;
  if (start === undefined) return undefined;
  const at = text.indexOf(sign[0], start);
  return at === -1 ? undefined : text.slice(at + sign[0].length).replace(/\n[ \t>]*/g, ' ');
}
