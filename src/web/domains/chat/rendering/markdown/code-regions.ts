/** Finds code: nothing in it is mathematics. */

const prefix = '[ \\t>]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)*[ \\t>]*';
const fenceOpening = new RegExp(`(${prefix})(\`{3,}(?=[^\`\\n]*(?:\\n|$))|~{3,})`, 'y');

/**
 * The end of the fenced code whose opening line begins at `at`; undefined without one. It also ends with its
 * list item.
 */
export function fenceEnd(source: string, at: number, isInList: boolean) {
  fenceOpening.lastIndex = at;
  const opening = fenceOpening.exec(source);
  if (!opening) return undefined;
  const [, before = '', fence = ''] = opening;
  if (!isInList && indented.test(before)) return undefined;
  const isQuoted = before.includes('>');
  const isItem = /[-*+.)][ \t]/.test(before) || (isInList && /^[ \t]{2}/.test(before));
  const closing = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*$`);
  let lineStart = nextLine(source, at);
  while (lineStart < source.length) {
    const end = nextLine(source, lineStart);
    const line = source.slice(lineStart, end).replace(/\r?\n$/, '');
    if (isQuoted && !/^[ \t]*>/.test(line)) return lineStart;
    if (isItem && !isQuoted && /^[^ \t]/.test(line)) return lineStart;
    if (closing.test(line)) return end;
    lineStart = end;
  }
  return source.length;
}

const listMarker = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const indented = /^(?: {4}| {0,3}\t)/;

/**
 * Called with each line, it tells which ones are indented code. In a list an indented line belongs to its
 * item.
 */
export function createIndentReader() {
  let inList = false;
  let afterBlank = true;
  let inCode = false;
  const isCode = (line: string) => {
    const isBlank = line.trim() === '';
    if (isBlank) {
      afterBlank = true;
      return inCode;
    }
    if (listMarker.test(line) && !(inCode && indented.test(line))) inList = true;
    else if (afterBlank && !/^[ \t]/.test(line)) inList = false;
    inCode = !inList && indented.test(line) && (afterBlank || inCode);
    afterBlank = false;
    return inCode;
  };
  return { isCode, isInList: () => inList };
}

/**
 * The end of the code span that begins with the backticks at `at`; without a closing run, the end of the
 * backticks.
 */
export function codeSpanEnd(source: string, at: number) {
  const run = runLength(source, at, '`');
  const paragraphEnd = blankLineAfter(source, at);
  for (let from = at + run; from < paragraphEnd; ) {
    const next = source.indexOf('`', from);
    if (next === -1 || next >= paragraphEnd) break;
    const length = runLength(source, next, '`');
    if (length === run) return { end: next + run, closed: true };
    from = next + length;
  }
  return { end: at + run, closed: false };
}

export function runLength(source: string, at: number, sign: string) {
  let end = at;
  while (source[end] === sign) end += 1;
  return end - at;
}

export function nextLine(source: string, at: number) {
  const end = source.indexOf('\n', at);
  return end === -1 ? source.length : end + 1;
}

const blankLine = /\n[ \t>]*\r?(?=\n)/g;
/** Where the paragraph around `at` ends. */
export function blankLineAfter(source: string, at: number) {
  blankLine.lastIndex = at;
  return blankLine.exec(source)?.index ?? source.length;
}
