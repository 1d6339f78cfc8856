import { describe } from 'vitest';
import { fulfils, solves } from '#tests/solves.ts';

describe('linear, quadratic and higher equations', () => {
  solves([
    ['解方程 2x＋5＝13', 'linear equation', 'x = 4'],
    ['3(x-1)/2=x/3+1', 'linear equation', 'x = 15/7'],
    ['0.5x+1.2=3.7', 'linear equation', 'x = 5'],
    ['2x+1=2x+3', 'linear equation', 'no real solution'],
    ['2(x+1)=2x+2', 'linear equation', 'all real numbers'],
    ['Solve x^2-2x-1=0', 'quadratic equation', 'x = 1 - sqrt(2) or x = 1 + sqrt(2)'],
    ['x²-5x+6=0', 'quadratic equation', 'x = 2 or x = 3'],
    ['(x-1)^2=0', 'quadratic equation', 'x = 1'],
    ['Solve x^2 = -4', 'quadratic equation', 'no real solution'],
    ['用配方法解方程 x^2+4x+1=0', 'quadratic equation', 'x = -2 - sqrt(3) or x = sqrt(3) - 2'],
    ['x^3-6x^2+11x-6=0', 'polynomial equation', 'x = 1 or x = 2 or x = 3'],
    ['3:5 = x:20', 'linear equation', 'x = 12'],
    ['若 2x-1:3 = x+2:2, 求 x', 'linear equation', 'x = 8'],
    ['求 x：3:5=x:20', 'linear equation', 'x = 12'],
  ]);

  fulfils([
    ['解方程 2x＋5＝13', '2x+5=13'],
    ['3(x-1)/2=x/3+1', '3(x-1)/2=x/3+1'],
    ['0.5x+1.2=3.7', '0.5x+1.2=3.7'],
    ['Solve x^2-2x-1=0', 'x^2-2x-1=0'],
    ['x²-5x+6=0', 'x^(2)-5x+6=0'],
    ['(x-1)^2=0', '(x-1)^2=0'],
    ['用配方法解方程 x^2+4x+1=0', 'x^2+4x+1=0'],
    ['x^3-6x^2+11x-6=0', 'x^3-6x^2+11x-6=0'],
  ]);
});
