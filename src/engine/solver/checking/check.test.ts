import { describe, expect, it } from 'vitest';
import { rel } from '../core/statement.ts';
import { parseExpr } from '../reading/parse.ts';
import { bilingual } from '../solution.ts';
import { createStepRecorder, FalseStepError } from '../working.ts';
import { check } from './check.ts';
import type { Claim } from './claim.ts';

const claim = (relation: Claim['relation'], from: string, to: string, more: Partial<Claim> = {}): Claim => ({
  relation,
  from,
  to,
  over: ['x'],
  ...more,
});

describe('check: a claim is verified numerically', () => {
  it.each([
    [claim('equal', '(x + 1)^2', 'x^2 + 2*x + 1'), 'yes'],
    [claim('equal', '(x + 1)^2', 'x^2 + 1'), 'no'],
    [claim('ordered', '4, 9, 1', '1, 4, 9'), 'yes'],
    [claim('ordered', '4, 9, 1', '1, 9, 4'), 'no'],
    [claim('ordered', '4, 4, 1', '1, 1, 4'), 'no'],
    [claim('commonest', '1, 2, 2, 3, 3', '2, 3'), 'yes'],
    [claim('commonest', '1, 2, 2, 3, 3', '2'), 'no'],
    [claim('commonest', '1, 2, 2', '1, 2'), 'no'],
    [claim('commonest', '1, 2, 3', 'none'), 'yes'],
    [claim('commonest', '1, 2, 2', 'none'), 'no'],
    [claim('equal', 'sqrt(12)', '2*sqrt(3)'), 'yes'],
    [claim('equal', 'sqrt(12)', '3.4641'), 'no'],
    [claim('equal', 'log(8, 2)', '3'), 'yes'],
    [claim('equal', 'sqrt(x^2)', 'x'), 'no'],
    [claim('equal', '1/0', '1/0'), 'unknown'],
    [claim('iff', 'x^2 - 5*x + 6 = 0', 'x = 2 or x = 3'), 'yes'],
    [claim('iff', 'x^2 - 5*x + 6 = 0', 'x = 2'), 'no'],
    [claim('iff', 'x^2 - 5*x + 6 = 0', 'x = 2 or x = 3 or x = 4'), 'no'],
    [claim('iff', '(x - 1)^2 = 0', 'x = 1'), 'yes'],
    [claim('iff', '(x^2 - 1)/(x - 1) = 2', 'x = 1'), 'no'],
    [claim('iff', 'x^2 + 1 = 0', 'no real solution'), 'yes'],
    [claim('iff', 'x^2 - 1 = 0', 'no real solution'), 'no'],
    [claim('iff', 'x*2^x = 0', 'no real solution'), 'no'],
    [claim('iff', 'x^2*2^x = 0', 'no real solution'), 'no'],
    [claim('iff', 'cos(x) = 1', 'no real solution', { given: '0° < x < 360°' }), 'yes'],
    [claim('iff', 'cos(x) = 1', 'no real solution', { given: '0° < x <= 360°' }), 'no'],
    [claim('definite', 'sqrt(x)', '16/3', { bounds: ['0', '4'] }), 'yes'],
    [claim('definite', 'sqrt(x)', '5.3334', { bounds: ['0', '4'] }), 'no'],
    [claim('iff', 'sqrt(x + 2) = x', 'x + 2 = x^2'), 'no'],
    [claim('implies', 'sqrt(x + 2) = x', 'x + 2 = x^2'), 'yes'],
    [claim('implies', 'x + 2 = x^2', 'sqrt(x + 2) = x'), 'no'],
    [claim('iff', 'x^2 >= 4', 'x <= -2 or x >= 2'), 'yes'],
    [claim('iff', 'x^2 >= 4', 'x < -2 or x >= 2'), 'no'],
    [claim('iff', 'x^2 > 4', 'x > 2'), 'no'],
    [claim('iff', '-2*x < 4', 'x < -2'), 'no'],
    [claim('iff', '2^x = 8', 'x = 3'), 'yes'],
    [claim('iff', '4^x = 8^(x - 1)', 'x = 3'), 'yes'],
    [claim('iff', '2*log(x, 10) = log(x + 6, 10)', 'x = -2 or x = 3'), 'no'],
    [claim('iff', 'sin(x) = 1/2', 'x = 30° or x = 150°', { given: '0 <= x <= 360°' }), 'yes'],
    [claim('iff', 'sin(x) = 1/2', 'x = 30°', { given: '0 <= x <= 360°' }), 'no'],
    [claim('iff', 'x + y = 3, x - y = 1', 'x = 2, y = 1'), 'yes'],
    [claim('iff', 'x + y = 3, x - y = 1', 'x = 1, y = 2'), 'no'],
    [claim('iff', 'x + y = 3, x - y = 1', 'x = 2'), 'no'],
    [claim('iff', 'y = x + 1, x^2 + y^2 = 5', 'y = x + 1, x^2 + (x + 1)^2 = 5'), 'yes'],
    [claim('iff', 'y = x + 1, x^2 + y^2 = 5', 'y = x + 1, x^2 + (x - 1)^2 = 5'), 'no'],
    [claim('derivative', 'x^3', '3*x^2'), 'yes'],
    [claim('derivative', 'x^3', '2*x^2'), 'no'],
    [claim('integral', '1/x', 'ln(abs(x))'), 'yes'],
    [claim('integral', 'sin(2*x)', 'cos(2*x)/2'), 'no'],
    [claim('definite', 'x^2', '1/3', { bounds: ['0', '1'] }), 'yes'],
    [claim('definite', 'x^2', '1/2', { bounds: ['0', '1'] }), 'no'],
    // The integral diverges, although the areas on both sides of 0 cancel.
    [claim('definite', '1/x', '0', { bounds: ['-1', '1'] }), 'unknown'],
    [claim('approx', 'sqrt(2)', '1.414'), 'yes'],
    [claim('approx', 'sqrt(2)', '1.415'), 'no'],
  ] as [Claim, string][])('%j', (one, verdict) => {
    expect(check(one)).toBe(verdict);
  });
});

describe('a recorded step', () => {
  const text = bilingual('一步。', 'A step.');
  it('a false step throws Falsified', () => {
    expect(() => createStepRecorder().equal(text, parseExpr('(x+1)^2'), parseExpr('x^2+1'))).toThrow(
      FalseStepError,
    );
    const lostSolution = () =>
      createStepRecorder().iff(
        text,
        rel(parseExpr('x^2'), '=', parseExpr('4')),
        rel(parseExpr('x'), '=', parseExpr('2')),
      );
    expect(lostSolution).toThrow(FalseStepError);
  });

  it('a step whose claim cannot be decided is not marked as checked', () => {
    const paper = createStepRecorder();
    paper.equal(text, parseExpr('1/0'), parseExpr('1/0'));
    expect(paper.last()?.checked).toBe(false);
  });
});
