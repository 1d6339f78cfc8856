import { BudgetExceededError, withinBudget } from './core/budget.ts';
import { UndefinedValueError } from './core/ratio.ts';
import { algebra } from './kinds/equations/algebra.ts';
import { conditions } from './kinds/equations/conditions.ts';
import { extremeInteger } from './kinds/equations/inequality.ts';
import { rootQuestions, symmetricRoots } from './kinds/equations/roots.ts';
import { intersection } from './kinds/equations/simultaneous.ts';
import { unknownCoefficient } from './kinds/equations/unknown-coefficient.ts';
import { coefficientOf } from './kinds/expressions/coefficient.ts';
import { division } from './kinds/expressions/division.ts';
import { expressions } from './kinds/expressions/expressions.ts';
import { areaBetween } from './kinds/functions/area.ts';
import { calculus } from './kinds/functions/calculus.ts';
import { functions } from './kinds/functions/functions.ts';
import { variation } from './kinds/functions/variation.ts';
import { angles } from './kinds/geometry/angles.ts';
import { coordinates } from './kinds/geometry/coordinates.ts';
import { triangle } from './kinds/geometry/triangle.ts';
import { numbers } from './kinds/numbers/number.ts';
import { numberForms } from './kinds/numbers/number-forms.ts';
import { probability } from './kinds/numbers/probability.ts';
import { sequence } from './kinds/numbers/sequence.ts';
import { statistics } from './kinds/numbers/statistics.ts';
import { unitConversion } from './kinds/numbers/units.ts';
import { type Reading, read } from './reading/read.ts';
import { AmbiguousError, ParseError } from './reading/tokens.ts';
import { hasUnknownWords, type WordedKind } from './reading/vocabulary.ts';
import { type BilingualText, bilingual, CannotSolveError, type Declined, type Solution } from './solution.ts';
import { stories } from './stories/stories.ts';
import { FalseStepError, type Work } from './working.ts';

type Solver = (reading: Reading) => Work | undefined;
/** Wraps a kind so that it is tried only when its vocabulary covers every word of the problem. */
const worded =
  (name: WordedKind, kind: Solver): Solver =>
  (reading) =>
    hasUnknownWords(reading.text, name) ? undefined : kind(reading);

const kindsInOrder: readonly Solver[] = [
  stories,
  unknownCoefficient,
  symmetricRoots,
  numberForms,
  areaBetween,
  worded('intersection', intersection),
  worded('extremeInteger', extremeInteger),
  worded('unitConversion', unitConversion),
  worded('angles', angles),
  worded('division', division),
  worded('coefficientOf', coefficientOf),
  worded('variation', variation),
  worded('sequence', sequence),
  worded('statistics', statistics),
  worded('probability', probability),
  worded('triangle', triangle),
  worded('calculus', calculus),
  worded('coordinates', coordinates),
  worded('functions', functions),
  worded('numbers', numbers),
  worded('rootQuestions', rootQuestions),
  worded('conditions', conditions),
  algebra,
  expressions,
];

/** Kinds that read only the formulas; they are skipped where words may change the question. */
const formulaKinds: readonly Solver[] = [algebra, expressions];

const reasons = {
  long: bilingual('輸入太長。', 'The input is too long.'),
  hard: bilingual(
    '算式太大或太複雜，未能在限時內處理。',
    'This is too large or too complicated to be worked out in the time allowed.',
  ),
  unread: bilingual('未能讀懂題目中的算式。', 'The mathematics could not be read.'),
  divisor: bilingual(
    '除號後的部分有兩種讀法，請加上括號。',
    'What is divided by can be read in two ways: please add brackets.',
  ),
  power: bilingual(
    '字母後的數字是不是次方？請寫成 x^2 這樣。',
    'Is the number after the letter a power? Please write it like x^2.',
  ),
  words: bilingual(
    '這似乎是文字題，暫時未能處理。可試試直接輸入方程或算式。',
    'This looks like a word problem, which cannot be handled yet. Try typing the equation or expression itself.',
  ),
  undefinedValue: bilingual(
    '算式沒有定義（例如除以 0、負數的平方根或對數）。',
    'The expression is not defined (a division by 0, or a square root or logarithm of a negative number).',
  ),
  several: bilingual(
    '題目同時問幾件事，請逐一輸入。',
    'Several things are asked at once: please ask them one at a time.',
  ),
  rounded: bilingual(
    '暫時只給準確值，未能按要求取近似值。',
    'Answers are exact here; the rounding that is asked for cannot be given yet.',
  ),
  doubtful: bilingual('未能核實答案，因此不顯示。', 'The answer could not be verified, so it is not shown.'),
};
const maxLength = 2_000;

/**
 * Whether the text is only letters without a function name, such as "Help me": there is nothing to compute.
 */
const isWordsOnly = ({ parts }: Reading) =>
  parts.every((part) => /^[a-z\s]+$/i.test(part) && !/sin|cos|tan|sec|csc|cot|log|ln|sqrt/.test(part));

function declined(input: string, reason: BilingualText): Declined {
  return { ok: false, input, reason };
}

/**
 * Solves one problem. A problem that is not understood, or an unverified answer, is declined with a reason.
 */
export function solve(input: string): Solution | Declined {
  if (input.length > maxLength) return declined(input.slice(0, 200), reasons.long);
  try {
    return withinBudget(() => {
      const reading = read(input);
      for (const kind of kindsInOrder) {
        if (
          (reading.hasOtherWords || reading.hasUnparsedPart || isWordsOnly(reading)) &&
          formulaKinds.includes(kind)
        )
          continue;
        const work = kind(reading);
        if (!work) continue;
        const { answersSeveral: several, isRounded: rounded, ...solution } = work;
        if (reading.asksDerivedResult || (reading.asksSeveral && !several))
          return declined(input, reasons.several);
        if (reading.asksRounded && !rounded) return declined(input, reasons.rounded);
        return { ok: true, input, ...solution };
      }
      return declined(
        input,
        reading.hasOtherWords && reading.parts.length > 0 ? reasons.words : reasons.unread,
      );
    });
  } catch (error) {
    if (error instanceof CannotSolveError) return declined(input, error.reason);
    if (error instanceof AmbiguousError) return declined(input, reasons[error.where]);
    if (error instanceof ParseError) return declined(input, reasons.unread);
    if (error instanceof BudgetExceededError) return declined(input, reasons.hard);
    if (error instanceof UndefinedValueError) return declined(input, reasons.undefinedValue);
    if (error instanceof FalseStepError) return declined(input, reasons.doubtful);
    if (error instanceof RangeError)
      return declined(input, error.message === 'division by zero' ? reasons.undefinedValue : reasons.hard);
    throw error;
  }
}
