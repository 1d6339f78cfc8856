import { describe, expect, it } from 'vitest';
import { solve } from '../solve.ts';
import { checkStatement } from './check-statement.ts';
import { hints } from './hints.ts';
import { markWorking } from './mark-working.ts';

describe('hints', () => {
  it('hints go from a nudge to the full solution, and only the last hint shows the answer', () => {
    const solution = solve('x^2-5x+6=0');
    if (!solution.ok) throw new Error('declined');
    const levels = hints(solution);
    expect(levels.map(({ rung }) => rung)).toEqual(['nudge', 'method', 'first step', 'full']);
    const hintText = (rung: number) => `${levels[rung]?.text.en} ${levels[rung]?.latex.join(' ')}`;
    for (const rung of [0, 1]) expect(hintText(rung)).not.toMatch(/x ?= ?[23]/);
    expect(hintText(2)).toContain('\\left(x-3\\right)\\left(x-2\\right)=0');
    expect(hintText(3)).toContain('x = 2 or x = 3');
  });
});

describe('markWorking', () => {
  const marks = (problem: string, lines: string[]) => {
    const { lines: marked = [], firstWrong, reached } = markWorking(problem, lines) ?? {};
    return [marked.map(({ mark }) => mark).join(' '), firstWrong, reached];
  };
  it.each([
    ['2x+5=13', ['2x=8', 'x=4'], 'ok ok', undefined, true],
    ['2x+5=13', ['2x=18', 'x=9'], 'wrong wrong', 0, false],
    ['2x+5=13', ['2x=8', '???', 'x=4'], 'ok unclear ok', undefined, true],
    ['3(x-2)=9', ['3x-2=9', '3x=11'], 'wrong wrong', 0, false],
    ['x^2=4', ['x=2'], 'wrong', 0, false],
    ['x^2=4', ['x=±2'], 'ok', undefined, true],
    ['x^2-2x-1=0', ['Δ=4+4=8', 'x=(2±√8)/2', 'x=1±√2'], 'ok ok ok', undefined, true],
    ['sqrt(x+2)=x', ['x+2=x^2', 'x=2 or x=-1', 'x=2'], 'ok ok ok', undefined, true],
    ['2x-3>5', ['2x>8', 'x<4'], 'ok wrong', 1, false],
    ['-2x>6', ['x>-3'], 'wrong', 0, false],
    ['x+y=5, x-y=1', ['2x=6', 'x=3', 'x=3, y=2'], 'ok ok ok', undefined, true],
    ['x+y=5, x-y=1', ['2x=4'], 'wrong', 0, false],
    ['展開 (x+2)(x-3)', ['x^2-3x+2x-6', '=x^2-x+6'], 'ok wrong', 1, false],
    ['計算 3/4+5/6', ['9/12+10/12', '=19/12'], 'ok ok', undefined, true],
    ['計算 3/4+5/6', ['8/10'], 'wrong', 0, false],
    ['求導 x^3-2x', ['3x^2-2'], 'ok', undefined, true],
    ['∫ 2x dx', ['x^2+C'], 'ok', undefined, true],
    ['∫ 2x dx', ['2x^2+C'], 'wrong', 0, false],
    ['sin x = 1/2, 0°<=x<=360°', ['x=30° or 150°'], 'ok', undefined, true],
    ['sin x = 1/2, 0°<=x<=360°', ['x=30°'], 'wrong', 0, false],
    ['因式分解 x^2-5x+6', ['x(x-5)+6'], 'ok', undefined, false],
    ['因式分解 x^2-5x+6', ['=(x-2)(x-3)'], 'ok', undefined, true],
    ['展開 (x+2)(x-3)', ['x^2-3x+2x-6'], 'ok', undefined, false],
    ['小明有 5 個蘋果', ['5'], '', undefined, undefined],
  ] as [string, string[], string, number | undefined, boolean | undefined][])(
    '%s: %j',
    (problem, lines, expected, firstWrong, reached) => {
      expect(marks(problem, lines)).toEqual([expected, firstWrong, reached]);
    },
  );
});

it('markWorking returns each line as LaTeX and remarks what a correct last line still needs', () => {
  const marking = markWorking('因式分解 2x^2-10x+12', ['=2(x^2-5x+6)', '？']);
  expect(marking?.lines.map(({ latex }) => latex)).toEqual(['=2\\left(x^{2}-5x+6\\right)', '']);
  expect(markWorking('因式分解 2x^2-10x+12', ['2(x^2-5x+6)'])?.remark?.en).toMatch(/not yet fully/);
});

describe('checkStatement', () => {
  it.each([
    ['2+3=5', 'true'],
    ['2+3=6', 'false'],
    ['3×4=12', 'true'],
    ['5! = 120', 'true'],
    ['(x+1)^2=x^2+2x+1', 'true'],
    ['x+1=x+2', 'false'],
    ['2x+5=13', 'unknown'],
    ['2x+5=13 => x=4', 'true'],
    ['2x+5=13 => x=5', 'false'],
    ['x^2=4，所以 x=3', 'false'],
    ['若 x^2=4，則 x=2', 'unknown'],
    ['√2 ≈ 1.414', 'true'],
    ['√2 ≈ 1.415', 'false'],
    ['√2=1.414', 'unknown'],
    ['sin 30° = 1/2', 'true'],
    ['log_2 8 = 3', 'true'],
    ['d/dx(x^2)=2x', 'true'],
    ['d/dx(x^2)=3x', 'false'],
    ['∫2x dx = x^2+C', 'true'],
    ['\\int_0^1 x^2 dx = \\frac{1}{3}', 'true'],
    ['9^9^9^9=1', 'unknown'],
    ['hello', 'unknown'],
  ])('%s is %s', (text, expected) => {
    expect(checkStatement(text)).toBe(expected);
  });
});
