import { describe, expect, it } from 'vitest';
import { functionsIn, plot } from './plot.ts';

const pointsOf = (expression: string) => plot([expression])?.points.map(({ label }) => label);

describe('plot', () => {
  it.each([
    ['畫 y=x^2-2x-1', ['x^2 - 2*x - 1']],
    ['畫出 y＝x²－2x－1 的圖像', ['x^2 - 2*x - 1']],
    ['plot y = sin x and y = cos x', ['sin(x)', 'cos(x)']],
    ['Draw the graph of f(x) = 2x + 1', ['2*x + 1']],
    ['畫 x^3-x', ['x^3 - x']],
    ['畫 x^2+y^2=9', []],
    ['畫一隻貓', []],
    ['解方程 2x+5=13', []],
  ])('functionsIn finds in %s the functions to draw', (text, expected) => {
    expect(functionsIn(text)).toEqual(expected);
  });

  it('samples are the values of the function in order of x; zeros and turning points are marked', () => {
    const drawn = plot(['x^2-2x-1']);
    expect(drawn?.curves[0]?.samples.length).toBeLessThanOrEqual(800);
    for (const [x, y] of drawn?.curves[0]?.samples ?? []) expect(y).toBeCloseTo(x * x - 2 * x - 1, 6);
    const places = drawn?.curves[0]?.samples.map(([x]) => x) ?? [];
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(drawn?.points.map(({ x, y }) => [Number(x.toFixed(6)), y])).toEqual(
      expect.arrayContaining([
        [Number((1 - Math.SQRT2).toFixed(6)), 0],
        [1, -2],
        [0, -1],
      ]),
    );
    expect(drawn?.xRange[0]).toBeLessThan(1 - Math.SQRT2);
    expect(drawn?.xRange[1]).toBeGreaterThan(1 + Math.SQRT2);
    expect(drawn?.yRange[0]).toBeLessThan(-2);
  });

  it('zeros, turning points and y-intercepts are labelled', () => {
    expect(pointsOf('y = 2x - 6')).toEqual(['(3, 0)', '(0, -6)']);
    expect(pointsOf('(x-1)^2')).toContain('(1, 0)');
    expect(pointsOf('x^2+1')).toEqual(['(0, 1)']);
  });

  it('samples are null at a pole and where the function has no value', () => {
    const samples = plot(['1/x'])?.curves[0]?.samples ?? [];
    expect(samples.find(([x]) => x === 0)?.[1]).toBeNull();
    const root = plot(['sqrt(x)'])?.curves[0]?.samples ?? [];
    expect(root.filter(([x]) => x < 0).every(([, y]) => y === null)).toBe(true);
    const steep = plot(['10^(x^2)'], [-20, 20])?.curves[0]?.samples ?? [];
    expect(steep.every(([, y]) => y === null || Math.abs(y) <= 1e6)).toBe(true);
    const tangent = plot(['tan x']);
    expect(tangent?.yRange[1]).toBeLessThan(100);
  });

  it('an expression that is not a function of x, or an invalid range, gives no plot', () => {
    for (const text of ['x^2+k', 'x = ', '???', 'x^2 = 4', 'sqrt(-1-x^2)', '('.repeat(300)])
      expect(plot([text]), text).toBeUndefined();
    expect(plot(['x'], [1, 1])).toBeUndefined();
    expect(plot(['x'], [0, 1e9])).toBeUndefined();
    expect(plot(['x'], [0, Number.NaN])).toBeUndefined();
    expect(plot(['x', 'x^2'], [-1, 1])?.curves).toHaveLength(2);
  });
});
