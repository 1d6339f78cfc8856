import { describe, expect, it } from 'vitest';
import { formulaWords } from './formula-words.ts';
import { speakable } from './speakable.ts';

describe('formulas in words', () => {
  it.each([
    ['x^2+5x+6=0', 'x squared plus 5x plus 6 equals 0', 'x 的平方 加 5x 加 6 等於 0'],
    ['\\frac{1}{2}', '1 over 2', '2 分之 1'],
    ['\\sqrt{x+1}\\le 3', 'the square root of x plus 1 is at most 3', '開方 x 加 1 小於或等於 3'],
    ['\\sqrt[3]{8} \\ne -2', 'the cube root of 8 is not equal to minus 2', '3 次方根 8 不等於 負 2'],
    ['2^{10}', '2 to the power 10', '2 的 10 次方'],
    ['(x+2)(x-3)', 'x plus 2, times, x minus 3', 'x 加 2，乘，x 減 3'],
    ['f(x)=3(a+b)', 'f of x equals 3 times, A plus b', 'f x 等於 3 乘，a 加 b'],
    ['\\sin 30^\\circ=0.5', 'sine 30 degrees equals 0.5', 'sine 30度 等於 0.5'],
    ['\\sum_{k=1}^{n} k', 'the sum from k equals 1 to n of k', '由 k 等於 1 到 n 的總和 k'],
    ['\\int_0^1 x\\,dx', 'the integral from 0 to 1 of x d x', '由 0 到 1 的積分 x d x'],
    ['\\lim_{x\\to 0} x', 'the limit as x goes to 0 of x', '當 x 趨向 0 時的極限 x'],
    ['|x|<2', 'the absolute value of x is less than 2', 'x 的絕對值 小於 2'],
    ['20\\%', '20 percent', '百分之 20'],
    ['-x-(-2)\\pi-1', 'minus x minus, minus 2, pi minus 1', '負 x 減，負 2，圓周率 減 1'],
    ['\\begin{aligned}x&=1\\\\y&=2\\end{aligned}', 'x equals 1, y equals 2', 'x 等於 1，y 等於 2'],
  ])('%s', (latex, en, zh) => {
    expect(speakable(`\\(${latex}\\)`, 'en')).toBe(en);
    expect(speakable(`$$${latex}$$`, 'cmn')).toBe(zh);
  });

  it('that cannot be spoken or are too long are only mentioned', () => {
    for (const latex of ['\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', '\\unknown{x}', 'a+b+'.repeat(40)]) {
      expect(speakable(`See \\(${latex}\\).`, 'en')).toBe('See the formula on the screen.');
      expect(speakable(`睇\\(${latex}\\)。`, 'yue')).toBe('睇 畫面上嘅算式。');
    }
  });

  it('malformed LaTeX always terminates with a string', () => {
    const hostile = [
      '\\frac',
      '\\frac{',
      '{'.repeat(3000),
      'x^',
      '\\',
      '}x',
      '\\sqrt[',
      '^^^^',
      '|||',
      '\\text{',
      '_^_^',
    ];
    for (const latex of hostile) expect(typeof formulaWords(latex, 'en').words).toBe('string');
    expect(formulaWords('x}+1', 'en').words).toBe('x plus 1');
  });
});

describe('a spoken answer', () => {
  it('contains no Markdown signs', () => {
    expect(
      speakable('## Title\n\n**Answer:** *three*, see [here](https://a.hk) and `x`.\n\n- one\n- two', 'en'),
    ).toBe('Title\nAnswer: three, see here and x.\none\ntwo');
    expect(speakable('1. 移項 ✔\n2. 求解 😀', 'yue')).toBe('第 1 步， 移項\n第 2 步， 求解');
    expect(speakable('> 引文 <b>粗</b>', 'cmn')).toBe('引文 粗');
  });

  it('mentions code, tables, pictures and links instead of reading them', () => {
    expect(speakable('Look:\n```js\nlet a;\n```\nthen', 'en')).toBe('Look:\nthe code on the screen.\nthen');
    expect(speakable('| a | b |\n|---|---|\n| 1 | 2 |\n', 'cmn')).toBe('畫面上的表。');
    expect(speakable('![](x.png) at https://a.example/b.', 'en')).toBe(
      'the picture on the screen at the link on the screen',
    );
  });

  it('puts arithmetic and prices outside formulas into words', () => {
    expect(speakable('So x^2 = 9, 3 × 4 ≤ 12 and 2x + 1 = 5.', 'en')).toBe(
      'So x squared equals 9, 3 times 4 is at most 12 and 2x plus 1 equals 5.',
    );
    expect(speakable('每個 $5，打 8% 折，√16 = 4', 'cmn')).toBe('每個 5 元，打 百分之 8 折，開方 16 等於 4');
    expect(speakable('A well-known T-shirt - nice', 'en')).toBe('A well-known T-shirt - nice');
  });

  it('is empty when the text has no letters or digits', () => {
    for (const nothing of ['', '\n\n', '---', '✔', '**']) expect(speakable(nothing, 'en')).toBe('');
  });
});
