import { describe } from 'vitest';
import { solves } from '#tests/solves.ts';

describe('sequences and series', () => {
  solves([
    ['等比數列 8, 4, 2, … 的無限項和', 'sequence', '16'],
    ['求等差數列 3, 7, 11, … 的第10項', 'sequence', '39'],
    ['Find the sum to infinity of the geometric series 8, 4, 2, ...', 'sequence', '16'],
    ['2+4+8+...+1024', 'sequence', '2046'],
    ['無窮等比級數 1 + 1/2 + 1/4 + ... 之和', 'sequence', '2'],
    ['\\sum_{k=1}^{5} (2k-1)', 'sequence', '25'],
    ['第 n 項為 3n-1，求首 10 項之和', 'sequence', '155'],
    ['等差數列第 3 項是 7，第 7 項是 15，求首項和公差', 'sequence', 'a = 3, d = 2'],
  ]);
});
