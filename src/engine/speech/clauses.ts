/** Splits a streamed answer into clauses, each spoken as soon as it is complete. Joined, they are the answer again. */

/** Weight of a Chinese character, in Latin letters of speaking time. */
const hanWeight = 3;
/** Least weight before a cut at a pause: the first clause is short, to start speaking early; later ones flow better. */
const firstClauseWeight = 12;
const clauseWeight = 60;
const longest = 220;
/** A delimiter that is not closed within this many characters does not begin a formula or code. */
const longestSpan = 3000;
/** A dollar sign that is not closed within this many characters is a price. */
const longestDollars = 160;

const sentenceEnds = /[。！？!?；;]/;
const pauseMarks = /[，,、：:—]/;
const closings = /[」』）)”’"'\]】》*_~]/;
const abbreviations =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|dr|mr|mrs|ms|prof|no|fig|eq|approx|st|cf|pp?|vol|a\.m|p\.m|[a-z])$/i;

export function createClauses() {
  let text = '';
  let isFirst = true;

  function cut(isEnd: boolean): string[] {
    const out: string[] = [];
    for (;;) {
      const end = clauseEnd(text, isFirst ? firstClauseWeight : clauseWeight, isEnd);
      if (end === undefined) break;
      out.push(text.slice(0, end));
      text = text.slice(end);
      isFirst = false;
    }
    if (isEnd && text !== '') {
      out.push(text);
      text = '';
    }
    return out;
  }

  return {
    push(piece: string) {
      text += piece;
      return cut(false);
    },
    flush: () => cut(true),
  };
}

/** Where the first clause of `text` ends; undefined if that is not known yet, or `text` is all one clause. */
function clauseEnd(text: string, leastWeight: number, isEnd: boolean): number | undefined {
  let weight = 0;
  let hasWords = false;
  let lastSpace: number | undefined;
  for (let at = 0; at < text.length; ) {
    const span = spanEnd(text, at, isEnd);
    if (span === 'open') return undefined;
    if (span !== undefined) {
      weight += Math.min(40, span - at);
      hasWords = true;
      at = span;
      continue;
    }
    const char = text[at] as string;
    if (/[\p{L}\p{N}]/u.test(char)) hasWords = true;
    weight += /\p{Script=Han}/u.test(char) ? hanWeight : 1;
    const kind = hasWords ? boundary(text, at, isEnd) : 'none';
    if (kind === 'unknown') return undefined;
    if (kind === 'sentence' || (kind === 'pause' && weight >= leastWeight)) {
      const end = afterClosings(text, at + 1);
      if (end === text.length && !isEnd) return undefined;
      return end;
    }
    if (weight > longest && hasWords) return lastSpace ?? afterCharacter(text, at);
    if (/\s/.test(char)) lastSpace = at + 1;
    at += 1;
  }
  return undefined;
}

/** Never splits a surrogate pair. */
const afterCharacter = (text: string, at: number) => at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);

function afterClosings(text: string, from: number) {
  let at = from;
  while (at < text.length && (closings.test(text[at] as string) || sentenceEnds.test(text[at] as string)))
    at += 1;
  while (at < text.length && /[ \t\n]/.test(text[at] as string)) at += 1;
  return at;
}

type Boundary = 'sentence' | 'pause' | 'none' | 'unknown';

function boundary(text: string, at: number, isEnd: boolean): Boundary {
  const char = text[at] as string;
  if (char === '\n') return 'sentence';
  const isLast = at + 1 >= text.length;
  if (char === '.') {
    if (isLast) return isEnd ? 'sentence' : 'unknown';
    if (!/[\s」』”"')\]*_]/.test(text[at + 1] as string)) return 'none';
    const before = text.slice(Math.max(0, at - 12), at);
    // The number of a step, at the beginning of a line.
    if (/(?:^|\n)\s*(?:\d{1,3})$/.test(before) || abbreviations.test(before)) return 'none';
    return 'sentence';
  }
  if (sentenceEnds.test(char)) return 'sentence';
  if (!pauseMarks.test(char)) return 'none';
  if (!/[,:]/.test(char)) return 'pause';
  // 1,000 and 10:30 are not split.
  if (isLast) return isEnd ? 'pause' : 'unknown';
  return /\s/.test(text[at + 1] as string) ? 'pause' : 'none';
}

/** End of the formula, code or link that begins at `at`; 'open' until its end arrives; undefined if none begins. */
function spanEnd(text: string, at: number, isEnd: boolean): number | 'open' | undefined {
  const char = text[at];
  if (char !== '\\' && char !== '$' && char !== '`' && char !== 'h') return undefined;
  if (char === 'h') {
    const link = /^https?:\/\/[^\s，。、）]*/.exec(text.slice(at, at + 400));
    if (!link) return undefined;
    return at + link[0].length === text.length && !isEnd ? 'open' : at + link[0].length;
  }
  if (at + 1 >= text.length) return isEnd ? undefined : 'open';
  const next = text[at + 1];
  if (char === '\\') {
    if (next === '(') return closing(text, at, '\\)', isEnd);
    if (next === '[') return closing(text, at, '\\]', isEnd);
    return at + 2;
  }
  if (char === '`') {
    if (next !== '`') return closing(text, at, '`', isEnd, '\n');
    if (at + 2 >= text.length) return isEnd ? undefined : 'open';
    return text[at + 2] === '`' ? closing(text, at, '```', isEnd) : at + 2;
  }
  if (next === '$') return closing(text, at, '$$', isEnd);
  return /\s/.test(next as string) ? undefined : closing(text, at, '$', isEnd, '\n', longestDollars);
}

/** End of a span that is closed by `mark`, before `limit` and within `most` characters. */
function closing(text: string, at: number, mark: string, isEnd: boolean, limit?: string, most = longestSpan) {
  const from = at + Math.max(mark.length, text[at] === '\\' ? 2 : 1);
  const end = text.indexOf(mark, from);
  const stop = limit === undefined ? -1 : text.indexOf(limit, from);
  const isBefore = end !== -1 && (stop === -1 || end < stop);
  if (isBefore && end - at <= most) return end + mark.length;
  if (end === -1 && stop === -1 && text.length - at <= most && !isEnd) return 'open';
  return undefined;
}
