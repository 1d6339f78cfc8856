/** A student's lines, one by one, beside the problem. */
import { check } from '../checking/check.ts';
import type { Claim } from '../checking/claim.ts';
import { TooHard, withinBudget } from '../core/budget.ts';
import { substitute, sym, symbolsOf } from '../core/expr.ts';
import { Undefined } from '../core/normal.ts';
import { statementText, toText } from '../core/print.ts';
import { relationsOf, type Statement, variablesOf } from '../core/statement.ts';
import { normaliseText } from '../reading/normalise.ts';
import { parseExpr, parseStatement, Unreadable } from '../reading/parse.ts';
import { type Solution, type Words, words } from '../solution.ts';
import { solve } from '../solve.ts';
import { checkStatement } from './check-statement.ts';

export type MarkedLine = {
  readonly line: string;
  readonly mark: 'ok' | 'wrong' | 'unclear';
  readonly reason: Words;
};
export type Marking = {
  readonly lines: readonly MarkedLine[];
  /** Index of the first wrong line, if there is one. */
  readonly firstWrong: number | undefined;
  /** Whether the last line is the answer. */
  readonly reached: boolean;
};

const ok = words('正確。', 'Right.');
const unread = words('未能讀懂這一行。', 'This line could not be read.');
const mostLines = 60;

type Target =
  | {
      of: 'statement';
      from: string;
      answer: string;
      given: string | undefined;
      lenient: boolean;
      over: readonly string[];
    }
  | { of: 'expression'; from: string; answer: string }
  | { of: 'derivative' | 'integral'; from: string; answer: string; over: string }
  | { of: 'value'; answer: string };

/** What every line has to agree with, read off the claims of the solution. */
function targetOf(solution: Solution): Target {
  const claims = solution.steps.flatMap(({ claim }) => (claim ? [claim] : []));
  const isSolved = /equation|inequality|subject/.test(solution.kind);
  const first =
    (isSolved ? claims.find(({ relation }) => relation === 'iff' || relation === 'implies') : undefined) ??
    claims[0];
  const answer = solution.answer.replace(/ \+ C$/, '');
  if (!first) return { of: 'value', answer };
  if (first.relation === 'iff' || first.relation === 'implies') {
    const lenient = solution.steps.some(
      ({ claim }) =>
        claim?.relation === 'implies' ||
        (claim?.given !== undefined && solution.kind !== 'trigonometric equation'),
    );
    return {
      of: 'statement',
      from: first.from,
      answer,
      given: solution.kind === 'trigonometric equation' ? first.given : undefined,
      lenient,
      over: first.over,
    };
  }
  if (
    first.relation === 'derivative' &&
    solution.steps.every(({ claim }) => claim?.relation === 'derivative')
  )
    return { of: 'derivative', from: first.from, answer, over: first.over[0] ?? 'x' };
  if (first.relation === 'integral' && solution.steps.length === 1)
    return { of: 'integral', from: first.from, answer, over: first.over[0] ?? 'x' };
  const isOne = solution.steps.every(
    ({ claim }) => claim === undefined || (claim.relation === 'equal' && claim.from === first.from),
  );
  return isOne && first.relation === 'equal'
    ? { of: 'expression', from: first.from, answer }
    : { of: 'value', answer };
}

/** "x = 2, 3" and "x = 2 or 3" name values of the same unknown. */
function spelledOut(text: string): string {
  const found = /^\s*([a-zA-Z])\s*=\s*([^=<>]+)$/.exec(text);
  if (!found?.[1] || !found[2]) return text;
  const values = found[2].split(/\s*(?:,|\bor\b|或|及)\s*/);
  return values.length > 1 ? values.map((value) => `${found[1]} = ${value}`).join(' or ') : text;
}

function lineStatement(line: string): Statement {
  const text = spelledOut(
    normaliseText(line)
      .replace(/^[\s∴]*(?:=>|所以|therefore|so\b|即|得)?\s*/i, '')
      .replace(/[.。]$/, ''),
  );
  return parseStatement(text);
}

function markStatement(line: string, target: Extract<Target, { of: 'statement' }>): MarkedLine {
  if (/^\s*(?:Δ|判別式|discriminant)/i.test(line)) return closed(line);
  const statement = lineStatement(line);
  const names = variablesOf(statement);
  if (names.length === 0) return closed(line);
  if (!names.every((name) => target.over.includes(name)))
    return {
      line,
      mark: 'unclear',
      reason: words('這一行用了題目沒有的未知數。', 'This line uses an unknown the problem has not.'),
    };
  const claim = (relation: Claim['relation'], from: string, to: string): Claim => ({
    relation,
    from,
    to,
    over: target.over,
    ...(target.given ? { given: target.given } : {}),
  });
  const text = statementText(statement);
  const same = check(claim('iff', target.from, text));
  if (same === 'yes') return { line, mark: 'ok', reason: ok };
  if (same === 'unknown') {
    // In several unknowns one equation that the solution fulfils is a fair line.
    const points = check(claim('implies', target.answer, text));
    return points === 'yes'
      ? { line, mark: 'ok', reason: ok }
      : {
          line,
          mark: points === 'no' ? 'wrong' : 'unclear',
          reason:
            points === 'no'
              ? words('原題的解不符合這一行。', 'The solution of the problem does not satisfy this line.')
              : unread,
        };
  }
  const follows = check(claim('implies', target.answer, text)) === 'yes';
  const loses = check(claim('implies', text, target.from)) === 'yes';
  if (follows && target.over.length > 1) return { line, mark: 'ok', reason: ok };
  if (follows && target.lenient)
    return {
      line,
      mark: 'ok',
      reason: words(
        '正確，但可能有增根，須檢驗。',
        'Right, but it may have extra roots that must be checked.',
      ),
    };
  if (follows)
    return {
      line,
      mark: 'wrong',
      reason: words('這一行多了不符合原題的解。', 'This line has solutions that do not satisfy the problem.'),
    };
  if (loses)
    return { line, mark: 'wrong', reason: words('這一行漏了解。', 'This line has lost a solution.') };
  return {
    line,
    mark: 'wrong',
    reason: words('這一行與原題不等價。', 'This line is not equivalent to the problem.'),
  };
}

function closed(line: string): MarkedLine {
  const truth = checkStatement(line.replace(/^[^=<>]*?[A-Za-zΔ]+\s*=(?=.*=)/, ''));
  if (truth === 'true') return { line, mark: 'ok', reason: ok };
  return truth === 'false'
    ? { line, mark: 'wrong', reason: words('這個等式不成立。', 'This is not true.') }
    : { line, mark: 'unclear', reason: unread };
}

function markSides(line: string, target: Exclude<Target, { of: 'statement' }>): MarkedLine {
  const text = normaliseText(line)
    .replace(/^[\s∴]*(?:=>|所以|therefore|so\b|即|得)?\s*/i, '')
    .replace(/[.。]$/, '');
  const label =
    /^\s*(?:d\s*[a-z]?\s*\/\s*d\s*[a-z]|[fgy]\s*'*\s*(?:\([a-z]\))?|∫.*?d\s*[a-z]|Δ|D)\s*=/.exec(text)?.[0] ??
    '';
  const sides = text
    .slice(label.length)
    .split('=')
    .map((side) => side.trim())
    .filter((side) => side !== '');
  if (sides.length === 0) throw new Unreadable(line);
  const constant = (side: string) =>
    toText(substitute(parseExpr(side.replace(/\+\s*[Cc]\s*$/, '')), 'C', sym('C')));
  const wanted: Claim[] = sides.map((side) => {
    const to = constant(side);
    if (target.of === 'derivative')
      return { relation: 'derivative', from: target.from, to, over: [target.over] };
    if (target.of === 'integral') return { relation: 'integral', from: target.from, to, over: [target.over] };
    return {
      relation: 'equal',
      from: target.of === 'expression' ? target.from : target.answer.replace(/^[A-Za-z]\s*=\s*/, ''),
      to,
      over: [],
    };
  });
  const verdicts = wanted.map(check);
  if (verdicts.every((verdict) => verdict === 'yes')) return { line, mark: 'ok', reason: ok };
  if (
    target.of === 'value' ||
    (sides.length > 1 && symbolsOf(parseExpr(constant(sides[0] ?? '0'))).size === 0)
  )
    return closed(text);
  if (verdicts.includes('no'))
    return {
      line,
      mark: 'wrong',
      reason: words('這一行與題目不相等。', 'This line is not equal to what is asked.'),
    };
  return { line, mark: 'unclear', reason: unread };
}

function markLine(line: string, target: Target): MarkedLine {
  try {
    return target.of === 'statement' ? markStatement(line, target) : markSides(line, target);
  } catch (error) {
    if (
      error instanceof TooHard ||
      error instanceof Unreadable ||
      error instanceof Undefined ||
      error instanceof RangeError
    )
      return { line, mark: 'unclear', reason: unread };
    throw error;
  }
}

function reaches(last: MarkedLine | undefined, target: Target): boolean {
  if (last?.mark !== 'ok') return false;
  if (target.of !== 'statement') return true;
  // The answer names the unknown alone on one side in every part.
  const statement = lineStatement(last.line);
  return relationsOf(statement).every(
    ({ a, b }) => (a.k === 'sym' && symbolsOf(b).size === 0) || (b.k === 'sym' && symbolsOf(a).size === 0),
  );
}

export function markWorking(problem: string, lines: readonly string[]): Marking {
  const solution = solve(problem);
  const written = lines.slice(0, mostLines).filter((line) => line.trim() !== '');
  if (!solution.ok) {
    return {
      lines: written.map((line) => ({ line, mark: 'unclear', reason: solution.reason })),
      firstWrong: undefined,
      reached: false,
    };
  }
  const target = targetOf(solution);
  const marked = written.map((line) => withinBudget(() => markLine(line.slice(0, 400), target)));
  const firstWrong = marked.findIndex(({ mark }) => mark === 'wrong');
  return {
    lines: marked,
    firstWrong: firstWrong < 0 ? undefined : firstWrong,
    reached: reaches(marked.at(-1), target),
  };
}
