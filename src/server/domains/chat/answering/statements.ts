import { plainStatementsIn, type Stated } from './plain-statements.ts';
import { goesOn, isMeantOtherwise, isOfPlainNumbers } from './statement-context.ts';

const most = 200;

const delimiters = [
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$$', '$$'],
] as const;
const longestFormula = 2000;
// Not money: a closing $ follows no space and no digit follows it. Bounded, as all of this is: no answer, however made,
// takes longer than its length to look through.
const inDollars = /(?<![\\$\w])\$(?=\S)([^$\n]{1,500}?)(?<=\S)\$(?![\d$])/g;
const seenAfter = 40;

/** Everything in a Markdown text that states something a computer can try. Code is left alone. */
export function statementsIn(text: string): Stated[] {
  if (!/[=＝≈]|\\approx/.test(text)) return [];
  let rest = blank(blank(text, /```[\s\S]*?(```|$)/g), /`[^`\n]*`/g);
  const found: Stated[] = [];
  for (const [open, close] of delimiters) {
    const pieces: string[] = [];
    let at = 0;
    for (const { start, end } of between(rest, open, close)) {
      const after = rest.slice(end + close.length, end + close.length + seenAfter);
      found.push(...linesOf(rest.slice(start, end), start, after));
      pieces.push(rest.slice(at, start), ' '.repeat(end - start));
      at = end;
    }
    rest = pieces.join('') + rest.slice(at);
  }
  for (const match of rest.matchAll(inDollars)) {
    const end = match.index + match[0].length;
    found.push(...linesOf(match[1] ?? '', match.index + 1, rest.slice(end, end + seenAfter)));
  }
  found.push(...plainStatementsIn(blank(rest, inDollars)));
  return found.sort((a, b) => a.start - b.start).slice(0, most);
}

/** Where what stands between two signs begins and ends, each sign looked for once. */
function* between(text: string, open: string, close: string) {
  let end = -1;
  for (let from = text.indexOf(open); from !== -1; from = text.indexOf(open, from)) {
    const start = from + open.length;
    if (end < start) end = text.indexOf(close, start);
    if (end === -1) return;
    if (end > start && end - start <= longestFormula) {
      yield { start, end };
      from = end + close.length;
    } else from = start;
  }
}

/** The same length, so that places stay true. */
const blank = (text: string, pattern: RegExp) => text.replace(pattern, (found) => ' '.repeat(found.length));

/** Rows of numbers that are no statements, figures that recur for ever, and figures that are struck out. */
const unreadable =
  /\\begin\{(?:[a-zA-Z]*matrix|array)\*?\}|\\(?:overline|dot|bar|overset)\s*\{?\s*\d|\\[bx]?cancel/;
const relation = /=|＝|≈|\\approx(?![a-zA-Z])/;

/** Lines of an environment, each by itself; alignment marks are no mathematics. One that only goes on has a left side above. */
function linesOf(formula: string, start: number, after: string): Stated[] {
  if (unreadable.test(formula)) return [];
  const lines: Stated[] = [];
  let at = 0;
  let above = '';
  const rows = formula.split(/\\\\/);
  for (const [index, row] of rows.entries()) {
    const line = row
      .replace(/\\(begin|end)\{[a-z*]+\}/g, '')
      .replaceAll('&', '')
      .trim();
    const isRest = /^(?:=|＝|≈|\\approx(?![a-zA-Z]))/.test(line);
    const statement = isRest && above !== '' ? `${above} ${line}` : line;
    above = (line.split(relation).at(-1) ?? '').trim();
    const follows = index === rows.length - 1 ? after : '';
    const claim = withoutUnit(statement);
    const isOther = goesOn(follows) || isMeantOtherwise(claim) || (!isRest && isOfPlainNumbers(claim));
    if (relation.test(statement) && !isOther) lines.push({ statement, claim, start: start + at });
    at += row.length + 2;
  }
  return lines;
}

const unitAtTheEnd =
  /(?:\\[,;:! ]|~|\s){0,6}\\(?:text|mathrm|textrm)\{\s*(?!or\b|and\b|[Rr]\b)(?:[a-zA-Z/²³]{1,8}|[個元米克升秒天人本枝支粒隻塊條張歲分杯盒包次件頁題]|(?:平方|立方)?(?:厘米|公分|米|公里)|公斤|公里|毫升|小時|分鐘)\s*\}(?:\^\{?[23]\}?)?\s*$/;

/** What is computed is the same with a unit behind it. Without a computation, a unit may be all that makes it true. */
function withoutUnit(statement: string) {
  const bare = statement.replace(unitAtTheEnd, '');
  const [left = ''] = bare.split(relation);
  const isComputed = /[+\-−×÷/*^]|\\(?:times|div|cdot|[dt]?frac|sqrt)(?![a-zA-Z])/.test(bare);
  return bare !== statement && isComputed && !/\\(?:text|mathrm|textrm)\{/.test(bare) && left.trim() !== ''
    ? bare
    : statement;
}
