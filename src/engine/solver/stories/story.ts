import * as Q from '../core/rational.ts';
import { algebra } from '../kinds/equations/algebra.ts';
import { expressions } from '../kinds/expressions/expressions.ts';
import { withoutNumbering } from '../reading/around.ts';
import { read } from '../reading/read.ts';
import { Cannot, type Words } from '../solution.ts';
import type { Work } from '../working.ts';

/** What was understood of a word problem. */
type Told = {
  /** What the letters stand for, or what is to be worked out. */
  text: Words;
  /** The same in mathematics: an expression, or equations in x (and y). */
  mathematics: string;
  /** Of the answer to an expression. */
  unit?: string;
  /** Whether what was found can be: no half rabbits, no years that are past. */
  fits?: (found: readonly Q.Q[]) => boolean;
  /** The answer, where it is made of what was found; several numbers answer a question for several. */
  answer?: (found: readonly Q.Q[]) => string;
};

type Given = { readonly [name: string]: string | undefined };
type Story = { patterns: readonly string[]; tell: (given: Given) => Told | undefined };

/**
 * A pattern is of the whole text: a word that is not in it may change the question, and then nothing is answered. `#a` is a
 * number by the name of a. Chinese is matched without spaces, English in small letters with single ones.
 */
export const story = (patterns: readonly string[], tell: Story['tell']) => ({
  patterns: patterns.map(
    (one) => new RegExp(`^${one.replace(/#([a-z])/g, '(?<$1>\\d+(?:\\.\\d+)?)')}[?.!]*$`, 'u'),
  ),
  tell,
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

/** The work, where one of the stories is this text from its first word to its last. */
export function workOf(stories: readonly Compiled[], input: string): Work | undefined {
  const text = plain(input);
  for (const { patterns, tell } of stories) {
    const given = patterns.map((one) => one.exec(text)).find((found) => found)?.groups;
    const told = given && tell(given);
    if (told) return worked(told);
  }
  return undefined;
}

const numbersIn = (answer: string) =>
  [...answer.matchAll(/(-?)(\d+(?:\.\d+)?)(?:\/(\d+))?/g)].map(([, sign, number = '0', below]) => {
    const size = Q.div(Q.fromDecimal(number) as Q.Q, Q.fromDecimal(below ?? '1') as Q.Q);
    return sign ? Q.neg(size) : size;
  });

/** Solved as mathematics, with its steps; that this is what the words say is shown, and not called checked. */
function worked({ text, mathematics, unit, fits, answer }: Told): Work | undefined {
  const reading = read(mathematics);
  const inner = mathematics.includes('=') ? algebra(reading) : expressions(reading);
  if (!inner) return undefined;
  const found = numbersIn(inner.answer);
  if (fits && !fits(found))
    throw new Cannot('題目的數字不能成立，請再看一次。', 'The numbers of this problem do not fit together.');
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
    several: true,
  };
}

const decimal = (value: Q.Q) => Q.toDecimal(value) as string;
const hundred = Q.q(100, 1);
const one = Q.q(1, 1);
const share = (percent: string) => Q.div(Q.fromDecimal(percent) as Q.Q, hundred);

/** 15 as 0.15, 0.85 and 1.15: who asks for so many per cent gets decimals. */
export const partOf = (percent: string) => decimal(share(percent));
export const lessBy = (percent: string) => decimal(Q.sub(one, share(percent)));
export const moreBy = (percent: string) => decimal(Q.add(one, share(percent)));

export const isWhole = ({ d }: Q.Q) => d === 1n;
export const isCount = (value: Q.Q) => isWhole(value) && value.n >= 0n;
