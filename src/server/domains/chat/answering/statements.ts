import { plainStatementsIn, type Stated } from './plain-statements.ts';
import { goesOn, hasOtherMeaning, isOfPlainNumbers } from './statement-context.ts';

const maxStatements = 200;

const delimiters = [
  ['\\[', '\\]'],
  ['\\(', '\\)'],
  ['$$', '$$'],
] as const;
const longestFormula = 2000;
// Not money: a closing $ does not follow a space and no digit follows it. All repetitions here are bounded,
// so that scanning takes time linear in the length of the answer.
const inDollars = /(?<![\\$\w])\$(?=\S)([^$\n]{1,500}?)(?<=\S)\$(?![\d$])/g;
const contextAfter = 40;

/** All equations and computations in a Markdown text that computer algebra can check. Code is skipped. */
export function statementsIn(text: string): Stated[] {
  if (!/[=＝≈]|\\approx/.test(text)) return [];
  let rest = blank(blank(text, /```[\s\S]*?(```|$)/g), /`[^`\n]*`/g);
  const found: Stated[] = [];
  for (const [open, close] of delimiters) {
    const pieces: string[] = [];
    let at = 0;
    for (const { start, end } of between(rest, open, close)) {
      const after = rest.slice(end + close.length, end + close.length + contextAfter);
      found.push(...linesOf(rest.slice(start, end), start, after));
      pieces.push(rest.slice(at, start), ' '.repeat(end - start));
      at = end;
    }
    rest = pieces.join('') + rest.slice(at);
  }
  for (const match of rest.matchAll(inDollars)) {
    const end = match.index + match[0].length;
    found.push(...linesOf(match[1] ?? '', match.index + 1, rest.slice(end, end + contextAfter)));
  }
  found.push(...plainStatementsIn(blank(rest, inDollars)));
  return found.sort((a, b) => a.start - b.start).slice(0, maxStatements);
}

/** Start and end of each text between two delimiters; every delimiter is searched for once. */
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

/** Same length, so that offsets stay valid. */
const blank = (text: string, pattern: RegExp) => text.replace(pattern, (found) => ' '.repeat(found.length));

/** Matrices and arrays, recurring decimals, and cancelled terms. */
const notCheckable =
  /\\begin\{(?:[a-zA-Z]*matrix|array)\*?\}|\\(?:overline|dot|bar|overset)\s*\{?\s*\d|\\[bx]?cancel/;
const relation = /=|＝|≈|\\approx(?![a-zA-Z])/;

/**
 * The lines of an environment, each as its own statement and without alignment marks. A line that begins with
 * a relation gets the right side of the line above as its left side.
 */
function linesOf(formula: string, start: number, after: string): Stated[] {
  if (notCheckable.test(formula)) return [];
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
    const isOther = goesOn(follows) || hasOtherMeaning(claim) || (!isRest && isOfPlainNumbers(claim));
    if (relation.test(statement) && !isOther) lines.push({ statement, claim, start: start + at });
    at += row.length + 2;
  }
  return lines;
}

const unitAtTheEnd =
  /(?:\\[,;:! ]|~|\s){0,6}\\(?:text|mathrm|textrm)\{\s*(?!or\b|and\b|[Rr]\b)(?:[a-zA-Z/²³]{1,8}|[個元米克升秒天人本枝支粒隻塊條張歲分杯盒包次件頁題]|(?:平方|立方)?(?:厘米|公分|米|公里)|公斤|公里|毫升|小時|分鐘)\s*\}(?:\^\{?[23]\}?)?\s*$/;

/**
 * A trailing unit does not change a computation. Without a computation, the unit may be all that makes a
 * statement true.
 */
function withoutUnit(statement: string) {
  const bare = statement.replace(unitAtTheEnd, '');
  const [left = ''] = bare.split(relation);
  const isComputed = /[+\-−×÷/*^]|\\(?:times|div|cdot|[dt]?frac|sqrt)(?![a-zA-Z])/.test(bare);
  return bare !== statement && isComputed && !/\\(?:text|mathrm|textrm)\{/.test(bare) && left.trim() !== ''
    ? bare
    : statement;
}
