/** HCF, LCM, prime factors, square roots, scientific notation and percentages. */

import { type Expr, hasDecimal, negate, num, over, power, sqrt, sum, times } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { asDecimals } from '../../core/present.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { type BilingualText, bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type Work } from '../../working.ts';

function wholeNumbers(text: string): bigint[] {
  return [...text.matchAll(/\d+/g)].map(([found]) => {
    if (found.length > 18) throw new CannotSolveError('數字太大。', 'The number is too large.');
    return BigInt(found);
  });
}

const primeProduct = (value: bigint): Expr => {
  const factors = Q.primeFactors(value);
  return factors.length === 0
    ? num(value)
    : times(...factors.map(([p, count]) => (count === 1 ? num(p) : power(num(p), count))));
};

function commonFactors(reading: Reading, highest: boolean): Work | undefined {
  const numbers = wholeNumbers(reading.text);
  if (numbers.length < 2 || numbers.some((n) => n === 0n)) return undefined;
  // A letter in the list stands for another number, so the result would be incomplete.
  if (/(?<![a-z])[abkmnpqrstxyz](?![a-z.])/.test(reading.lower.replace(/\ba\b/g, ' '))) return undefined;
  const paper = createStepRecorder();
  for (const n of numbers)
    paper.equal(bilingual(`${n} 的質因數分解。`, `${n} as a product of primes.`), num(n), primeProduct(n));
  const value = numbers.reduce((a, b) => (highest ? Q.gcdInt(a, b) : (a / Q.gcdInt(a, b)) * b));
  paper.named(
    highest
      ? bilingual('取共有質因數的最低次冪相乘。', 'Multiply the common primes to their lowest powers.')
      : bilingual('取所有質因數的最高次冪相乘。', 'Multiply all primes to their highest powers.'),
    highest ? '\\text{HCF}' : '\\text{LCM}',
    primeProduct(value),
    num(value),
  );
  return finish(paper, { kind: 'number', problemLatex: numbers.join(',\\ '), ...exprAnswer(num(value)) });
}

function primeFactorisation(reading: Reading): Work | undefined {
  const [value] = wholeNumbers(reading.text);
  if (!value || value < 2n) return undefined;
  const paper = createStepRecorder();
  const answer = primeProduct(value);
  paper.equal(
    bilingual('由最小的質數開始，逐一試除。', 'Divide by primes, the smallest first.'),
    num(value),
    answer,
  );
  return finish(paper, {
    kind: 'number',
    problemLatex: `${value}`,
    ...exprAnswer(answer),
  });
}

const quantity = '(\\$?\\s*\\d+(?:\\.\\d+)?(?:\\s*/\\s*\\d+)?)';
const percent = '(\\d+(?:\\.\\d+)?(?:\\s*/\\s*\\d+)?)\\s*%';

function percentage(reading: Reading): Work | undefined {
  const text = reading.text;
  // Each form below takes at most two numbers; a third number or a second step is a different question.
  if (
    [...text.matchAll(/\d+(?:\.\d+)?(?:\s*\/\s*\d+)?/g)].length > 2 ||
    /再|然後|之後|\bthen\b|plus|minus|(?<!增)加|又|相等|多少個/.test(reading.lower) ||
    /(?<![a-zA-Z])[a-zA-Z]\s*的\s*\d|[+*÷^√]|\d\s*-\s*\d/.test(text)
  )
    return undefined;
  const read = (written: string | undefined): Expr => parseExpr((written ?? '').replace('$', ''));
  const answerWith = (put: Expr, explanation: BilingualText, asPercent = false): Work => {
    const paper = createStepRecorder();
    const value = simplify(put);
    const exact = rationalValue(value);
    const shown =
      hasDecimal(put) || (exact && exact.d !== 1n && Q.toDecimal(exact, 6)) ? asDecimals(value) : value;
    paper.equal(explanation, put, shown);
    return finish(paper, {
      kind: 'arithmetic',
      problemLatex: toLatex(put),
      answer: asPercent ? `${toText(shown)}%` : toText(shown),
      answerLatex: asPercent ? `${toLatex(shown)}\\%` : toLatex(shown),
    });
  };
  const hundredth = (p: Expr) => over(p, num(100));
  let found = new RegExp(`${percent}\\s*(?:of|之)\\s*${quantity}`, 'i').exec(text);
  if (found)
    return answerWith(
      times(read(found[2]), hundredth(read(found[1]))),
      bilingual('百分數乘以總數。', 'Multiply by the percentage.'),
    );
  found = new RegExp(`${quantity}\\s*(?:元)?\\s*的\\s*${percent}`).exec(text);
  if (found)
    return answerWith(
      times(read(found[1]), hundredth(read(found[2]))),
      bilingual('百分數乘以總數。', 'Multiply by the percentage.'),
    );
  found = new RegExp(`${percent}\\s*的\\s*${quantity}`).exec(text);
  if (found)
    return answerWith(
      times(read(found[2]), hundredth(read(found[1]))),
      bilingual('百分數乘以總數。', 'Multiply by the percentage.'),
    );
  found = new RegExp(`(increase|decrease|reduce)\\s*${quantity}\\s*by\\s*${percent}`, 'i').exec(text);
  const chinese = found
    ? undefined
    : new RegExp(`${quantity}\\s*(?:元)?\\s*(增加|上升|增長|減少|下降|降低)\\s*(?:了)?\\s*${percent}`).exec(
        text,
      );
  const passive =
    found || chinese
      ? undefined
      : new RegExp(`${quantity}\\s*(?:is\\s*)?(increased|decreased|reduced)\\s*by\\s*${percent}`, 'i').exec(
          text,
        );
  const [how, whole, rate] = found
    ? [found[1], found[2], found[3]]
    : chinese
      ? [chinese[2], chinese[1], chinese[3]]
      : passive
        ? [passive[2], passive[1], passive[3]]
        : [];
  if (how && whole && rate) {
    const up = /increase|增|上升/.test(how.toLowerCase());
    const part = hundredth(read(rate));
    return answerWith(
      times(read(whole), sum(num(1), up ? part : { k: 'neg', a: part })),
      up
        ? bilingual('乘以 1 + 增加的百分率。', 'Multiply by 1 plus the rate.')
        : bilingual('乘以 1 - 減少的百分率。', 'Multiply by 1 minus the rate.'),
    );
  }
  found = new RegExp(
    `(?:what\\s+)?percent(?:age)?\\s+of\\s+${quantity}\\s+is\\s+${quantity}|${quantity}\\s*(?:是|佔|為)\\s*${quantity}\\s*的\\s*(?:百分之幾|多少百分|百分之多少|幾個?百分)`,
    'i',
  ).exec(text);
  if (found) {
    const [part, of] = found[2] ? [found[2], found[1]] : [found[3], found[4]];
    return answerWith(
      times(over(read(part), read(of)), num(100)),
      bilingual('部分 ÷ 總數 × 100%。', 'Part ÷ whole × 100%.'),
      true,
    );
  }
  found = new RegExp(
    `(?:express|write|convert|change|把|將)?\\s*${quantity.replace('\\$?', '')}\\s*(?:as|to|into|化為|化成|寫成|轉為|表示為)\\s*(?:an?\\s*)?(?:percentage|percent|百分數|百分率)`,
    'i',
  ).exec(text);
  if (found)
    return answerWith(times(read(found[1]), num(100)), bilingual('乘以 100%。', 'Multiply by 100%.'), true);
  found = new RegExp(
    `(?:express|write|convert|change|把|將)?\\s*(?:${percent}|(\\d+\\.\\d+))\\s*(?:as|to|into|化為|化成|寫成|轉為|表示為)\\s*(?:an?\\s*)?(?:(?:simplest )?(?:common )?fraction|最簡?分數|分數)`,
    'i',
  ).exec(text);
  if (found) {
    const paper = createStepRecorder();
    const put = found[1] ? hundredth(read(found[1])) : read(found[2]);
    paper.equal(
      bilingual('寫成分數並約簡。', 'Write it as a fraction in lowest terms.'),
      put,
      num(rationalValue(put) as Q.Q),
    );
    return finish(paper, {
      kind: 'arithmetic',
      problemLatex: toLatex(put),
      ...exprAnswer(num(rationalValue(put) as Q.Q)),
    });
  }
  found =
    /(?:express|write|convert|change|把|將)?\s*(?:(\d+(?:\.\d+)?)\s*%|\(*(\d+)\)*\s*\/\s*\(*(\d+)\)*)\s*(?:as|to|into|化為|化成|寫成|轉為|表示為)\s*(?:an?\s*)?(?:decimal|小數)/i.exec(
      text,
    );
  if (found) {
    const put = found[1]
      ? hundredth(read(found[1]))
      : over(num(BigInt(found[2] as string)), num(BigInt(found[3] as string)));
    const value = rationalValue(put) as Q.Q;
    if (!Q.toDecimal(value))
      throw new CannotSolveError('這個分數化不成有限小數。', 'This fraction is not a terminating decimal.');
    const paper = createStepRecorder();
    paper.equal(
      bilingual('分子除以分母。', 'Divide the numerator by the denominator.'),
      put,
      num(value, true),
    );
    return finish(paper, { kind: 'arithmetic', problemLatex: toLatex(put), ...exprAnswer(num(value, true)) });
  }
  return undefined;
}

/** 64 的平方根: a positive number has two square roots. */
function squareRoots(reading: Reading): Work | undefined {
  const found =
    /^(?:求|計算|試求)?\s*(\d+(?:\.\d+)?|\(?\d+\/\d+\)?)\s*的\s*(正|算術)?平方根(?:是多少)?[?.。]*$/.exec(
      reading.text,
    );
  if (!found?.[1]) return undefined;
  const value = parseExpr(found[1]);
  const root = simplify(sqrt(value));
  const paper = createStepRecorder();
  paper.equal(bilingual('平方後得出原數。', 'Squared it gives the number.'), power(root, 2), value);
  const base = {
    kind: 'arithmetic' as const,
    problemLatex: toLatex(sqrt(value)),
  };
  if (found[2] || toText(root) === '0') return finish(paper, { ...base, ...exprAnswer(root) });
  paper.equal(bilingual('負的根亦然。', 'So does the negative root.'), power(negate(root), 2), value);
  return finish(paper, {
    ...base,
    answer: `${toText(root)} or ${toText(negate(root))}`,
    answerLatex: `\\pm ${toLatex(root)}`,
  });
}

const scientific =
  /^(?:[請試把將以用]|請把|請將)?\s*(?:科學記[數號]法\s*(?:表示|寫出))?\s*(-?\d+(?:\.\d+)?)\s*(?:寫成|化為|化成|表示為|表示成|以|用)?\s*(?:科學記[數號]法)?\s*(?:的形式)?\s*(?:表示|寫出)?[.。]?$|^(?:please )?(?:write|express) (-?\d+(?:\.\d+)?) in (?:scientific notation|standard form)[.]?$/;

/** 0.00452 as 4.52 × 10^(-3). */
function scientificNotation({ lower }: Reading): Work | undefined {
  if (!/科學記[數號]法|scientific notation|standard form/.test(lower)) return undefined;
  const found = scientific.exec(lower.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '').trim());
  const written = found?.[1] ?? found?.[2];
  const size = written === undefined ? undefined : Q.fromDecimal(written.replace('-', ''));
  if (!written || !size || Q.isZero(size)) return undefined;
  let exponent = 0;
  let front = size;
  const [one, ten] = [Q.one, Q.q(10)];
  for (; Q.compare(front, ten) >= 0; exponent += 1) front = Q.div(front, ten);
  for (; Q.compare(front, one) < 0; exponent -= 1) front = Q.mul(front, ten);
  const signed = (x: Expr) => (written.startsWith('-') ? negate(x) : x);
  const answer = signed(times(num(front, front.d !== 1n), power(num(10), exponent)));
  const paper = createStepRecorder();
  const places = Math.abs(exponent);
  paper.equal(
    bilingual(
      `小數點向${exponent < 0 ? '右' : '左'}移 ${places} 位，使首個數在 1 和 10 之間。`,
      `Move the point ${places} places to the ${exponent < 0 ? 'right' : 'left'}: the number before the power is then between 1 and 10.`,
    ),
    signed(num(size, size.d !== 1n)),
    answer,
  );
  return finish(paper, { kind: 'number', problemLatex: written, ...exprAnswer(answer) });
}

export function numbers(reading: Reading): Work | undefined {
  const found = squareRoots(reading) ?? scientificNotation(reading);
  if (found) return found;
  const { lower } = reading;
  if (
    /公因數|公約數|公倍數|h\.?c\.?f|l\.?c\.?m|common/.test(lower) &&
    /minus|plus|times|的平方|之和|之差|之積|[加減乘除÷]|divided/.test(lower)
  )
    return undefined;
  if (
    /最大公因數|最大公約數|h\.?c\.?f|highest common factor|g\.?c\.?d|greatest common (?:divisor|factor)/.test(
      lower,
    ) &&
    !/[a-z]\^/.test(lower)
  )
    return commonFactors(reading, true);
  if (
    /最小公倍數|l\.?c\.?m|lowest common multiple|least common multiple/.test(lower) &&
    !/[a-z]\^/.test(lower)
  )
    return commonFactors(reading, false);
  if (/質因數|prime factor|product of (?:its )?prime/.test(lower)) {
    if (!/分解|連乘|[乘之]積|表示|寫|product|express|write|factori[sz]ation/.test(lower)) return undefined;
    if (/多少|幾個|最大|最小|之和|總和|how many|number of|largest|greatest|smallest|sum/.test(lower))
      return undefined;
    return primeFactorisation(reading);
  }
  return percentage(reading);
}
