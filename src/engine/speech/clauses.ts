/** A streamed answer in clauses, each to be said as soon as it is whole. Joined again they are the answer. */

/** A Chinese character is said about as long as four Latin letters. */
const hanWeight = 3;
/** The first clause may be short, so that the voice begins early; later ones are longer, so that it sounds joined. */
const firstBreath = 12;
const breath = 60;
const longest = 220;
/** What is opened and not closed within so much is no formula or code. */
const longestHeld = 3000;
/** A dollar that opens nothing is a price. */
const longestDollars = 160;

const sentenceEnds = /[。！？!?；;]/;
const breaths = /[，,、：:—]/;
const closings = /[」』）)”’"'\]】》*_~]/;
const abbreviations =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|dr|mr|mrs|ms|prof|no|fig|eq|approx|st|cf|pp?|vol|a\.m|p\.m|[a-z])$/i;

export function createClauses() {
  let text = '';
  let isFirst = true;

  function cut(isEnd: boolean): string[] {
    const out: string[] = [];
    for (;;) {
      const end = clauseEnd(text, isFirst ? firstBreath : breath, isEnd);
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

/** Where the first clause of `text` ends; undefined while that is not known, or it is all one clause. */
function clauseEnd(text: string, leastBreath: number, isEnd: boolean): number | undefined {
  let weight = 0;
  let hasWords = false;
  let lastSpace: number | undefined;
  for (let at = 0; at < text.length; ) {
    const held = heldEnd(text, at, isEnd);
    if (held === 'open') return undefined;
    if (held !== undefined) {
      weight += Math.min(40, held - at);
      hasWords = true;
      at = held;
      continue;
    }
    const sign = text[at] as string;
    if (/[\p{L}\p{N}]/u.test(sign)) hasWords = true;
    weight += /\p{Script=Han}/u.test(sign) ? hanWeight : 1;
    const kind = hasWords ? boundary(text, at, isEnd) : 'none';
    if (kind === 'unknown') return undefined;
    if (kind === 'sentence' || (kind === 'breath' && weight >= leastBreath)) {
      const end = afterClosings(text, at + 1);
      if (end === text.length && !isEnd) return undefined;
      return end;
    }
    if (weight > longest && hasWords) return lastSpace ?? afterCharacter(text, at);
    if (/\s/.test(sign)) lastSpace = at + 1;
    at += 1;
  }
  return undefined;
}

/** Never between the halves of a character that is two units. */
const afterCharacter = (text: string, at: number) => at + ((text.codePointAt(at) as number) > 0xffff ? 2 : 1);

function afterClosings(text: string, from: number) {
  let at = from;
  while (at < text.length && (closings.test(text[at] as string) || sentenceEnds.test(text[at] as string)))
    at += 1;
  while (at < text.length && /[ \t\n]/.test(text[at] as string)) at += 1;
  return at;
}

type Boundary = 'sentence' | 'breath' | 'none' | 'unknown';

function boundary(text: string, at: number, isEnd: boolean): Boundary {
  const sign = text[at] as string;
  if (sign === '\n') return 'sentence';
  const isLast = at + 1 >= text.length;
  if (sign === '.') {
    if (isLast) return isEnd ? 'sentence' : 'unknown';
    if (!/[\s」』”"')\]*_]/.test(text[at + 1] as string)) return 'none';
    const before = text.slice(Math.max(0, at - 12), at);
    // The number of a step, at the beginning of its line.
    if (/(?:^|\n)\s*(?:\d{1,3})$/.test(before) || abbreviations.test(before)) return 'none';
    return 'sentence';
  }
  if (sentenceEnds.test(sign)) return 'sentence';
  if (!breaths.test(sign)) return 'none';
  if (!/[,:]/.test(sign)) return 'breath';
  // 1,000 and 10:30 are one number.
  if (isLast) return isEnd ? 'breath' : 'unknown';
  return /\s/.test(text[at + 1] as string) ? 'breath' : 'none';
}

/** Where a formula, code or link that begins at `at` ends; 'open' while that has not come; undefined: none begins. */
function heldEnd(text: string, at: number, isEnd: boolean): number | 'open' | undefined {
  const sign = text[at];
  if (sign !== '\\' && sign !== '$' && sign !== '`' && sign !== 'h') return undefined;
  if (sign === 'h') {
    const link = /^https?:\/\/[^\s，。、）]*/.exec(text.slice(at, at + 400));
    if (!link) return undefined;
    return at + link[0].length === text.length && !isEnd ? 'open' : at + link[0].length;
  }
  if (at + 1 >= text.length) return isEnd ? undefined : 'open';
  const next = text[at + 1];
  if (sign === '\\') {
    if (next === '(') return closing(text, at, '\\)', isEnd);
    if (next === '[') return closing(text, at, '\\]', isEnd);
    return at + 2;
  }
  if (sign === '`') {
    if (next !== '`') return closing(text, at, '`', isEnd, '\n');
    if (at + 2 >= text.length) return isEnd ? undefined : 'open';
    return text[at + 2] === '`' ? closing(text, at, '```', isEnd) : at + 2;
  }
  if (next === '$') return closing(text, at, '$$', isEnd);
  return /\s/.test(next as string) ? undefined : closing(text, at, '$', isEnd, '\n', longestDollars);
}

/** Held no further than `limit` where one is given. */
function closing(text: string, at: number, mark: string, isEnd: boolean, limit?: string, most = longestHeld) {
  const from = at + Math.max(mark.length, text[at] === '\\' ? 2 : 1);
  const end = text.indexOf(mark, from);
  const stop = limit === undefined ? -1 : text.indexOf(limit, from);
  const isBefore = end !== -1 && (stop === -1 || end < stop);
  if (isBefore && end - at <= most) return end + mark.length;
  if (end === -1 && stop === -1 && text.length - at <= most && !isEnd) return 'open';
  return undefined;
}
