/** Mean, median, mode, range, quartiles, variance and standard deviation of a list. */
import { type Expr, hasDecimal, negate, num, over, power, sqrt, sum } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { asDecimals } from '../../core/present.ts';
import { numberText, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import type { Reading } from '../../reading/read.ts';
import { type BilingualText, bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type StepRecorder, type Work } from '../../working.ts';

/** The numbers of the longest list in the text, in the order written. */
export function listOf(text: string): Expr[] {
  const run =
    /-?\d+(?:\.\d+)?(?:\s*\/\s*\d+)?(?:\s*[,、;，]\s*(?:and\s+)?-?\d+(?:\.\d+)?(?:\s*\/\s*\d+)?|\s+(?:and\s+|和\s*|及\s*)?-?\d+(?:\.\d+)?(?:\s*\/\s*\d+)?|\s*(?:and|和|及)\s*-?\d+(?:\.\d+)?)+/g;
  const runs = [...text.replace(/，/g, ',').matchAll(run)].map(([found]) => found);
  const longest = runs.sort((a, b) => b.length - a.length)[0] ?? '';
  return [...longest.matchAll(/-?\d+(?:\.\d+)?(?:\s*\/\s*\d+)?/g)].map(([written]) => {
    const [top = '', bottom] = written.split('/');
    const size = Q.fromDecimal(top.replace('-', '').trim()) as Q.Q;
    const value = top.trim().startsWith('-') ? Q.neg(size) : size;
    return num(bottom ? Q.div(value, Q.q(BigInt(bottom.trim()))) : value, top.includes('.'));
  });
}

const datumOf = (x: Expr): Q.Q => (x.k === 'num' ? x.v : Q.zero);
const sorted = (data: readonly Expr[]) => [...data].sort((a, b) => Q.compare(datumOf(a), datumOf(b)));
const listed = (data: readonly Expr[]) => data.map(toLatex).join(',\\ ');

const listText = (data: readonly Expr[]) => data.map(toText).join(', ');

function inOrder(paper: StepRecorder, data: readonly Expr[], order: readonly Expr[]): void {
  paper.claimed(bilingual('由小至大排列。', 'Put the data in order.'), listed(order), {
    relation: 'ordered',
    from: listText(data),
    to: listText(order),
    over: [],
  });
}

function mean(paper: StepRecorder, data: readonly Expr[]): Expr {
  const put = over(sum(...data), num(data.length));
  const value = simplify(put);
  const shown = data.some(hasDecimal) ? asDecimals(value) : value;
  paper.named(bilingual('平均數 = 總和 ÷ 數目。', 'Mean = sum ÷ number of data.'), '\\bar{x}', put, shown);
  return shown;
}

function middle(data: readonly Expr[]): { put: Expr; value: Expr } {
  const half = data.length >> 1;
  const put =
    data.length % 2 === 1
      ? (data[half] as Expr)
      : over(sum(data[half - 1] as Expr, data[half] as Expr), num(2));
  return { put, value: simplify(put) };
}

function median(paper: StepRecorder, data: readonly Expr[], name: BilingualText, label: string): Expr {
  const { put, value } = middle(data);
  const shown = data.some(hasDecimal) ? asDecimals(value) : value;
  paper.named(name, label, put, shown);
  return shown;
}

function deviation(paper: StepRecorder, data: readonly Expr[], square: boolean, sample: boolean): Expr {
  const centre = mean(paper, data);
  const squares = sum(...data.map((x) => power(sum(x, negate(centre)), 2)));
  const variance = over(squares, num(sample ? data.length - 1 : data.length));
  const value = simplify(variance);
  const shown = data.some(hasDecimal) ? asDecimals(value) : value;
  paper.named(
    sample
      ? bilingual(
          '樣本方差：離差平方和除以 n - 1。',
          'Sample variance: sum of squared deviations over n - 1.',
        )
      : bilingual('方差：離差平方的平均數。', 'Variance: the mean of the squared deviations.'),
    '\\sigma^{2}',
    variance,
    shown,
  );
  if (square) return shown;
  const root = simplify(sqrt(value));
  paper.named(
    bilingual('標準差是方差的平方根。', 'The standard deviation is the square root of the variance.'),
    '\\sigma',
    sqrt(value),
    root,
  );
  if (!rationalValue(root)) {
    const written = evaluate(root, {}).toPrecision(4);
    paper.claimed(bilingual('近似值。', 'Approximately.'), `\\sigma\\approx ${written}`, {
      relation: 'approx',
      from: toText(root),
      to: written,
      over: [],
    });
  }
  return root;
}

function mode(paper: StepRecorder, data: readonly Expr[]): { answer: string; answerLatex: string } {
  const counts = new Map<string, number>();
  for (const x of data)
    counts.set(numberText(datumOf(x), true), (counts.get(numberText(datumOf(x), true)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  if (most === 1) {
    paper.claimed(
      bilingual('每個數據只出現一次，沒有眾數。', 'Each datum occurs once only: there is no mode.'),
      listed(data),
      { relation: 'commonest', from: listText(data), to: 'none', over: [] },
    );
    return { answer: 'no mode', answerLatex: '\\text{no mode}' };
  }
  const found = [...counts].filter(([, count]) => count === most).map(([value]) => value);
  paper.claimed(
    bilingual(`出現最多（${most} 次）的數據。`, `What occurs most often (${most} times).`),
    found.join(',\\ '),
    { relation: 'commonest', from: listText(data), to: found.join(', '), over: [] },
  );
  return { answer: found.join(', '), answerLatex: found.join(',\\ ') };
}

function rangeOf(paper: StepRecorder, order: readonly Expr[]): Expr {
  const put = sum(order.at(-1) as Expr, negate(order[0] as Expr));
  const value = order.some(hasDecimal) ? asDecimals(simplify(put)) : simplify(put);
  paper.named(bilingual('最大值減最小值。', 'The greatest less the least.'), '\\text{range}', put, value);
  return value;
}

const middleWords = bilingual(
  '取正中間的數（或中間兩數的平均）。',
  'Take the middle datum, or the mean of the two in the middle.',
);

/** The requested ones of mean, median, mode and range, one after the other. */
function severalOf(
  paper: StepRecorder,
  base: Pick<Work, 'kind' | 'problemLatex'>,
  data: readonly Expr[],
  requested: readonly ('mean' | 'median' | 'mode' | 'range')[],
): Work {
  const order = sorted(data);
  if (requested.includes('median') || requested.includes('range')) inOrder(paper, data, order);
  const answers = requested.map((one) => {
    if (one === 'mode') return `mode = ${mode(paper, data).answer}`;
    const value =
      one === 'mean'
        ? mean(paper, data)
        : one === 'range'
          ? rangeOf(paper, order)
          : median(paper, order, middleWords, '\\text{median}');
    return `${one} = ${toText(value)}`;
  });
  return finish(paper, {
    ...base,
    answersSeveral: true,
    answer: answers.join(', '),
    answerLatex: answers.map((one) => `\\text{${one}}`).join(',\\ '),
  });
}

export function statistics(reading: Reading): Work | undefined {
  const { lower } = reading;
  const asks = {
    deviation: /標準差|標準偏差|standard deviation|\bs\.?d\.?\b/.test(lower),
    variance: /方差|variance/.test(lower),
    quartiles: /四分位|quartile|inter-?quartile|iqr/.test(lower),
    median: /中位數|median/.test(lower),
    mode: /眾數|\bmode\b/.test(lower),
    range:
      /分佈域|全距|極差|\brange of (?:the )?(?:data|numbers|following|[\d-])|^(?:find |求 ?)?(?:the )?range/.test(
        lower,
      ),
    mean: /平均|\bmean\b|average/.test(lower),
  };
  if (!Object.values(asks).some(Boolean) || /加權|weighted/.test(lower)) return undefined;
  const data = listOf(reading.text);
  // A number outside the list, or a letter in it, is part of the question: the list alone does not answer it.
  const written = [...reading.text.matchAll(/\d+(?:\.\d+)?(?:\s*\/\s*\d+)?/g)].length;
  if (
    data.length < 2 ||
    written !== data.length ||
    /[,、，]\s*[a-z]\s*(?:[,、，]|\band\b|和|及)|\b[a-z]\s*[,、，]/i.test(reading.text)
  )
    return undefined;
  if (data.length > 200) throw new CannotSolveError('數據太多。', 'There are too many data.');
  const paper = createStepRecorder();
  const order = sorted(data);
  const base = { kind: 'statistics' as const, problemLatex: listed(data) };
  const named = (x: Expr) => finish(paper, { ...base, ...exprAnswer(x) });
  const several = (['mean', 'median', 'mode', 'range'] as const).filter((one) => asks[one]);
  if (several.length > 1 && !asks.deviation && !asks.variance && !asks.quartiles)
    return severalOf(paper, base, data, several);
  if (asks.deviation || asks.variance)
    return named(deviation(paper, data, !asks.deviation, /樣本|sample/.test(lower)));
  if (asks.mode && !asks.median && !asks.mean) return finish(paper, { ...base, ...mode(paper, data) });
  if (asks.mean && !asks.median) return named(mean(paper, data));
  inOrder(paper, data, order);
  if (asks.quartiles) {
    const half = order.length >> 1;
    const [low, high] = [order.slice(0, half), order.slice(order.length - half)];
    const q1 = median(paper, low, bilingual('下四分位數。', 'The lower quartile.'), 'Q_{1}');
    const q3 = median(paper, high, bilingual('上四分位數。', 'The upper quartile.'), 'Q_{3}');
    if (/下四分位|lower quartile|first quartile/.test(lower)) return named(q1);
    if (/上四分位|upper quartile|third quartile/.test(lower) && !/間距|range/.test(lower)) return named(q3);
    const put = sum(q3, negate(q1));
    paper.named(bilingual('四分位數間距。', 'The interquartile range.'), 'Q_{3}-Q_{1}', put, simplify(put));
    return named(simplify(put));
  }
  if (asks.median)
    return named(
      median(
        paper,
        order,
        bilingual(
          '取正中間的數（或中間兩數的平均）。',
          'Take the middle datum, or the mean of the two in the middle.',
        ),
        '\\text{median}',
      ),
    );
  return named(rangeOf(paper, order));
}
