/** Arithmetic and geometric sequences, and series. */
import { ifReadable } from '../../attempt.ts';
import {
  type Expr,
  isNum,
  negate,
  num,
  over,
  power,
  substitute,
  sum,
  sym,
  symbolsOf,
  times,
} from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toLatex } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { simplifyLightly } from '../../core/simplify-lightly.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type StepRecorder, type Work } from '../../working.ts';
import { listOf } from './statistics.ts';

type Sequence = { geometric: boolean; first: Expr; step: Expr };

const number = '(-?\\d+(?:\\.\\d+)?(?:\\s*/\\s*-?\\d+)?|-?\\(\\s*-?\\d+\\s*/\\s*\\d+\\s*\\))';
function named(text: string, pattern: string): Expr | undefined {
  const found = new RegExp(
    `(?:${pattern})(?:\\s+of\\s+(?:the|an?|this)\\s+[a-z. ]{2,30}?)?\\s*(?:is|=|為|是|:|of)?\\s*(?:equal to\\s*)?${number}`,
    'i',
  ).exec(text)?.[1];
  return found ? simplify(parseExpr(found)) : undefined;
}

function sequenceOf(paper: StepRecorder, reading: Reading): Sequence | undefined {
  const text = reading.text;
  const saysGeometric = /等比|幾何|geometric|\bG\.?\s?P\.?\b|公比|common ratio/i.test(text);
  const saysArithmetic = /等差|算術|arithmetic|\bA\.?\s?P\.?\b|公差|common difference/i.test(text);
  const first = named(text, '首項|first term|\\ba_1|\\bT_1|\\bT\\(1\\)|\\ba(?=\\s*=)');
  const difference = named(text, '公差|common difference|\\bd(?=\\s*=)');
  const ratio = named(text, '公比|common ratio|\\br(?=\\s*=)');
  if (first && difference) return { geometric: false, first, step: difference };
  if (first && ratio) return { geometric: true, first, step: ratio };
  const data = listOf(
    text
      .replace(/\.{2,}|…/g, ';')
      .replace(
        /第\s*\d+\s*項|前\s*\d+\s*項|首\s*\d+\s*項|\d+\s*(?:st|nd|rd|th)\b|first\s+\d+\s+terms|sum of (?:the )?\d+ terms/gi,
        ';',
      ),
  );
  if (data.length < 3) return undefined;
  const values = data.map((x) => (x.k === 'num' ? x.v : Q.zero));
  const differences = values.slice(1).map((v, at) => Q.sub(v, values[at] as Q.Q));
  const isArithmetic = differences.every((d) => Q.eq(d, differences[0] as Q.Q));
  const ratios = values.some(Q.isZero) ? [] : values.slice(1).map((v, at) => Q.div(v, values[at] as Q.Q));
  const isGeometric = ratios.length > 0 && ratios.every((r) => Q.eq(r, ratios[0] as Q.Q));
  if (saysArithmetic && !isArithmetic)
    throw new CannotSolveError('所列各項並非等差。', 'The terms listed are not in arithmetic sequence.');
  if (saysGeometric && !isGeometric)
    throw new CannotSolveError('所列各項並非等比。', 'The terms listed are not in geometric sequence.');
  const [a, b] = data as [Expr, Expr];
  if (isArithmetic && !saysGeometric) {
    const step = num(differences[0] as Q.Q);
    paper.named(
      bilingual('公差：後項減前項。', 'The common difference: a term less the one before.'),
      'd',
      sum(b, negate(a)),
      step,
    );
    return { geometric: false, first: a, step };
  }
  if (isGeometric) {
    const step = num(ratios[0] as Q.Q);
    paper.named(
      bilingual('公比：後項除以前項。', 'The common ratio: a term over the one before.'),
      'r',
      over(b, a),
      step,
    );
    return { geometric: true, first: a, step };
  }
  return undefined;
}

const term = ({ geometric, first, step }: Sequence, n: Expr): Expr =>
  geometric ? times(first, power(step, sum(n, num(-1)))) : sum(first, times(sum(n, num(-1)), step));
const total = ({ geometric, first, step }: Sequence, n: Expr): Expr =>
  !geometric
    ? over(times(n, sum(times(num(2), first), times(sum(n, num(-1)), step))), num(2))
    : isNum(step, 1)
      ? times(n, first)
      : over(times(first, sum(num(1), negate(power(step, n)))), sum(num(1), negate(step)));

function chineseOrdinal(text: string): string {
  return text.replace(/第([一二三四五六七八九十]+)項/g, (whole, written: string) => {
    const digits = '零一二三四五六七八九';
    const found = /^([二三四五六七八九])?十([一二三四五六七八九])?$/.exec(written);
    if (found)
      return `第${(found[1] ? digits.indexOf(found[1]) : 1) * 10 + (found[2] ? digits.indexOf(found[2]) : 0)}項`;
    const single = digits.indexOf(written);
    return single > 0 ? `第${single}項` : whole;
  });
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

export function sequence(reading: Reading): Work | undefined {
  const text = chineseOrdinal(reading.text);
  const lower = text.toLowerCase();
  const series = dotted(text) ?? sigma(text) ?? byRule(text) ?? fromTwoTerms(text);
  if (series) return series;
  if (
    !/數列|序列|級數|sequence|series|progression|等差|等比|\ba\.?p\.?\b|\bg\.?p\.?\b|公差|公比|common (?:difference|ratio)|通項|general term|nth term|[首前]\s*\d+\s*項|first\s+\d+\s+terms|\ba_1\s*=|\bt_1\s*=|第\s*n\s*項|sum to infinity/.test(
      lower,
    )
  )
    return undefined;
  const places = text.match(/[第首前]\s*\d+\s*項|\d+\s*(?:st|nd|rd|th)\b|first\s+\d+/gi) ?? [];
  if (
    places.length > 1 ||
    /平均|average|mean|第\s*n\s*項\s*(?:是|為|=)|[加減乘]|minus|plus|之差|之積|哪一項|which term|多少項|how many/.test(
      lower,
    )
  )
    throw new CannotSolveError('未能明白要求數列的甚麼。', 'It is not clear what is asked of the sequence.');
  const paper = createStepRecorder();
  const found = sequenceOf(paper, { ...reading, text });
  if (!found)
    throw new CannotSolveError(
      '未能讀出數列的首項和公差或公比。',
      'The first term and the common difference or ratio could not be read.',
    );
  const base = {
    kind: 'sequence' as const,
    problemLatex: found.geometric
      ? `a=${toLatex(found.first)},\\ r=${toLatex(found.step)}`
      : `a=${toLatex(found.first)},\\ d=${toLatex(found.step)}`,
  };
  const sums = /之和|總和|的和|求和|項和|\bsum\b|前\s*\d+\s*項|首\s*\d+\s*項|\bs_\(?\d+/.test(lower);
  if (/無窮|無限|infinity|infinite/.test(lower) && sums) return toInfinity(paper, found, base);
  const count =
    /(?:前|首)\s*(\d+)\s*項|first\s+(\d+)\s+terms|sum of (?:the )?(\d+) terms|(\d+)\s*項(?:之和|的和|總和)|s_\(?(\d+)|\bn\s*=\s*(\d+)/
      .exec(lower)
      ?.slice(1)
      .find((one) => one !== undefined);
  if (sums && count) {
    const put = total(found, num(BigInt(count)));
    return answerWith(
      paper,
      base,
      `S_{${count}}`,
      found.geometric
        ? bilingual('等比數列求和公式。', 'The sum of a geometric sequence.')
        : bilingual('等差數列求和公式。', 'The sum of an arithmetic sequence.'),
      put,
    );
  }
  const spelled = ordinals.findIndex((word, at) => at > 0 && new RegExp(`\\b${word} term`).test(lower));
  const asked =
    /第\s*(\d+)\s*項|(\d+)\s*(?:st|nd|rd|th)\s*term|\bt_\(?(\d+)|\ba_\(?(\d+)(?!\s*=)|t\(\s*(\d+)\s*\)(?!\s*=)/
      .exec(lower)
      ?.slice(1)
      .find((one) => one !== undefined) ?? (spelled > 0 ? String(spelled + 1) : undefined);
  if (asked) {
    if (BigInt(asked) > 100_000n) throw new CannotSolveError('項數太大。', 'The term is too far.');
    return answerWith(
      paper,
      base,
      `T_{${asked}}`,
      found.geometric
        ? bilingual('通項 T(n) = a r^(n-1)。', 'T(n) = a r^(n-1).')
        : bilingual('通項 T(n) = a + (n-1)d。', 'T(n) = a + (n-1)d.'),
      term(found, num(BigInt(asked))),
    );
  }
  if (/通項|第\s*n\s*項|nth|n-th|general term|t_n|t\(n\)/.test(lower)) {
    const raw = term(found, sym('n'));
    const answer = found.geometric ? simplifyLightly(raw) : simplify(raw);
    paper.named(
      bilingual('代入通項公式並化簡。', 'Put into the formula of the general term and simplify.'),
      'T_{n}',
      raw,
      answer,
    );
    return finish(paper, { ...base, ...exprAnswer(answer) });
  }
  if (/公差|common difference|公比|common ratio/.test(lower))
    return finish(paper, { ...base, ...exprAnswer(found.step) });
  throw new CannotSolveError('未能明白要求數列的甚麼。', 'It is not clear what is asked of the sequence.');
}

function answerWith(
  paper: StepRecorder,
  base: Pick<Work, 'kind' | 'problemLatex'>,
  label: string,
  text: { zh: string; en: string },
  put: Expr,
): Work {
  const answer = simplify(put);
  paper.named(text, label, put, answer);
  return finish(paper, { ...base, ...exprAnswer(answer) });
}

function toInfinity(paper: StepRecorder, found: Sequence, base: Pick<Work, 'kind' | 'problemLatex'>): Work {
  const ratio = rationalValue(found.step);
  if (!found.geometric || !ratio || Q.compare(Q.abs(ratio), Q.one) >= 0)
    throw new CannotSolveError(
      '公比的絕對值不小於 1，無限項之和不存在。',
      'The ratio is not between -1 and 1: there is no sum to infinity.',
    );
  return answerWith(
    paper,
    base,
    'S_{\\infty}',
    bilingual(
      '公比的絕對值小於 1，S(∞) = a / (1 - r)。',
      'The ratio is between -1 and 1: S(∞) = a / (1 - r).',
    ),
    over(found.first, sum(num(1), negate(found.step))),
  );
}

// Series written with dots, with Σ, or by the rule of their terms.

const base = { kind: 'sequence' as const };
const termPattern = '-?\\(*\\d+(?:\\.\\d+)?\\)*(?:\\s*/\\s*\\(*\\d+\\)*)?\\)*';
const maxTerms = 400;

function readTerm(written: string): Q.Q | undefined {
  return ifReadable(() => rationalValue(parseExpr(written)));
}

/** The number of terms of a, ar, ar², … up to the last; undefined if the last does not occur. */
function countTo(first: Q.Q, ratio: Q.Q, last: Q.Q): number | undefined {
  let now = first;
  for (let count = 1; count <= maxTerms; count += 1) {
    if (Q.eq(now, last)) return count;
    now = Q.mul(now, ratio);
  }
  return undefined;
}

/** Series with dots: 1 + 2 + 3 + ... + 100, 2 + 4 + 8 + ... + 1024, 1 + 1/2 + 1/4 + ... */
function dotted(text: string): Work | undefined {
  const found = new RegExp(
    `(${termPattern}(?:\\s*\\+\\s*${termPattern}){2,})\\s*\\+\\s*(?:\\.{2,}|…+)(?:\\s*\\+\\s*(${termPattern}))?`,
  ).exec(text);
  if (!found?.[1]) return undefined;
  if (/\d|項/.test(text.replace(found[0], ''))) return undefined;
  const terms = found[1].split('+').map(readTerm);
  const last = found[2] === undefined ? undefined : readTerm(found[2]);
  if (terms.some((one) => !one) || (found[2] !== undefined && !last)) return undefined;
  const [a, b] = terms as [Q.Q, Q.Q];
  const steps = (between: (x: Q.Q, y: Q.Q) => Q.Q) =>
    terms.slice(1).map((one, at) => between(one as Q.Q, terms[at] as Q.Q));
  const isArithmetic = steps(Q.sub).every((d) => Q.eq(d, Q.sub(b, a)));
  const isGeometric =
    !terms.some((one) => Q.isZero(one as Q.Q)) && steps(Q.div).every((r) => Q.eq(r, Q.div(b, a)));
  const problemLatex = `${found[1].replace(/\s/g, '')}+\\cdots${last ? `+${toLatex(num(last))}` : ''}`;
  if (isGeometric && !isArithmetic) return geometric(a, b, last, problemLatex);
  if (isArithmetic && last) return arithmetic(a, b, last, problemLatex);
  throw new CannotSolveError(
    '未能看出這是等差或等比級數。',
    'This does not look like an arithmetic or geometric series.',
  );
}

function arithmetic(a: Q.Q, b: Q.Q, last: Q.Q, problemLatex: string): Work {
  const d = Q.sub(b, a);
  const count = Q.isZero(d) ? undefined : Q.add(Q.div(Q.sub(last, a), d), Q.one);
  if (count?.d !== 1n || count.n < 3n)
    throw new CannotSolveError(
      '末項不屬於這個等差數列。',
      'The last term does not belong to this arithmetic series.',
    );
  const paper = createStepRecorder();
  paper.named(
    bilingual('項數 = (末項 - 首項) ÷ 公差 + 1。', 'Number of terms = (last - first) ÷ difference + 1.'),
    'n',
    sum(over(sum(num(last), negate(num(a))), num(d)), num(1)),
    num(count),
  );
  const put = over(times(num(count), sum(num(a), num(last))), num(2));
  const value = simplify(put);
  paper.named(
    bilingual('和 = 項數 × (首項 + 末項) ÷ 2。', 'Sum = number of terms × (first + last) ÷ 2.'),
    'S',
    put,
    value,
  );
  return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
}

function geometric(a: Q.Q, b: Q.Q, last: Q.Q | undefined, problemLatex: string): Work {
  const r = Q.div(b, a);
  const paper = createStepRecorder();
  paper.named(
    bilingual('公比：後項除以前項。', 'The common ratio: a term over the one before.'),
    'r',
    over(num(b), num(a)),
    num(r),
  );
  if (!last) {
    if (Q.compare(Q.abs(r), Q.one) >= 0)
      throw new CannotSolveError(
        '公比的絕對值不小於 1，無限項之和不存在。',
        'There is no sum to infinity: |r| is at least 1.',
      );
    const put = over(num(a), sum(num(1), negate(num(r))));
    const value = simplify(put);
    paper.named(
      bilingual('無限項之和 = a / (1 - r)。', 'The sum to infinity is a / (1 - r).'),
      'S_{\\infty}',
      put,
      value,
    );
    return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
  }
  const count = countTo(a, r, last);
  if (!count)
    throw new CannotSolveError(
      '末項不屬於這個等比數列。',
      'The last term does not belong to this geometric series.',
    );
  paper.equal(
    bilingual(`末項是第 ${count} 項。`, `The last term is the ${count}th.`),
    times(num(a), power(num(r), count - 1)),
    num(last),
  );
  const put = over(times(num(a), sum(power(num(r), count), num(-1))), sum(num(r), num(-1)));
  const value = simplify(put);
  paper.named(bilingual('等比數列求和公式。', 'The sum of a geometric sequence.'), 'S', put, value);
  return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
}

function written(rule: Expr, name: string, from: number, to: number, problemLatex: string): Work {
  if (to < from || to - from >= 200)
    throw new CannotSolveError('項數太多，未能逐項相加。', 'There are too many terms to add one by one.');
  if ([...symbolsOf(rule)].some((one) => one !== name))
    throw new CannotSolveError('通項中有其他字母。', 'There are other letters in the rule.');
  const values = Array.from({ length: to - from + 1 }, (_, at) =>
    simplify(substitute(rule, name, num(from + at))),
  );
  const paper = createStepRecorder();
  for (const at of from === to ? [] : [from, to])
    paper.equal(
      bilingual(`代入 ${name} = ${at}。`, `Put in ${name} = ${at}.`),
      substitute(rule, name, num(at)),
      values[at - from] as Expr,
    );
  const put = from === to ? substitute(rule, name, num(from)) : sum(...values);
  const value = simplify(put);
  paper.equal(
    from === to
      ? bilingual(`代入 ${name} = ${from}。`, `Put in ${name} = ${from}.`)
      : bilingual('逐項相加。', 'Add the terms.'),
    put,
    value,
  );
  return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
}

/** Sums with Σ or in words: \sum_{k=1}^{5} (2k-1); sum from k = 1 to 10 of k^2. */
function sigma(text: string): Work | undefined {
  const found =
    /Σ\s*_\(?\s*([a-z])\s*=\s*(\d+)\s*\)?\s*\^\(?\s*(\d+)\s*\)?\s*([^=?,;\u3400-\u9fff]+?)\s*(?:=\s*\??)?$/.exec(
      text,
    ) ?? /(?:sum\s+)?from\s+([a-z])\s*=\s*(\d+)\s+to\s+(\d+)\s+of\s+([^=?,;]+?)[.?]?$/i.exec(text);
  if (!found) return undefined;
  const [, name = '', from, to, rule = ''] = found;
  // Σ 2k - 1 without brackets is ambiguous: the sum may end before the minus sign.
  if (/^[^()]*[-+]/.test(rule.replace(/\([^()]*\)/g, '').replace(/^\s*-/, '')) && text.includes('Σ'))
    return undefined;
  return written(
    parseExpr(rule),
    name,
    Number(from),
    Number(to),
    `\\sum_{${name}=${from}}^{${to}} ${toLatex(parseExpr(rule))}`,
  );
}

/** 第 n 項為 3n-1，求首 10 項之和: the sum of the first terms, or one term, from the general term. */
function byRule(text: string): Work | undefined {
  const found =
    /(?:第\s*n\s*項|通項|nth term|general term|[Ta]_n|T\(n\))(?:\s*(?:T_n|a_n|T\(n\)))?\s*(?:為|是|=|is)\s*([^=,;?\u3400-\u9fff]+?)\s*(?:[,;.]|\s(?=find)|[\u3400-\u9fff]|$)/i.exec(
      text,
    );
  if (!found?.[1] || !/n/.test(found[1])) return undefined;
  const rest = text.replace(found[0], ' ');
  const rule = parseExpr(found[1]);
  const total = /[首前]\s*(\d+)\s*項\s*(?:之|的)?\s*(?:總和|和)|sum of (?:the )?first (\d+) terms/i.exec(
    rest,
  );
  const term = /第\s*(\d+)\s*項|(\d+)(?:st|nd|rd|th) term/i.exec(rest);
  if ((rest.match(/\d+/g) ?? []).length !== 1) return undefined;
  const label = `T_{n}=${toLatex(rule)}`;
  if (total) return written(rule, 'n', 1, Number(total[1] ?? total[2]), label);
  if (!term) return undefined;
  const at = Number(term[1] ?? term[2]);
  if (at > 100_000) throw new CannotSolveError('項數太大。', 'The term is too far.');
  return written(rule, 'n', at, at, label);
}

/** 等差數列第 3 項是 7，第 7 項是 15，求首項和公差: first term and difference from two terms. */
function fromTwoTerms(text: string): Work | undefined {
  const given = [
    ...text.matchAll(
      /(?:第\s*(\d+)\s*項|(\d+)(?:st|nd|rd|th) term)(?:\s*(?:of\s+[a-z ]{2,40}?)?)\s*(?:是|為|=|is)\s*(-?\d+(?:\/\d+)?)/gi,
    ),
  ];
  if (given.length !== 2 || !/等差|arithmetic|\bAP\b/i.test(text)) return undefined;
  const rest = given.reduce((left, [whole]) => left.replace(whole, ' '), text);
  const asksFirst = /首項|第一項|first term/i.test(rest);
  const asksStep = /公差|common difference/i.test(rest);
  if ((!asksFirst && !asksStep) || /\d/.test(rest)) return undefined;
  const [[m, x], [n, y]] = given.map(([, zh, en, value]) => [
    Q.q(BigInt(zh ?? en ?? '0')),
    rationalValue(parseExpr(value ?? '0')) ?? Q.zero,
  ]) as [[Q.Q, Q.Q], [Q.Q, Q.Q]];
  if (Q.eq(m, n)) return undefined;
  const paper = createStepRecorder();
  const step = Q.div(Q.sub(y, x), Q.sub(n, m));
  paper.named(
    bilingual('兩項之差除以項數之差，得公差。', 'The difference of the terms over that of their places.'),
    'd',
    over(sum(num(y), negate(num(x))), sum(num(n), negate(num(m)))),
    num(step),
  );
  const first = Q.sub(x, Q.mul(Q.sub(m, Q.one), step));
  if (asksFirst)
    paper.named(
      bilingual('首項 = 第 m 項 - (m - 1)d。', 'First term = mth term - (m - 1)d.'),
      'a',
      sum(num(x), negate(times(sum(num(m), num(-1)), num(step)))),
      num(first),
    );
  const problemLatex = `T_{${m.n}}=${toLatex(num(x))},\\ T_{${n.n}}=${toLatex(num(y))}`;
  if (!asksFirst) return finish(paper, { ...base, problemLatex, ...exprAnswer(num(step)) });
  if (!asksStep) return finish(paper, { ...base, problemLatex, ...exprAnswer(num(first)) });
  return finish(paper, {
    ...base,
    problemLatex,
    answersSeveral: true,
    answer: `a = ${exprAnswer(num(first)).answer}, d = ${exprAnswer(num(step)).answer}`,
    answerLatex: `a=${toLatex(num(first))},\\ d=${toLatex(num(step))}`,
  });
}
