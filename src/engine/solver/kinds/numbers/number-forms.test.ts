import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('conversion of a number to another form', () => {
  solves([
    ['把 17/5 化為帶分數', 'number', '3 2/5'],
    ['把 3又2/7 化成假分數', 'number', '23/7'],
    ['化簡比 0.6 : 1.5', 'number', '2:5'],
    ['Convert 25 to binary', 'number', '11001_2'],
    ['把 10110₂ 化為十進數', 'number', '22'],
    ['寫出 36 的所有因數', 'number', '1, 2, 3, 4, 6, 9, 12, 18, 36'],
    ['把 3456 四捨五入至百位', 'number', '3500'],
    ['將 2.95 四捨五入至一位小數', 'number', '3.0'],
    ['Round 0.04567 to 2 significant figures', 'number', '0.046'],
    ['20 的 3/4', 'arithmetic', '15'],
  ]);
});
