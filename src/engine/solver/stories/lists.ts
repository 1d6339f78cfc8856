/** Word problems: a missing number in a list, and the position of a term in a sequence. */
import * as Q from '../core/rational.ts';
import { bilingual } from '../solution.ts';
import { isCount, story } from './story.ts';

const list = '(?<l>(?:-?\\d+(?:\\.\\d+)?|x)(?:(?:,|和|及|, | and )(?:-?\\d+(?:\\.\\d+)?|x))+)';

/** The missing number x in a list such as 2, 5, x, 9 with a known mean. */
const missingDatum = story(
  [
    `(?:若|已知|如果)?(?:一組)?(?:(?<q>[三四五六七八]|\\d)個數|數據)?${list}的(?:算術)?平均(?:數|值)?(?:是|為|等於)#m[,.]求x(?:的值)?`,
    `(?:if |given that )?the mean of ${list} is #m[.,] ?find (?:the value of )?x`,
  ],
  ({ l = '', m, q }) => {
    const data = l.split(/,|和|及| and /).map((one) => one.trim());
    const statedCount =
      q === undefined
        ? data.length
        : '零一二三四五六七八'.includes(q)
          ? '零一二三四五六七八'.indexOf(q)
          : Number(q);
    if (statedCount !== data.length || data.filter((one) => one === 'x').length !== 1) return undefined;
    return {
      text: bilingual('總和 ÷ 數目 = 平均數。', 'Sum ÷ number of data = mean.'),
      mathematics: `(${data.map((one) => (one.startsWith('-') ? `(${one})` : one)).join(' + ')})/${data.length} = ${m}`,
    };
  },
);

const number = (written = '') => {
  const size = Q.fromDecimal(written.replace('-', '')) as Q.Q;
  return written.startsWith('-') ? Q.neg(size) : size;
};
const firstThreeTerms = '(?<a>-?\\d+),? ?(?<b>-?\\d+),? ?(?<c>-?\\d+),? ?\\.{2,}';

/** Which term of an arithmetic sequence a number is, or how many terms there are up to it. */
const termNumber = story(
  [
    `(?:在)?等差數列${firstThreeTerms}(?:中)?[,.]?(?:的)?第幾項(?:是|為|等於)(?<t>-?\\d+)`,
    `(?:求)?等差數列${firstThreeTerms},?(?<t>-?\\d+)(?:共)?(?:有(?:多少|幾)項|的項數)`,
    `which term of the arithmetic sequence ${firstThreeTerms} is (?<t>-?\\d+)`,
    `(?:find the number of terms|how many terms are there) in the arithmetic sequence ${firstThreeTerms},? ?(?<t>-?\\d+)`,
  ],
  ({ a, b, c, t }) => {
    const step = Q.sub(number(b), number(a));
    if (Q.isZero(step) || !Q.eq(step, Q.sub(number(c), number(b)))) return undefined;
    return {
      text: bilingual(
        '通項 a + (n − 1)d，設所求的項數為 x。',
        'General term a + (n − 1)d, with x for the number of the term.',
      ),
      mathematics: `${a} + (x - 1)*(${Q.toNumber(step)}) = ${t}`,
      fits: ([n]) => n !== undefined && isCount(n) && n.n > 0n,
      answer: ([n]) => `${n?.n}`,
    };
  },
);

export const lists = [missingDatum, termNumber];
