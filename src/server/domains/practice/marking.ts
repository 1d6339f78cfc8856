import type { Grade } from '#engine/solver/practice/grade.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Locale } from '#shared/locale.ts';
import type { AttemptResult } from '#shared/practice.ts';
import { type BankQuestion, choicesOf, type MathematicsQuestion } from './bank.ts';
import { isMathematicsKind } from './kinds.ts';
import { latexIn } from './latex-in.ts';
import type { Mathematics } from './mathematics.ts';

export type Mark = { verdict: Grade['verdict']; remark: string };
export type Revealed = Pick<AttemptResult, 'expected' | 'expected_latex' | 'steps'>;
type Steps = { zh: string; en: string; latex: string; checked: boolean }[];

const notAChoice: Record<Locale, string> = {
  'zh-Hant': '請選擇其中一個答案。',
  en: 'Please choose one of the answers.',
};

/** Marks answers and shows the solution. The algebra runs in a worker thread. */
export function createMarking(mathematics: Mathematics) {
  // The solution of a question never changes, and the size of the bank bounds this cache.
  const cache = new Map<number, Steps>();

  async function stepsOf({ id, problem }: MathematicsQuestion): Promise<Steps> {
    const cached = cache.get(id);
    if (cached) return cached;
    const solved = await mathematics.solve(problem).catch(tooSlow);
    const steps = solved.ok
      ? solved.steps.map(({ text, latex, checked }) => ({ ...text, latex, checked }))
      : [];
    cache.set(id, steps);
    return steps;
  }

  return {
    async mark(question: BankQuestion, answer: string, locale: Locale): Promise<Mark> {
      if (answer === '') return { verdict: 'wrong', remark: '' };
      if (question.choices.length > 0) return markChoice(question, answer, locale);
      if (question.kindOf !== 'mathematics' || !isMathematicsKind(question.kind))
        throw new Error(`question ${question.id} is neither a choice nor mathematics`);
      const { verdict, remark } = await mathematics
        .grade({ kind: question.kind, answer: question.answer }, answer)
        .catch(tooSlow);
      return { verdict, remark: remark?.[locale === 'en' ? 'en' : 'zh'] ?? '' };
    },

    async reveal(question: BankQuestion, locale: Locale): Promise<Revealed> {
      const of = locale === 'en' ? 'en' : 'zh';
      if (question.kindOf === 'language')
        return {
          expected: question.answer,
          expected_latex: '',
          steps: [{ text: question.explanation[of], latex: '', checked: false }],
        };
      const steps = await stepsOf(question);
      return {
        expected: of === 'zh' ? question.answer.replaceAll(' or ', ' 或 ') : question.answer,
        expected_latex: latexIn(question.latex, locale),
        steps: steps.map((step) => ({
          text: step[of],
          latex: latexIn(step.latex, locale),
          checked: step.checked,
        })),
      };
    },
  };
}

/** The solver is overloaded, or the answer was too hard for it. */
function tooSlow(cause: unknown): never {
  throw Object.assign(new AppError('tooSlow'), { cause });
}

function markChoice(question: BankQuestion, answer: string, locale: Locale): Mark {
  const right =
    question.kindOf === 'language'
      ? question.choices.indexOf(question.answer)
      : question.choices.indexOf(question.latex);
  // The page may have been rendered in the other language.
  const chosen = [choicesOf(question, 'zh-Hant'), choicesOf(question, 'en')]
    .map((choices) => choices.indexOf(answer))
    .find((at) => at >= 0);
  if (chosen === undefined) return { verdict: 'again', remark: notAChoice[locale] };
  return { verdict: chosen === right ? 'right' : 'wrong', remark: '' };
}
