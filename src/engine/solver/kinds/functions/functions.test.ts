import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('functions and their graphs', () => {
  solves([
    ['f(x)=x^2-3x+2, find f(4)', 'function', '6'],
    ['Find the vertex of y=x^2-4x+7', 'function', '(2, 3)'],
    ['Find the inverse function of f(x) = (x+1)/(x-2)', 'function', '(2*x + 1)/(x - 1)'],
    ['Find the domain of f(x)=sqrt(x-3)', 'function', 'x >= 3'],
    ['求 y=2x-6 的 x 截距和 y 截距', 'function', 'x-intercept: x = 3; y-intercept: y = -6'],
    ['find the x-intercept and y-intercept of 2x+3y=6', 'function', 'x-intercept: x = 3; y-intercept: y = 2'],
    ['f(x)=x²，求 2f(3)', 'function', '18'],
    ['若 f(a)=2a+1，求 f (3)', 'function', '7'],
    ['f(x)=x²，求 f(3)f(2)', 'function', '36'],
    ['f(x)=x²，求 f(2)-3', 'function', '1'],
    ['求 y=x²-9 的圖像與 x 軸的交點', 'function', '(-3, 0) or (3, 0)'],
    ['求 y=2x-4 與 y 軸的交點', 'function', '(0, -4)'],
  ]);
});
