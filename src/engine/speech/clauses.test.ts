import { describe, expect, it } from 'vitest';
import { createClauses } from './clauses.ts';

const clauses = (...pieces: string[]) => {
  const cutter = createClauses();
  return [...pieces.flatMap((piece) => cutter.push(piece)), ...cutter.flush()];
};

describe('clauses', () => {
  it('end with each sentence in English and Chinese, closing quotation marks included', () => {
    expect(clauses('Hi there. Let us begin! Are you ready? 「好。」我們開始。下一題')).toEqual([
      'Hi there. ',
      'Let us begin! ',
      'Are you ready? ',
      '「好。」',
      '我們開始。',
      '下一題',
    ]);
  });

  it('the first may end at a comma, later ones only when they are long', () => {
    expect(clauses('你好同學，我們今日做方程，然後看圖。之後，再做，好。')).toEqual([
      '你好同學，',
      '我們今日做方程，然後看圖。',
      '之後，再做，好。',
    ]);
    const long = 'First we move every number to the right hand side of the equation, and then we divide.';
    expect(clauses(`Yes. ${long}`)).toEqual(['Yes. ', long.slice(0, 67), long.slice(67)]);
  });

  it.each([
    ['decimals and thousands', 'Pi is 3.14159 and a year has 8,760 hours.'],
    ['abbreviations', 'Take a prime, e.g. 7, i.e. no product of others, as Dr. Lam says.'],
    ['formulas', 'Here \\(a. b! c\\) and \\[x. \\; y\\] and $p. q! r$ and $$u. v$$ hold.'],
    ['times and links', 'Come at 10:30 to https://a.example/b.c?d!e then.'],
    ['the number of a step', '12. Move it'],
    ['initials', 'By A. B. Chan'],
  ])('never split %s', (_, text) => {
    expect(clauses(`Good. ${text}`).slice(1).join('|')).toBe(text);
  });

  it('wait for the end of a formula, but a price in dollars does not hold them up', () => {
    const cutter = createClauses();
    expect(cutter.push('We see \\(x. y')).toEqual([]);
    expect(cutter.push(' = 2\\). ')).toEqual([]);
    expect(cutter.push('Next')).toEqual(['We see \\(x. y = 2\\). ']);
    const priced = `It is $5. ${'And so on it goes. '.repeat(12)}`;
    expect(clauses(priced)[0]).toBe('It is $5. ');
    expect(createClauses().push(`${priced}end`).length).toBeGreaterThan(5);
  });

  it('text without punctuation is cut at a maximum length', () => {
    const endless = clauses('字'.repeat(400));
    expect(Math.max(...endless.map((clause) => clause.length))).toBeLessThanOrEqual(80);
    expect(Math.max(...clauses('word '.repeat(200)).map((clause) => clause.length))).toBeLessThanOrEqual(230);
    expect(clauses('😀'.repeat(500)).every((clause) => clause.isWellFormed())).toBe(true);
  });

  it('do not depend on how the answer is streamed, and joined they are the answer', () => {
    const answer =
      'Hello, dear student. **Problem:** \\(x^2 - 5x + 6 = 0\\)\n\n1. Factorise, i.e. find 2 and 3. ✔\n   \\[(x-2)(x-3)=0\\]\n2. So 答案係「二」或「三」！其實，即係 $x=2$ 或 $x=3$。It costs $5.50, or 1,000.\n```js\nlet a = 1; b.c\n```\nEnd';
    const whole = clauses(answer);
    expect(whole.join('')).toBe(answer);
    for (const size of [1, 2, 3, 5, 8, 13]) {
      const pieces = answer.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) as string[];
      expect(clauses(...pieces)).toEqual(whole);
    }
  });
});
