import { describe, expect, it } from 'vitest';
import { check } from '../checking/check.ts';
import { parseExpr } from './parse.ts';

describe('parseExpr parses the plain text of an expression', () => {
  it.each([
    '2*x^2 - 3*x + 1',
    '(x - 2)*(x - 3)',
    '-(x + 1)/(2*x)',
    'sqrt(x + 1)/3',
    '2^(3*x - 1)',
    'log(x, 2) - ln(3)',
    '1 - (2 - 3)',
    'a/(b/c)',
    '(-2)^2',
    '-2^2',
    '2*(-3)',
    'x^(1/2)',
  ])('%s', (text) => {
    expect(check({ relation: 'equal', from: text, to: text, over: [] })).not.toBe('no');
    expect(() => parseExpr(text)).not.toThrow();
  });
});
