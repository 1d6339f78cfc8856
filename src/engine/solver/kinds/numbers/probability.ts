/** Combinations, permutations and simple probabilities. */
import { type Expr, fn, num, over } from '../../core/expr.ts';
import { simplify } from '../../core/normal.ts';
import { toLatex } from '../../core/print.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type Work } from '../../working.ts';

const base = { kind: 'probability' as const };

function answerWith(put: Expr, zh: string, en: string): Work {
  const paper = createStepRecorder();
  const value = simplify(put);
  paper.equal(bilingual(zh, en), put, value);
  return finish(paper, { ...base, problemLatex: toLatex(put), ...exprAnswer(value) });
}

/** Whether there are conditions that a plain nCr or nPr does not take into account. */
const isConditional = (text: string): boolean =>
  /送給|分給|兩人|數字|和為|distribut|give|正副|職|主席|班長|隊長|冠軍|次序|president|secretary|captain|chair|position|prize|order|圓|相鄰|不相鄰|一起|至少|最多|必須|不可|相同|字母|男|女|circle|round|together|adjacent|next to|at least|at most|must|cannot|not |identical|letters|word|boys|girls|men|women|exactly|digits|repeat/.test(
    text,
  );

function choices(text: string): Work | undefined {
  const found = [...text.matchAll(/\d+/g)].map(([written]) => BigInt(written));
  const [n, r] = found;
  if (n === undefined || r === undefined || found.length !== 2 || isConditional(text)) return undefined;
  const [all, some] = n >= r ? [n, r] : [r, n];
  if (all > 200n) throw new CannotSolveError('數字太大。', 'The number is too large.');
  return answerWith(
    fn('nCr', num(all), num(some)),
    '從 n 個中選 r 個，不計次序：nCr。',
    'Choose r of n, order not counted: nCr.',
  );
}

function arrangements(text: string): Work | undefined {
  const found = [...text.matchAll(/\d+/g)].map(([written]) => BigInt(written));
  const [n, r] = found;
  if (n === undefined || n > 200n || found.length > 2 || isConditional(text)) return undefined;
  return r === undefined
    ? answerWith(fn('factorial', num(n)), 'n 個不同的物件排成一行：n!。', 'n different things in a row: n!.')
    : answerWith(
        fn('nPr', num(n > r ? n : r), num(n > r ? r : n)),
        '從 n 個中選 r 個排列：nPr。',
        'Arrange r of n: nPr.',
      );
}

const colour = '(?:紅|藍|綠|黃|白|黑|橙|紫|red|blue|green|yellow|white|black|orange|purple|pink)';
const english: Record<string, string> = {
  紅: 'red',
  藍: 'blue',
  綠: 'green',
  黃: 'yellow',
  白: 'white',
  黑: 'black',
  橙: 'orange',
  紫: 'purple',
};
const colourName = (found: string) => english[found] ?? found;

/** The probability of drawing a colour: one ball from a bag. */
function fromBag(lower: string): Work | undefined {
  const counts = new Map<string, bigint>();
  for (const [, count, name] of lower.matchAll(
    new RegExp(`(\\d+)\\s*(?:個|粒|顆|張|支)?\\s*(${colour})`, 'g'),
  ))
    if (count && name) counts.set(colourName(name), BigInt(count));
  if (
    counts.size < 2 ||
    /兩|two|2 balls|without replacement|with replacement|放回|三個|three balls|\bthen\b|再|之後|both|each|連續|至少|at least|given/.test(
      lower,
    )
  )
    return undefined;
  const requestedColours = new RegExp(
    `(?:機率|概率|probability|抽[到出中得]|取[到出得]|getting|drawing|chosen is|is)[^\\d]*?(not |不是|非)?(?:a |an |一個|一粒)?(${colour})(?:色)?(?:球|的)?(?:\\s*(?:or|或)\\s*(?:a |an )?(${colour}))?`,
  ).exec(lower.replace(new RegExp(`\\d+\\s*(?:個|粒|顆|張|支)?\\s*${colour}`, 'g'), ' '));
  if (!requestedColours?.[2]) return undefined;
  const total = [...counts.values()].reduce((a, b) => a + b, 0n);
  const requested = [requestedColours[2], requestedColours[3]]
    .filter((name): name is string => name !== undefined)
    .map(colourName);
  const favourable = requested.reduce((sum_, name) => sum_ + (counts.get(name) ?? 0n), 0n);
  return answerWith(
    over(num(requestedColours[1] ? total - favourable : favourable), num(total)),
    '有利結果的數目 ÷ 所有結果的數目。',
    'Favourable outcomes ÷ all outcomes.',
  );
}

/** The probability of a result of one fair die. */
function die(lower: string): Work | undefined {
  if (!/骰|\bdie\b|\bdice\b/.test(lower) || /兩|two|2\s*(?:顆|粒|個|dice|fair)|twice|兩次/.test(lower))
    return undefined;
  // Only one plain condition is supported, not two conditions or a negation.
  if (/不是|不得|並非|\bnot\b|且|或|\bor\b|\band\b|及|和|與|except|除/.test(lower)) return undefined;
  const tests: [RegExp, (n: number, k: number) => boolean][] = [
    [/偶數|even/, (n) => n % 2 === 0],
    [/奇數|單數|odd/, (n) => n % 2 === 1],
    [/質數|prime/, (n) => [2, 3, 5].includes(n)],
    [/不小於\s*(\d)|at least\s*(?:a\s*)?(\d)/, (n, k) => n >= k],
    [/不大於\s*(\d)|at most\s*(?:a\s*)?(\d)/, (n, k) => n <= k],
    [/大於\s*(\d)|(?:greater|more|larger|bigger) than\s*(?:a\s*)?(\d)/, (n, k) => n > k],
    [/小於\s*(\d)|(?:less|smaller|fewer) than\s*(?:a\s*)?(\d)/, (n, k) => n < k],
    [/(\d)\s*的倍數|multiple of\s*(\d)/, (n, k) => n % k === 0],
    [/(?:得|出現|擲出|點數[是為]?|a|getting|number)\s*(\d)(?!\s*(?:顆|粒|個|的))/, (n, k) => n === k],
  ];
  for (const [pattern, holds] of tests) {
    const found = pattern.exec(lower);
    if (!found) continue;
    const k = Number(found[1] ?? found[2] ?? 1);
    const favourable = [1, 2, 3, 4, 5, 6].filter((n) => holds(n, k)).length;
    return answerWith(
      over(num(favourable), num(6)),
      '六個結果機會均等，數出有利的結果。',
      'Six equally likely outcomes: count the favourable ones.',
    );
  }
  return undefined;
}

export function probability(reading: Reading): Work | undefined {
  const { lower, text } = reading;
  const notation =
    /\b([CP])\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)|\b([CP])_\(?(\d+)\)?\^\(?(\d+)\)?|\b([CP])\^\(?(\d+)\)?_\(?(\d+)\)?|\^\(?(\d+)\)?\s*([CP])_\(?(\d+)\)?|_\(?(\d+)\)?\s*([CP])_\(?(\d+)\)?/.exec(
      text,
    );
  if (notation && !/距離|中點|斜率|distance|midpoint|slope|point|點|線|\bat\b|line/.test(lower)) {
    const [, a, n1, r1, b, r2, n2, c, n3, r3, n4, d, r4, n5, f, r5] = notation;
    const letter = a ?? b ?? c ?? d ?? f;
    const [n, r] = [n1 ?? n2 ?? n3 ?? n4 ?? n5, r1 ?? r2 ?? r3 ?? r4 ?? r5].map((one) =>
      BigInt(one ?? '0'),
    ) as [bigint, bigint];
    if (n > 200n) throw new CannotSolveError('數字太大。', 'The number is too large.');
    if (text.replace(notation[0], '').replace(/[\u3400-\u9fffa-z\s.,:?=$]/gi, '') === '')
      return answerWith(
        fn(letter === 'C' ? 'nCr' : 'nPr', num(n), num(r)),
        letter === 'C' ? '組合數 nCr = n! / (r!(n-r)!)。' : '排列數 nPr = n! / (n-r)!。',
        letter === 'C' ? 'nCr = n! / (r!(n-r)!).' : 'nPr = n! / (n-r)!.',
      );
  }
  if (/概率|機率|probability/.test(lower)) return fromBag(lower) ?? die(lower) ?? coin(lower);
  if (
    /(?:選出?|揀選?|抽出?|挑選?|choose|select|pick)[^.。]*\d|\d+[^.。]*(?:選出?|揀|chosen|selected)/.test(
      lower,
    ) &&
    /多少種|幾多種|how many ways|number of ways|組合|combination|committee/.test(lower) &&
    !/排成|排列|arrang|permut|次序/.test(lower)
  )
    return choices(lower);
  if (/排列|排成|arrang|permut/.test(lower) && /\d/.test(lower) && /多少|幾多|how many|number of/.test(lower))
    return arrangements(lower);
  return undefined;
}

/** The probability of one side with one coin, or of the same side with all coins. */
function coin(lower: string): Work | undefined {
  if (!/硬幣|coin/.test(lower) || /和|及|或|不|\bor\b|\band\b|\bnot\b/.test(lower)) return undefined;
  const count =
    /(\d+|兩|二|三|四|two|three|four)\s*(?:個|枚|次|fair|unbiased)?\s*(?:公平)?\s*(?:硬幣|coins?|times|次)/.exec(
      lower,
    )?.[1] ?? (/twice|兩次/.test(lower) ? '2' : '1');
  const numberWords: Record<string, number> = { 兩: 2, 二: 2, 三: 3, 四: 4, two: 2, three: 3, four: 4 };
  const n = numberWords[count] ?? Number(count);
  if (!(n >= 1 && n <= 20)) return undefined;
  if (
    /全部?[是為]?(?:正|公|字|反)|(?:都|皆)[是為](?:正|公|字|反)|all heads|all tails|both heads|both tails|(?:two|three|four|2|3|4) (?:heads|tails)/.test(
      lower,
    ) ||
    n === 1
  )
    return answerWith(
      over(num(1), num(2n ** BigInt(n))),
      '所有結果機會均等。',
      'All outcomes are equally likely.',
    );
  return undefined;
}
