import * as Q from '../core/rational.ts';
import { algebra } from '../kinds/equations/algebra.ts';
import { expressions } from '../kinds/expressions/expressions.ts';
import { read } from '../reading/read.ts';
import { withoutNumbering } from '../reading/strip-numbering.ts';
import { type BilingualText, CannotSolveError } from '../solution.ts';
import type { Work } from '../working.ts';

/** A word problem translated into mathematics. */
type Interpretation = {
  /** What the letters stand for, or what is to be computed. */
  text: BilingualText;
  /** The same in mathematics: an expression, or equations in x (and y). */
  mathematics: string;
  /** Unit of the answer to an expression. */
  unit?: string;
  /** Whether the result is possible: no half rabbits, no years in the past. */
  fits?: (found: readonly Q.Q[]) => boolean;
  /** Formats the answer from the numbers found, where it is not simply the solution of the mathematics. */
  answer?: (found: readonly Q.Q[]) => string;
};

type Captures = { readonly [name: string]: string | undefined };
type Story = { patterns: readonly string[]; interpret: (captures: Captures) => Interpretation | undefined };

/**
 * A pattern must match the whole text: an extra word may change the question, which is then not answered.
 * `#a` captures a number under the name a. Chinese is matched without spaces, English in lower case with
 * single spaces.
 */
export const story = (patterns: readonly string[], interpret: Story['interpret']) => ({
  patterns: patterns.map(
    (one) => new RegExp(`^${one.replace(/#([a-z])/g, '(?<$1>\\d+(?:\\.\\d+)?)')}[?.!]*$`, 'u'),
  ),
  interpret,
});
type Compiled = ReturnType<typeof story>;

function plain(input: string) {
  const one = withoutNumbering(input)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[，、﹐]/g, ',')
    .replace(/[。．]/g, '.')
    .replace(/[;；]/g, ',')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/百分之(\d+(?:\.\d+)?)/g, '$1%');
  return (/\p{Script=Han}/u.test(one) ? one.replace(/\s+/g, '') : one.replace(/\s+/g, ' ')).trim();
}

/** The solution, if the pattern of one of the stories matches the whole text. */
export function workOf(stories: readonly Compiled[], input: string): Work | undefined {
  const text = plain(input);
  for (const { patterns, interpret } of stories) {
    const captures = patterns.map((one) => one.exec(text)).find((found) => found)?.groups;
    const interpretation = captures && interpret(captures);
    if (interpretation) return solveInterpretation(interpretation);
  }
  return undefined;
}

const numbersIn = (answer: string) =>
  [...answer.matchAll(/(-?)(\d+(?:\.\d+)?)(?:\/(\d+))?/g)].map(([, sign, number = '0', below]) => {
    const size = Q.div(Q.fromDecimal(number) as Q.Q, Q.fromDecimal(below ?? '1') as Q.Q);
    return sign ? Q.neg(size) : size;
  });

/** Solves the mathematics. The interpretation is shown as a first step that is not marked as checked. */
function solveInterpretation({ text, mathematics, unit, fits, answer }: Interpretation): Work | undefined {
  const reading = read(mathematics);
  const inner = mathematics.includes('=') ? algebra(reading) : expressions(reading);
  if (!inner) return undefined;
  const found = numbersIn(inner.answer);
  if (fits && !fits(found))
    throw new CannotSolveError(
      '題目的數字不能成立，請再看一次。',
      'The numbers of this problem do not fit together.',
    );
  const shown = answer?.(found) ?? (unit ? `${inner.answer}${unit === '%' ? '' : ' '}${unit}` : inner.answer);
  return {
    ...inner,
    answer: shown,
    answerLatex: answer
      ? shown
      : unit
        ? `${inner.answerLatex}${unit === '%' ? '\\%' : `\\text{ ${unit}}`}`
        : inner.answerLatex,
    steps: [{ text, latex: inner.problemLatex, checked: false }, ...inner.steps],
    answersSeveral: true,
  };
}

const decimal = (value: Q.Q) => Q.toDecimal(value) as string;
const hundred = Q.q(100, 1);
const one = Q.q(1, 1);
const share = (percent: string) => Q.div(Q.fromDecimal(percent) as Q.Q, hundred);

/**
 * 15 per cent as 0.15, 0.85 (less) and 1.15 (more): written as decimals, so that the answer is a decimal too.
 */
export const partOf = (percent: string) => decimal(share(percent));
export const lessBy = (percent: string) => decimal(Q.sub(one, share(percent)));
export const moreBy = (percent: string) => decimal(Q.add(one, share(percent)));

export const isWhole = ({ d }: Q.Q) => d === 1n;
export const isCount = (value: Q.Q) => isWhole(value) && value.n >= 0n;
