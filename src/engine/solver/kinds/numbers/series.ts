/** Sums written out: with dots, with Σ, or by the rule of their terms. */
import { type Expr, minus, num, over, power, substitute, sum, symbolsOf, times } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toLatex } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import { Unreadable } from '../../reading/tokens.ts';
import { Cannot, words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';

const base = { kind: 'sequence' as const, method: methods.sequence };
const termPattern = '-?\\(*\\d+(?:\\.\\d+)?\\)*(?:\\s*/\\s*\\(*\\d+\\)*)?\\)*';
const mostTerms = 400;

function readTerm(written: string): Q.Q | undefined {
  try {
    return rationalValue(parseExpr(written));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** The number of terms of a, ar, ar², … up to the last. */
function countTo(first: Q.Q, ratio: Q.Q, last: Q.Q): number | undefined {
  let now = first;
  for (let count = 1; count <= mostTerms; count += 1) {
    if (Q.eq(now, last)) return count;
    now = Q.mul(now, ratio);
  }
  return undefined;
}

/** 1 + 2 + 3 + ... + 100, 2 + 4 + 8 + ... + 1024, 1 + 1/2 + 1/4 + ... */
export function dotted(text: string): Work | undefined {
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
  throw new Cannot(
    '未能看出這是等差或等比級數。',
    'This does not look like an arithmetic or geometric series.',
  );
}

function arithmetic(a: Q.Q, b: Q.Q, last: Q.Q, problemLatex: string): Work {
  const d = Q.sub(b, a);
  const count = Q.isZero(d) ? undefined : Q.add(Q.div(Q.sub(last, a), d), Q.one);
  if (count?.d !== 1n || count.n < 3n)
    throw new Cannot('末項不屬於這個等差數列。', 'The last term does not belong to this arithmetic series.');
  const paper = newPaper();
  paper.named(
    words('項數 = (末項 - 首項) ÷ 公差 + 1。', 'Number of terms = (last - first) ÷ difference + 1.'),
    'n',
    sum(over(sum(num(last), minus(num(a))), num(d)), num(1)),
    num(count),
  );
  const put = over(times(num(count), sum(num(a), num(last))), num(2));
  const value = simplify(put);
  paper.named(
    words('和 = 項數 × (首項 + 末項) ÷ 2。', 'Sum = number of terms × (first + last) ÷ 2.'),
    'S',
    put,
    value,
  );
  return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
}

function geometric(a: Q.Q, b: Q.Q, last: Q.Q | undefined, problemLatex: string): Work {
  const r = Q.div(b, a);
  const paper = newPaper();
  paper.named(
    words('公比：後項除以前項。', 'The common ratio: a term over the one before.'),
    'r',
    over(num(b), num(a)),
    num(r),
  );
  if (!last) {
    if (Q.compare(Q.abs(r), Q.one) >= 0)
      throw new Cannot(
        '公比的絕對值不小於 1，無限項之和不存在。',
        'There is no sum to infinity: |r| is at least 1.',
      );
    const put = over(num(a), sum(num(1), minus(num(r))));
    const value = simplify(put);
    paper.named(
      words('無限項之和 = a / (1 - r)。', 'The sum to infinity is a / (1 - r).'),
      'S_{\\infty}',
      put,
      value,
    );
    return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
  }
  const count = countTo(a, r, last);
  if (!count)
    throw new Cannot('末項不屬於這個等比數列。', 'The last term does not belong to this geometric series.');
  paper.equal(
    words(`末項是第 ${count} 項。`, `The last term is the ${count}th.`),
    times(num(a), power(num(r), count - 1)),
    num(last),
  );
  const put = over(times(num(a), sum(power(num(r), count), num(-1))), sum(num(r), num(-1)));
  const value = simplify(put);
  paper.named(words('等比數列求和公式。', 'The sum of a geometric sequence.'), 'S', put, value);
  return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
}

function written(rule: Expr, name: string, from: number, to: number, problemLatex: string): Work {
  if (to < from || to - from >= 200)
    throw new Cannot('項數太多，未能逐項相加。', 'There are too many terms to add one by one.');
  if ([...symbolsOf(rule)].some((one) => one !== name))
    throw new Cannot('通項中有其他字母。', 'There are other letters in the rule.');
  const values = Array.from({ length: to - from + 1 }, (_, at) =>
    simplify(substitute(rule, name, num(from + at))),
  );
  const paper = newPaper();
  for (const at of from === to ? [] : [from, to])
    paper.equal(
      words(`代入 ${name} = ${at}。`, `Put in ${name} = ${at}.`),
      substitute(rule, name, num(at)),
      values[at - from] as Expr,
    );
  const put = from === to ? substitute(rule, name, num(from)) : sum(...values);
  const value = simplify(put);
  paper.equal(
    from === to
      ? words(`代入 ${name} = ${from}。`, `Put in ${name} = ${from}.`)
      : words('逐項相加。', 'Add the terms.'),
    put,
    value,
  );
  return finish(paper, { ...base, problemLatex, ...exprAnswer(value) });
}

/** \sum_{k=1}^{5} (2k-1); sum from k = 1 to 10 of k^2 */
export function sigma(text: string): Work | undefined {
  const found =
    /Σ\s*_\(?\s*([a-z])\s*=\s*(\d+)\s*\)?\s*\^\(?\s*(\d+)\s*\)?\s*([^=?,;\u3400-\u9fff]+?)\s*(?:=\s*\??)?$/.exec(
      text,
    ) ?? /(?:sum\s+)?from\s+([a-z])\s*=\s*(\d+)\s+to\s+(\d+)\s+of\s+([^=?,;]+?)[.?]?$/i.exec(text);
  if (!found) return undefined;
  const [, name = '', from, to, rule = ''] = found;
  // Σ 2k - 1 without brackets may end before the sign.
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

/** 第 n 項為 3n-1，求首 10 項之和, or the term itself. */
export function byRule(text: string): Work | undefined {
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
  if (at > 100_000) throw new Cannot('項數太大。', 'The term is too far.');
  return written(rule, 'n', at, at, label);
}

/** 等差數列第 3 項是 7，第 7 項是 15，求首項和公差 */
export function fromTwoTerms(text: string): Work | undefined {
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
  const paper = newPaper();
  const step = Q.div(Q.sub(y, x), Q.sub(n, m));
  paper.named(
    words('兩項之差除以項數之差，得公差。', 'The difference of the terms over that of their places.'),
    'd',
    over(sum(num(y), minus(num(x))), sum(num(n), minus(num(m)))),
    num(step),
  );
  const first = Q.sub(x, Q.mul(Q.sub(m, Q.one), step));
  if (asksFirst)
    paper.named(
      words('首項 = 第 m 項 - (m - 1)d。', 'First term = mth term - (m - 1)d.'),
      'a',
      sum(num(x), minus(times(sum(num(m), num(-1)), num(step)))),
      num(first),
    );
  const problemLatex = `T_{${m.n}}=${toLatex(num(x))},\\ T_{${n.n}}=${toLatex(num(y))}`;
  if (!asksFirst) return finish(paper, { ...base, problemLatex, ...exprAnswer(num(step)) });
  if (!asksStep) return finish(paper, { ...base, problemLatex, ...exprAnswer(num(first)) });
  return finish(paper, {
    ...base,
    problemLatex,
    several: true,
    answer: `a = ${exprAnswer(num(first)).answer}, d = ${exprAnswer(num(step)).answer}`,
    answerLatex: `a=${toLatex(num(first))},\\ d=${toLatex(num(step))}`,
  });
}
