import { describe, expect, it } from 'vitest';
import type { Kind } from '../solution.ts';
import { grade } from './grade.ts';

type Case = [kind: Kind, answer: string, given: string];

const right: Case[] = [
  ['arithmetic', '1/2', '0.5'],
  ['arithmetic', '1/2', '50%'],
  ['arithmetic', '1/2', '５０％'],
  ['arithmetic', '1/2', '1/2。'],
  ['arithmetic', '1/2', '答案：½'],
  ['arithmetic', '117/28', '4 5/28'],
  ['arithmetic', '504', '$504'],
  ['arithmetic', '504', '504 元'],
  ['arithmetic', '504', 'HK$504'],
  ['arithmetic', '33', '３３張'],
  ['arithmetic', '-34', '−34'],
  ['arithmetic', '12000', '12,000'],
  ['linear equation', 'x = 2', '2'],
  ['linear equation', 'x = 2', 'x=2'],
  ['linear equation', 'x = 2', 'ｘ＝２'],
  ['linear equation', 'x = 2', '∴ x = 2'],
  ['linear equation', 'x = -1/2', '-0.5'],
  ['quadratic equation', 'x = 2 or x = 3', 'x=3 或 x=2'],
  ['quadratic equation', 'x = 2 or x = 3', '3、2'],
  ['quadratic equation', 'x = 2 or x = 3', '2 and 3'],
  ['quadratic equation', 'x = 2 or x = 3', 'x=2,3'],
  ['quadratic equation', 'x = 2 or x = 3', 'x_1=2, x_2=3'],
  ['quadratic equation', 'x = 1 - sqrt(2) or x = 1 + sqrt(2)', 'x=1±√2'],
  ['quadratic equation', 'x = 1 - sqrt(2) or x = 1 + sqrt(2)', '\\(1\\pm\\sqrt{2}\\)'],
  ['quadratic equation', '10', '10 cm'],
  ['trigonometric equation', 'x = 60° or x = 300°', '300°, 60°'],
  ['trigonometric equation', 'x = 60° or x = 300°', '60, 300'],
  ['trigonometric equation', 'x = 60° or x = 300°', 'pi/3, 5pi/3'],
  ['simultaneous equations', 'x = 4, y = 3', 'y=3, x=4'],
  ['simultaneous equations', 'x = 4, y = 3', '(4, 3)'],
  ['simultaneous equations', 'x = 4, y = 3', 'x＝4，y＝3'],
  ['simultaneous equations', 'x = -1, y = -4 or x = 4, y = 1', '(4,1) 或 (-1,-4)'],
  ['inequality', 'x < -2', '-2 > x'],
  ['inequality', 'x <= 3 or x >= 6', 'x≥6 或 x≤3'],
  ['inequality', '-1 < x <= 3/2', '-1<x≤1.5'],
  ['factorisation', '(x - 5)^2', '(5-x)(5-x)'],
  ['factorisation', '4*y*(2*x - y)', '4y(2x-y)'],
  ['factorisation', '(x + 3)*(x + 6)', '(x+6)(x+3)'],
  ['expansion', '4*x^2 + 10*x', '10x+4x²'],
  ['completing the square', '2*(x + 4)^2 - 27', '2(x+4)²－27'],
  ['simplification', '(x - 2)/(x + 3)', '(x-2)/(3+x)'],
  ['change of subject', 'x = y/3 + 7/3', 'x=(y+7)/3'],
  ['change of subject', 't = (v - u)/a', '(v-u)/a'],
  ['coordinate geometry', 'y = -x + 3', 'x+y-3=0'],
  ['coordinate geometry', 'y = -x + 3', '2x+2y=6'],
  ['coordinate geometry', '(7/2, -1/2)', '(3.5,-0.5)'],
  ['coordinate geometry', '11*sqrt(2)', '11√2'],
  ['coordinate geometry', '11*sqrt(2)', '√242'],
  ['function', '-9', 'f(2) = -9'],
  ['trigonometry', 'cos(theta) = 4/5', '4/5'],
  ['trigonometry', 'sqrt(2)/2', '1/√2'],
  ['triangle', 'A = 60°', '60'],
  ['triangle', 'a = 10*sqrt(3)', 'a=10√3'],
  ['integration', 'x^3 + 2*x^2 + 5*x + C', '5x+2x^2+x^3+c'],
  ['differentiation', '30*(5*x - 5)^5', '6(5x-5)^5·5'],
  ['unit conversion', '23900 mL', '23900'],
  ['unit conversion', '23900 mL', '23900毫升'],
  ['unit conversion', '15000 cm^2', '15000 cm²'],
  ['number', '2*3^2*5', '2×3×3×5'],
];

const wrong: Case[] = [
  ['arithmetic', '1/2', '0.2'],
  ['arithmetic', '1/2', '2'],
  ['linear equation', 'x = 2', 'x = -2'],
  ['quadratic equation', 'x = 2 or x = 3', 'x = 2'],
  ['quadratic equation', 'x = 2 or x = 3', '2, 3, 4'],
  ['quadratic equation', 'x = 2 or x = 3', 'x = -2 或 -3'],
  ['simultaneous equations', 'x = 4, y = 3', '(3, 4)'],
  ['inequality', 'x < -2', 'x > -2'],
  ['inequality', 'x < -2', 'x <= -2'],
  ['factorisation', '(x - 5)^2', '(x-5)(x+5)'],
  ['expansion', '4*x^2 + 10*x', '4x^2+5'],
  ['coordinate geometry', 'y = -x + 3', 'y = x + 3'],
  ['coordinate geometry', '(7/2, -1/2)', '(-1/2, 7/2)'],
  ['change of subject', 'x = y/3 + 7/3', 'x = 3x - y'],
  ['integration', 'x^3 + 2*x^2 + 5*x + C', 'x^3+C'],
  ['unit conversion', '23900 mL', '23.9 L'],
  ['number', '2*3^2*5', '2*3*5'],
  ['arithmetic', '5', '9*9*9*9*9*9'],
  ['linear equation', 'x = 2', '1/0'],
];

/** Not marked wrong: the student may type the answer again. */
const again: Case[] = [
  ['linear equation', 'x = 2', '???'],
  ['linear equation', 'x = 2', 'x = = 2'],
  ['linear equation', 'x = 2', '不知道'],
  ['linear equation', 'x = 2', '((((('],
  ['linear equation', 'x = 2', '9^9^9^9^9'],
  ['linear equation', 'x = 2', '4/2+0'],
  ['arithmetic', '13', '9+4'],
  ['arithmetic', '1/3', '0.333'],
  ['coordinate geometry', '11*sqrt(2)', '15.56'],
  ['factorisation', '(x - 2)*(x - 3)', 'x^2-5x+6'],
  ['factorisation', '2*(x + 1)*(x + 3)', '(2x+2)(x+3)'],
  ['factorisation', '(x + 3)*(x - 4)*(x + 4)', '(x+3)(x^2-16)'],
  ['expansion', 'x^2 - x - 6', '(x-3)(x+2)'],
  ['expansion', 'x^2 - x - 6', 'x^2-3x+2x-6'],
  ['simplification', 'x - 5', '(x^2-25)/(x+5)'],
  ['indices', 'x^10', 'x^5*x^5'],
  ['completing the square', '(x + 4)^2 - 11', 'x^2+8x+5'],
  ['integration', 'x^3 + C', 'x^3'],
  ['number', '2*3^2*5', '90'],
  ['inequality', 'x < -2', 'abc'],
];

describe('grade', () => {
  it.each(right)('%s, expected %s: %s is right', (kind, answer, given) => {
    expect(grade({ kind, answer }, given)).toEqual({ verdict: 'right' });
  });
  it.each(wrong)('%s, expected %s: %s is wrong', (kind, answer, given) => {
    expect(grade({ kind, answer }, given).verdict).toBe('wrong');
  });
  it.each(again)('%s, expected %s: %s may be typed again, with a remark', (kind, answer, given) => {
    const { verdict, remark } = grade({ kind, answer }, given);
    expect(verdict).toBe('again');
    expect(remark?.zh).toBeTruthy();
  });

  it('hostile input neither throws nor counts as right', () => {
    const hostile = [
      '('.repeat(400),
      '9'.repeat(500),
      '^'.repeat(500),
      'x'.repeat(500),
      '=,=,='.repeat(90),
      '\u202e',
      '±±±±±±±±',
      'or or or',
      '√'.repeat(300),
      '((x+1)^99)^99',
    ];
    const questions: [Kind, string][] = [
      ['linear equation', 'x = 2'],
      ['simultaneous equations', 'x = 4, y = 3'],
      ['inequality', 'x < 1 or x > 2'],
      ['factorisation', '(x + 1)*(x + 2)'],
      ['coordinate geometry', 'y = x'],
      ['integration', 'x + C'],
      ['unit conversion', '5 m'],
      ['function', '(1, 2)'],
    ];
    for (const [kind, answer] of questions)
      for (const given of hostile)
        expect(grade({ kind, answer }, given).verdict, `${kind}: ${given.slice(0, 9)}`).not.toBe('right');
  });
});
