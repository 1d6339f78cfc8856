import { expect, it } from 'vitest';
import { solve } from '../solve.ts';

const answerTo = (text: string) => {
  const solved = solve(text);
  return solved.ok ? solved.answer : solved.reason.en;
};

it.each([
  ['如果 2x+5=13，x 係幾多？', 'x = 4'],
  ['50 嘅 20% 係幾多', '10'],
  ['點計 25×16', '400'],
  ['點樣將 0.75 變做分數', '3/4'],
  ['一件衫原價 $200，打八折，售價多少？', '160'],
])('%s is answered although it is spoken Cantonese or everyday wording', (text, answer) => {
  expect(answerTo(text)).toBe(answer);
});

it.each([
  ['3.5 x 2.4', '8.4'],
  ['3x4+5', '17'],
  ['Calculate 12 X 12', '144'],
  ['25 x 16 = ?', '400'],
  ['2x 3y', '6*x*y'],
  ['3x + 4 = 10', 'x = 2'],
])('in %s the letter x is a multiplication sign only if every x is between two numbers', (text, answer) => {
  expect(answerTo(text)).toBe(answer);
});

it.each(['3x2-5x+2=0', 'x2+y2=25', '因式分解 x2-5x+6'])(
  '%s is declined, because the digit after the letter may be a power',
  (text) => {
    expect(answerTo(text)).toMatch(/power/);
  },
);

it.each(['show me the steps', 'help me', 'ok so', 'no', 'me'])(
  '“%s” is declined and not read as a product of letters',
  (text) => {
    expect(solve(text).ok).toBe(false);
  },
);
