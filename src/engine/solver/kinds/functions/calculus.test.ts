import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('derivatives, tangents and extremes', () => {
  solves([
    ['求 y = x^3−6x^2+9x 的極值', 'differentiation', 'maximum = 4, minimum = 0'],
    ['Find the local minimum of y = x^3 - 3x', 'differentiation', '-2'],
    ['求曲線 y = 2x^3+3x^2−12x+1 的極大點', 'differentiation', '(-2, 21)'],
    ['Differentiate (2x+1)^5 with respect to x', 'differentiation', '10*(2*x + 1)^4'],
    ['求曲線 y=x^2-3x 在 x=2 的切線方程', 'differentiation', 'y = x - 4'],
    ['Find the local maximum and minimum of y = x^3 - 3x', 'differentiation', 'maximum = 2, minimum = -2'],
    ['differentiate x^2 twice', 'differentiation', '2'],
    ['d²/dx² of x^4', 'differentiation', '12*x^2'],
    ['\\frac{d^2}{dx^2}(x^4)', 'differentiation', '12*x^2'],
    ['求曲線 y=x³ 在點 (1,1) 的切線方程', 'differentiation', 'y = 3*x - 2'],
    ['Find the equation of the normal to y=x² at (2,4)', 'differentiation', 'y = -x/4 + 9/2'],
    ['d/dx (x/(x+1))', 'differentiation', '1/(x + 1)^2'],
  ]);
});
