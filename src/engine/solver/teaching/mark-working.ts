/** Marks each line of a student's working against the problem. */
import { fallbackIfUnsolvable } from '../attempt.ts';
import { check } from '../checking/check.ts';
import type { Claim } from '../checking/claim.ts';
import { processorMs, withinBudget } from '../core/budget.ts';
import { substitute, sym, symbolsOf } from '../core/expr.ts';
import { statementLatex, statementText, toLatex, toText } from '../core/print.ts';
import { relationsOf, type Statement, variablesOf } from '../core/statement.ts';
import { grade } from '../practice/grade.ts';
import { normaliseText } from '../reading/normalise.ts';
import { parseExpr, parseStatement } from '../reading/parse.ts';
import { ParseError } from '../reading/tokens.ts';
import { type BilingualText, bilingual, type Solution } from '../solution.ts';
import { solve } from '../solve.ts';
import { checkStatement } from './check-statement.ts';

type MarkedLine = {
  readonly line: string;
  /** Empty where the line could not be parsed. */
  readonly latex: string;
  readonly mark: 'ok' | 'wrong' | 'unclear';
  /** Undefined where nothing needs explaining. */
  readonly reason: BilingualText | undefined;
};
export type Marking = {
  readonly lines: readonly MarkedLine[];
  /** Index of the first wrong line, if there is one. */
  readonly firstWrong: number | undefined;
  /** Whether the last line is the answer. */
  readonly reached: boolean;
  /** What a correct last line still needs to be the answer. */
  readonly remark: BilingualText | undefined;
};
type Mark = Pick<MarkedLine, 'mark' | 'reason'>;

const right: Mark = { mark: 'ok', reason: undefined };
const unread = bilingual('未能讀懂這一行。', 'This line could not be read.');
const notReached = bilingual('這一行沒有看。', 'This line was not looked at.');
const maxLines = 60;
/** Time limit for all lines together, because the student is waiting. */
const maxMs = 3_000;

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
  | { of: 'value'; answer: string }
  | { of: 'statements' };

/** What every line must agree with, derived from the claims of the solution. */
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

/** Expands "x = 2, 3" and "x = 2 or 3", which list values of the same unknown. */
function spelledOut(text: string): string {
  const found = /^\s*([a-zA-Z])\s*=\s*([^=<>]+)$/.exec(text);
  if (!found?.[1] || !found[2]) return text;
  const values = found[2].split(/\s*(?:,|\bor\b|或|及)\s*/);
  return values.length > 1 ? values.map((value) => `${found[1]} = ${value}`).join(' or ') : text;
}

/** The line without a leading "therefore" and without a final full stop. */
const stripped = (line: string) =>
  normaliseText(line)
    .replace(/^[\s∴]*(?:=>|所以|therefore|so\b|即|得)?\s*/i, '')
    .replace(/[.。]$/, '');

function lineStatement(line: string): Statement {
  return parseStatement(spelledOut(stripped(line)));
}

function markStatement(line: string, target: Extract<Target, { of: 'statement' }>): Mark {
  if (/^\s*(?:Δ|判別式|discriminant)/i.test(line)) return markByTruth(line);
  const statement = lineStatement(line);
  const names = variablesOf(statement);
  if (names.length === 0) return markByTruth(line);
  if (!names.every((name) => target.over.includes(name)))
    return {
      mark: 'unclear',
      reason: bilingual('這一行用了題目沒有的未知數。', 'This line uses an unknown the problem has not.'),
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
  if (same === 'yes') return right;
  if (same === 'unknown') {
    // With several unknowns, one equation that the solution satisfies is a correct line.
    const points = check(claim('implies', target.answer, text));
    return points === 'yes'
      ? right
      : {
          mark: points === 'no' ? 'wrong' : 'unclear',
          reason:
            points === 'no'
              ? bilingual('原題的解不符合這一行。', 'The solution of the problem does not satisfy this line.')
              : unread,
        };
  }
  const follows = check(claim('implies', target.answer, text)) === 'yes';
  const loses = check(claim('implies', text, target.from)) === 'yes';
  if (follows && target.over.length > 1) return right;
  if (follows && target.lenient)
    return {
      mark: 'ok',
      reason: bilingual(
        '正確，但可能有增根，須檢驗。',
        'Right, but it may have extra roots that must be checked.',
      ),
    };
  if (follows)
    return {
      mark: 'wrong',
      reason: bilingual(
        '這一行多了不符合原題的解。',
        'This line has solutions that do not satisfy the problem.',
      ),
    };
  if (loses) return { mark: 'wrong', reason: bilingual('這一行漏了解。', 'This line has lost a solution.') };
  return {
    mark: 'wrong',
    reason: bilingual('這一行與原題不等價。', 'This line is not equivalent to the problem.'),
  };
}

function markByTruth(line: string): Mark {
  const truth = checkStatement(line.replace(/^[^=<>]*?[A-Za-zΔ]+\s*=(?=.*=)/, ''));
  if (truth === 'true') return right;
  return truth === 'false'
    ? { mark: 'wrong', reason: bilingual('這個等式不成立。', 'This is not true.') }
    : { mark: 'unclear', reason: unread };
}

function markSides(line: string, target: Exclude<Target, { of: 'statement' | 'statements' }>): Mark {
  const text = stripped(line);
  const label =
    /^\s*(?:d\s*[a-z]?\s*\/\s*d\s*[a-z]|[fgy]\s*'*\s*(?:\([a-z]\))?|∫.*?d\s*[a-z]|Δ|D)\s*=/.exec(text)?.[0] ??
    '';
  const sides = text
    .slice(label.length)
    .split('=')
    .map((side) => side.trim())
    .filter((side) => side !== '');
  if (sides.length === 0) throw new ParseError(line);
  const withoutConstant = (side: string) =>
    toText(substitute(parseExpr(side.replace(/\+\s*[Cc]\s*$/, '')), 'C', sym('C')));
  const claims: Claim[] = sides.map((side) => {
    const to = withoutConstant(side);
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
  const verdicts = claims.map(check);
  if (verdicts.every((verdict) => verdict === 'yes')) return right;
  if (
    target.of === 'value' ||
    (sides.length > 1 && symbolsOf(parseExpr(withoutConstant(sides[0] ?? '0'))).size === 0)
  )
    return markByTruth(text);
  if (verdicts.includes('no'))
    return {
      mark: 'wrong',
      reason: bilingual('這一行與題目不相等。', 'This line is not equal to what is asked.'),
    };
  return { mark: 'unclear', reason: unread };
}

const markLine = (line: string, target: Target): MarkedLine => ({
  line,
  latex: fallbackIfUnsolvable(() => lineLatex(line), ''),
  ...fallbackIfUnsolvable(() => markOf(line, target), { mark: 'unclear', reason: unread }),
});
function markOf(line: string, target: Target): Mark {
  if (target.of === 'statements') return markByTruth(stripped(line));
  return target.of === 'statement' ? markStatement(line, target) : markSides(line, target);
}

/** LaTeX of the line as written, including an equals sign at its start. */
function lineLatex(line: string): string {
  const text = stripped(line);
  const isContinued = text.startsWith('=');
  const sides = text.replace(/^=/, '');
  const latex = /[=<>≤≥≠]/.test(sides) ? statementLatex(parseStatement(sides)) : toLatex(parseExpr(sides));
  return isContinued ? `=${latex}` : latex;
}

const isWrongAnswer = ({ kind, answer }: Solution, line: string) =>
  grade({ kind, answer }, stripped(line)).verdict === 'wrong';

/** Whether a correct last line is the answer: the unknown alone, or the result in the requested form. */
function ending(
  last: MarkedLine | undefined,
  solution: Solution | undefined,
  target: Target,
): Pick<Marking, 'reached' | 'remark'> {
  if (last?.mark !== 'ok') return { reached: false, remark: undefined };
  if (!solution) return { reached: true, remark: undefined };
  if (target.of !== 'statement') {
    const { verdict, remark } = grade({ kind: solution.kind, answer: solution.answer }, stripped(last.line));
    return { reached: verdict === 'right', remark: verdict === 'again' ? remark : undefined };
  }
  // The answer names the unknown alone on one side in every part.
  const reached = relationsOf(lineStatement(last.line)).every(
    ({ a, b }) => (a.k === 'sym' && symbolsOf(b).size === 0) || (b.k === 'sym' && symbolsOf(a).size === 0),
  );
  return { reached, remark: undefined };
}

/**
 * Without a problem each line is judged by itself. Undefined if the problem cannot be solved: nothing can be
 * judged.
 */
export function markWorking(problem: string, lines: readonly string[]): Marking | undefined {
  const solution = problem === '' ? undefined : solve(problem);
  if (solution?.ok === false) return undefined;
  const target: Target = solution ? targetOf(solution) : { of: 'statements' };
  const deadline = processorMs() + maxMs;
  const marked = lines
    .filter((line) => line.trim() !== '')
    .slice(0, maxLines)
    .map(
      (line): MarkedLine =>
        processorMs() < deadline
          ? withinBudget(() => markLine(line.slice(0, 400), target))
          : { line, latex: '', mark: 'unclear', reason: notReached },
    );
  const last = marked.at(-1);
  // A number alone is not a statement; as the last line it is compared with the answer.
  if (last?.mark === 'unclear' && solution && target.of === 'value' && isWrongAnswer(solution, last.line))
    marked.splice(-1, 1, {
      ...last,
      mark: 'wrong',
      reason: bilingual('這不是答案。', 'This is not the answer.'),
    });
  const firstWrong = marked.findIndex(({ mark }) => mark === 'wrong');
  return {
    lines: marked,
    firstWrong: firstWrong < 0 ? undefined : firstWrong,
    ...ending(marked.at(-1), solution, target),
  };
}
