import { expect, it } from 'vitest';
import { speakable } from './plain-text.ts';

it('an answer is read aloud without Markdown syntax', () => {
  expect(speakable('## 標題\n\n**答案：**三，見[這裏](https://a.hk)。\n\n- 甲\n- 乙', 'zh-Hant')).toBe(
    '標題\n\n答案：三，見這裏。\n\n• 甲\n• 乙',
  );
  expect(speakable('3. a\n4. b\n\n`x|y` and\n\n```js\nlet a;\n```', 'en')).toBe(
    '3. a\n4. b\n\nx|y and\n\nlet a;',
  );
  expect(speakable('| 甲 | 乙 |\n|---|---|\n| 1 | 2 |', 'zh-Hant')).toBe('甲，乙\n1，2');
});

it('prices stay as they are, and formulas are spoken in words', () => {
  expect(speakable('每個 $5，\\(x^2 - 2x - 1 = 0\\)', 'zh-Hant')).toBe('每個 $5，x 的平方 減 2x 減 1 等於 0');
  expect(speakable('\\(x = \\frac{1}{2}\\)', 'zh-Hant')).toBe('x 等於 2 分之 1');
  expect(speakable('\\(x = \\frac{1}{2}\\)', 'en')).toBe('x equals 1 over 2');
  expect(speakable('$x = 1 \\pm \\sqrt{2}$', 'en')).toBe('x equals 1 plus or minus the square root of 2');
  expect(speakable('\\(90^\\circ \\le x^{10} \\text{ 米}\\)', 'zh-Hant')).toBe(
    '90度 小於或等於 x 的 10 次方 米',
  );
});

it('malformed formulas do not hang or throw', () => {
  for (const latex of ['\\frac', '\\frac{', '{'.repeat(1500), 'x^', '\\', '}', '\\sqrt[', '^^^^', '\\text'])
    expect(typeof speakable(`\\(${latex}\\)`, 'en')).toBe('string');
});
