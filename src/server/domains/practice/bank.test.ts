import { describe, expect, test } from 'vitest';
import { grade } from '#engine/solver/practice/grade.ts';
import { kinds as solverKinds } from '#engine/solver/solution.ts';
import { solve } from '#engine/solver/solve.ts';
import { isTrueByNumbers } from '#tests/practice/second-path.ts';
import { choicesOf, type MathematicsQuestion, openBank, shownQuestion } from './bank.ts';
import { isMathematicsKind } from './kinds.ts';

const bank = openBank();
const mathematics = bank.questions.filter(
  (question): question is MathematicsQuestion => question.kindOf === 'mathematics',
);
const languages = bank.questions.filter(({ kindOf }) => kindOf === 'language');

describe('the question bank', () => {
  test('has at least 500 mathematics questions, of every kind, and 100 language questions', () => {
    expect(mathematics.length).toBeGreaterThanOrEqual(500);
    expect(new Set(mathematics.map(({ kind }) => kind))).toEqual(new Set(solverKinds));
    expect(languages.length).toBeGreaterThanOrEqual(100);
    for (const level of ['primary', 'junior', 'senior'] as const)
      for (const subject of ['mathematics', 'chinese', 'english'] as const)
        expect(bank.find({ level, subject }).length, `${subject} ${level}`).toBeGreaterThanOrEqual(12);
    expect(new Set(mathematics.map(({ zh }) => zh)).size).toBe(mathematics.length);
  });

  test('has the answers that the solver finds, each verified by plain arithmetic as well', {
    tags: ['whole'],
    timeout: 120_000,
  }, () => {
    const wrong = mathematics.filter((question) => {
      const solution = solve(question.problem);
      const isStory = solution.ok && solution.answer !== question.answer;
      const found = solution.ok && (isStory ? solution.answer.replace(/^x = /, '') : solution.answer);
      return !solution.ok || found !== question.answer || solution.kind !== question.kind;
    });
    expect(wrong).toEqual([]);
    const untrue = mathematics.filter((question) => {
      try {
        return !isTrueByNumbers(question);
      } catch {
        return true;
      }
    });
    expect(untrue.map(({ problem, answer }) => `${problem} → ${answer}`)).toEqual([]);
  });

  test('marks its own answers right, and slightly different ones wrong', () => {
    const typed = mathematics.filter(({ choices }) => choices.length === 0);
    const failed = typed.filter(({ kind, answer }) => {
      if (!isMathematicsKind(kind)) return true;
      const asked = { kind, answer };
      const off = /\d/.test(answer)
        ? answer.replace(/\d+/, (digits) => String(Number(digits) + 3))
        : `${answer} + 3`;
      return grade(asked, answer).verdict !== 'right' || grade(asked, off).verdict === 'right';
    });
    expect(failed.map(({ problem, answer }) => `${problem} → ${answer}`)).toEqual([]);
  }, 120_000);

  test('offers distinct choices, of which exactly one is the answer, at varying positions', () => {
    for (const question of bank.questions) {
      const { choices } = question;
      if (choices.length === 0) continue;
      const right = question.kindOf === 'mathematics' ? question.latex : question.answer;
      expect(new Set(choices).size, question.answer).toBe(choices.length);
      expect(
        choices.filter((choice) => choice === right),
        question.answer,
      ).toHaveLength(1);
    }
    const places = bank.questions.flatMap((question) => {
      const right = question.kindOf === 'mathematics' ? question.latex : question.answer;
      return question.choices.length > 0 ? [question.choices.indexOf(right)] : [];
    });
    // Always choosing the same position must not pay.
    for (const place of [0, 1, 2, 3])
      expect(places.filter((one) => one === place).length / places.length, `place ${place}`).toBeLessThan(
        0.4,
      );
  });

  test('shows questions without their answers, in both languages', () => {
    for (const question of bank.questions)
      for (const locale of ['zh-Hant', 'en'] as const) {
        const shown = shownQuestion(question, locale);
        expect(Object.keys(shown)).not.toContain('answer');
        expect(shown.text.trim()).not.toBe('');
        expect(shown.kind_name).not.toBe('');
        expect(choicesOf(question, locale)).toHaveLength(question.choices.length);
        expect(shown.text).not.toMatch(/undefined|NaN|\+ ?0(?!\.)\b|\b1x|\^\{1\}/);
      }
  });

  test('is searched by words, formulas and kinds in bounded time', () => {
    expect(bank.find({ search: '雞和兔' }).length).toBeGreaterThan(0);
    expect(
      bank
        .find({ search: 'quadratic' })
        .every(({ kind }) => kind.includes('quadratic') || kind === 'quadratic equation'),
    ).toBe(true);
    expect(bank.find({ search: '因式分解', level: 'senior' }).length).toBeGreaterThan(3);
    const [one] = bank.find({ kind: 'linear equation' });
    expect(one && bank.find({ search: one.kindOf === 'mathematics' ? one.problem : '' })).toContainEqual(one);
    expect(bank.find({ search: '沒有這樣的題目' })).toEqual([]);
    const before = process.cpuUsage();
    for (let turn = 0; turn < 200; turn += 1) bank.find({ search: `方程 ${turn}` });
    expect(process.cpuUsage(before).user / 1000 / 200).toBeLessThan(5);
  });
});
