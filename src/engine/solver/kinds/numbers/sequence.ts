import { type Expr, isNum, minus, num, over, power, sum, sym, times } from '../../core/expr.ts';
import { light } from '../../core/light.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toLatex } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { Cannot, words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Paper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';
import { byRule, dotted, fromTwoTerms, sigma } from './series.ts';
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

function sequenceOf(paper: Paper, reading: Reading): Sequence | undefined {
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
    throw new Cannot('所列各項並非等差。', 'The terms listed are not in arithmetic sequence.');
  if (saysGeometric && !isGeometric)
    throw new Cannot('所列各項並非等比。', 'The terms listed are not in geometric sequence.');
  const [a, b] = data as [Expr, Expr];
  if (isArithmetic && !saysGeometric) {
    const step = num(differences[0] as Q.Q);
    paper.named(
      words('公差：後項減前項。', 'The common difference: a term less the one before.'),
      'd',
      sum(b, minus(a)),
      step,
    );
    return { geometric: false, first: a, step };
  }
  if (isGeometric) {
    const step = num(ratios[0] as Q.Q);
    paper.named(
      words('公比：後項除以前項。', 'The common ratio: a term over the one before.'),
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
      : over(times(first, sum(num(1), minus(power(step, n)))), sum(num(1), minus(step)));

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
    throw new Cannot('未能明白要求數列的甚麼。', 'It is not clear what is asked of the sequence.');
  const paper = newPaper();
  const found = sequenceOf(paper, { ...reading, text });
  if (!found)
    throw new Cannot(
      '未能讀出數列的首項和公差或公比。',
      'The first term and the common difference or ratio could not be read.',
    );
  const base = {
    kind: 'sequence' as const,
    method: methods.sequence,
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
        ? words('等比數列求和公式。', 'The sum of a geometric sequence.')
        : words('等差數列求和公式。', 'The sum of an arithmetic sequence.'),
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
    if (BigInt(asked) > 100_000n) throw new Cannot('項數太大。', 'The term is too far.');
    return answerWith(
      paper,
      base,
      `T_{${asked}}`,
      found.geometric
        ? words('通項 T(n) = a r^(n-1)。', 'T(n) = a r^(n-1).')
        : words('通項 T(n) = a + (n-1)d。', 'T(n) = a + (n-1)d.'),
      term(found, num(BigInt(asked))),
    );
  }
  if (/通項|第\s*n\s*項|nth|n-th|general term|t_n|t\(n\)/.test(lower)) {
    const raw = term(found, sym('n'));
    const answer = found.geometric ? light(raw) : simplify(raw);
    paper.named(
      words('代入通項公式並化簡。', 'Put into the formula of the general term and simplify.'),
      'T_{n}',
      raw,
      answer,
    );
    return finish(paper, { ...base, ...exprAnswer(answer) });
  }
  if (/公差|common difference|公比|common ratio/.test(lower))
    return finish(paper, { ...base, ...exprAnswer(found.step) });
  throw new Cannot('未能明白要求數列的甚麼。', 'It is not clear what is asked of the sequence.');
}

function answerWith(
  paper: Paper,
  base: Omit<Work, 'steps' | 'answer' | 'answerLatex'>,
  label: string,
  text: { zh: string; en: string },
  put: Expr,
): Work {
  const answer = simplify(put);
  paper.named(text, label, put, answer);
  return finish(paper, { ...base, ...exprAnswer(answer) });
}

function toInfinity(
  paper: Paper,
  found: Sequence,
  base: Omit<Work, 'steps' | 'answer' | 'answerLatex'>,
): Work {
  const ratio = rationalValue(found.step);
  if (!found.geometric || !ratio || Q.compare(Q.abs(ratio), Q.one) >= 0)
    throw new Cannot(
      '公比的絕對值不小於 1，無限項之和不存在。',
      'The ratio is not between -1 and 1: there is no sum to infinity.',
    );
  return answerWith(
    paper,
    base,
    'S_{\\infty}',
    words('公比的絕對值小於 1，S(∞) = a / (1 - r)。', 'The ratio is between -1 and 1: S(∞) = a / (1 - r).'),
    over(found.first, sum(num(1), minus(found.step))),
  );
}
