import type { Parent, PhrasingContent, Root, RootContent, Text } from 'mdast';

/**
 * What only the next characters can explain is not shown yet: the sign that may begin a list, the half of a fence, the first
 * row of what may be a table. It is at most a line, and the end of the answer shows whatever remained.
 */
export function withoutUndecided(source: string) {
  const lineStart = source.lastIndexOf('\n') + 1;
  const line = source.slice(lineStart);
  if (/^[ \t>]*(?:[-*+]|\d{1,3}[.)]?|#{1,6}|[-*_]{2}|[`~]{1,2}|\|[^\n]*)?[ \t]*$/.test(line)) {
    const isTableRow = /^[ \t>]*\|/.test(line);
    if (!isTableRow || isFirstOfTable(source, lineStart)) return source.slice(0, lineStart);
  }
  const delimiterRow = /^[ \t>]*\|?[ \t]*:?-*:?(?:[ \t]*\|[ \t]*:?-*:?)*[ \t]*\|?[ \t]*$/;
  if (/[|-]/.test(line) && delimiterRow.test(line)) {
    const headStart = source.lastIndexOf('\n', lineStart - 2) + 1;
    if (
      lineStart > 0 &&
      source.slice(headStart, lineStart).includes('|') &&
      isFirstOfTable(source, headStart)
    )
      return source.slice(0, headStart);
  }
  return source.replace(/(?:\\|<\/?[a-zA-Z]{0,2}[ ]?\/?|&#?\w{0,8}|!?\[|[\uD800-\uDBFF])$/, '');
}

/** No row stands above it. */
function isFirstOfTable(source: string, lineStart: number) {
  const above = source.slice(source.lastIndexOf('\n', lineStart - 2) + 1, Math.max(0, lineStart - 1));
  return lineStart === 0 || !above.includes('|');
}

/** Bold, italics, code and links that are open at the end of the text are shown as they will be once they are closed. */
export function closeOpenEnds(root: Root, text: string): Root {
  const end = endOf(root);
  if (end) closeIn(end, text);
  return root;
}

/** The innermost part with words in it at the very end; undefined where the end is code or a rule. */
function endOf(node: Root | RootContent): Parent | undefined {
  if (!('children' in node)) return undefined;
  const last = (node.children as RootContent[]).at(-1);
  if (!last) return undefined;
  if (last.type === 'text') return node as Parent;
  return last.type === 'link' || !('children' in last)
    ? isWords(node)
      ? (node as Parent)
      : undefined
    : endOf(last);
}
const isWords = (node: { type: string }) =>
  /^(?:paragraph|heading|tableCell|emphasis|strong|delete)$/.test(node.type);

/** An opener with a letter after it, and none before that would make it arithmetic. */
const openers = /(?<![\w\\)*_])(\*\*\*|\*\*|__|~~|\*|_)(?=[^\s*_~])/;

function closeIn(parent: Parent, text: string) {
  const children = parent.children as PhrasingContent[];
  for (const [index, node] of children.entries()) {
    if (node.type !== 'text') continue;
    const tick = /(?<!`)`+(?!`)/.exec(node.value);
    const open = openers.exec(node.value);
    const link = /!?\[([^[\]\n]{1,200})\]\([^()\s]*$/.exec(node.value);
    const first = Math.min(tick?.index ?? Infinity, open?.index ?? Infinity, link?.index ?? Infinity);
    if (first === Infinity) continue;
    const before: Text = { type: 'text', value: node.value.slice(0, first) };
    if (tick && tick.index === first) {
      const code = sourceAfter(node, tick, text);
      if (code === undefined) continue;
      children.splice(index, children.length, before, { type: 'inlineCode', value: code });
      return;
    }
    if (link && link.index === first && index === children.length - 1) {
      children.splice(index, 1, before, { type: 'text', value: link[1] ?? '' });
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
      children.splice(index, children.length, before, inside);
      closeIn(inside, text);
      return;
    }
  }
  const last = children.at(-1);
  // Signs at the very end: they open or close something with the next character.
  if (last?.type === 'text')
    last.value = last.value.replace(
      /(?<![\\\s\w])(?:\*{1,3}|_{1,2}|~{1,2}|`+)$|(?<=\s|^)(?:\*{1,3}|~{1,2}|`+)$|(?<=\S)\*{1,2}$/,
      '',
    );
}

/** The source from a sign inside a text node on: what follows was read as Markdown, but is code. */
function sourceAfter(node: Text, sign: RegExpExecArray, text: string) {
  const start = node.position?.start.offset;
  if (start === undefined) return undefined;
  const at = text.indexOf(sign[0], start);
  return at === -1 ? undefined : text.slice(at + sign[0].length).replace(/\n[ \t>]*/g, ' ');
}
