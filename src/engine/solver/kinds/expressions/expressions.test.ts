import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('expressions that are evaluated, simplified, expanded or factorised', () => {
  solves([
    ['計算 3/4 + 5/6', 'arithmetic', '19/12'],
    ['計算 -3^2', 'arithmetic', '-9'],
    ['2.5 × 4 − 1.2', 'arithmetic', '8.8'],
    ['1½ + 2⅓', 'arithmetic', '23/6'],
    ['3又4分之1 + 2/3', 'arithmetic', '47/12'],
    ['2\\frac{1}{3} \\times 3', 'arithmetic', '7'],
    ['√12+√27', 'arithmetic', '5*sqrt(3)'],
    ['1/(√3-1)', 'arithmetic', '(1 + sqrt(3))/2'],
    ['因式分解 ax+ay+bx+by', 'factorisation', '(a + b)*(x + y)'],
    ['Factorise 8x^3+27y^3', 'factorisation', '(2*x + 3*y)*(4*x^2 - 6*x*y + 9*y^2)'],
    ['展開 (2x-1)^3', 'expansion', '8*x^3 - 12*x^2 + 6*x - 1'],
    ['化簡 (x^2-1)/(x^2+2x+1)', 'simplification', '(x - 1)/(x + 1)'],
    ['Simplify (2x^3y)^2/(xy)', 'indices', '4*x^5*y'],
    ['8^(2/3)', 'indices', '4'],
    ['-3 的平方', 'arithmetic', '9'],
    ['3x 的平方', 'indices', '9*x^2'],
    ['0.\\dot{3} 化為分數', 'arithmetic', '1/3'],
    ['0.1\\dot{2}\\dot{3}', 'arithmetic', '61/495'],
    ['1 000 000 ÷ 1000', 'arithmetic', '1000'],
    ['三加五等於多少', 'arithmetic', '8'],
    ['八乘七', 'arithmetic', '56'],
    ['Factorise: x^2-9', 'factorisation', '(x - 3)*(x + 3)'],
    ['3/4÷2/3', 'arithmetic', '9/8'],
  ]);
});
