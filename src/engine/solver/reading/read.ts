import { BudgetExceededError } from '../core/budget.ts';
import { type Expr, size, symbolsOf } from '../core/expr.ts';
import { type Statement, variablesOf } from '../core/statement.ts';
import { normaliseText } from './normalise.ts';
import { parseExpr, parseStatement, splitOutside } from './parse.ts';
import { AmbiguousError, functionWords, greekNames, isMathWord, ParseError } from './tokens.ts';
import { hasForeignWords } from './vocabulary.ts';

/** A problem as it was read: its words, and the pieces of mathematics between them. */
export type Reading = {
  readonly input: string;
  /** The normalised text, with its words. */
  readonly text: string;
  /** The same in lower case, for finding words. */
  readonly lower: string;
  readonly parts: readonly string[];
  /** Whether there are words outside the algebra vocabulary: the formulas may not be the whole question. */
  readonly hasOtherWords: boolean;
  /** Whether something is to be computed from the result, such as the square of a distance. */
  readonly asksDerivedResult: boolean;
  /** Whether two quantities are requested at once. */
  readonly asksSeveral: boolean;
  /** Whether a rounded answer is requested. */
  readonly asksRounded: boolean;
  /** Whether an expression with letters ends in "=": something may be missing. */
  readonly openEnded: boolean;
  /** Whether a piece with operators could not be parsed: the rest may not be the whole question. */
  readonly hasUnparsedPart: boolean;
  /** Every piece that is a relation, in order. */
  readonly statements: readonly Statement[];
  /** Every piece that is an expression, in order. */
  readonly exprs: readonly Expr[];
};

const ratioEquation =
  /^(\s*[a-z]\s*:(?=[^=]*:))?([^:=]+:[^:=]+=[^:=]+:[^:=]+|\s*\d+\s*:\s*\d+\s*=\s*[a-z]\s*)$/;
/** 3:5 = x:20: a colon between the expressions of an equation is a ratio; any other colon ends a phrase. */
const withRatios = (text: string): string =>
  text
    .split(/([,;\u3400-\u9fff。，；]+|[A-Za-z]{2,}(?:'s)?)/)
    .reduce<string[]>((pieces, piece, at, all) => {
      // Words end a phrase; multiplied letters do not.
      const joins = at % 2 === 1 && /^[A-Za-z]/.test(piece) && isMathWord(piece);
      const afterJoin = at % 2 === 0 && /^[A-Za-z]/.test(all[at - 1] ?? '') && isMathWord(all[at - 1] ?? '');
      if (pieces.length > 0 && (joins || afterJoin)) pieces.push((pieces.pop() ?? '') + piece);
      else pieces.push(piece);
      return pieces;
    }, [])
    .map((piece) => {
      const found = ratioEquation.exec(piece);
      return found ? `${found[1] ?? ''}${(found[2] ?? '').replaceAll(':', '∶')}` : piece;
    })
    .join('');

const operandGap = /(?<=[\w)\]°%])\s+(?=[\w(√|])/g;
const notBetween = new RegExp(`(?:${[...functionWords, ...greekNames, 'pi', 'log_\\w+'].join('|')})$`);
const notAfter = new RegExp(`^(?:\\d+\\s*/\\s*\\d|pi\\b|${greekNames.join('|')})`);
const relationSigns = /<=|>=|!=|[=<>]/g;

/** "x+y=3 x-y=1": two relations with only a space between. "0 < 2 x + 1 < 5" is one. */
function splitRelations(piece: string): string[] {
  const signs = piece.match(relationSigns) ?? [];
  const rising = signs.every((sign) => sign.startsWith('<'));
  if (signs.length < 2 || rising || signs.every((sign) => sign.startsWith('>'))) return [piece];
  const found: string[] = [];
  let start = 0;
  for (const { index, 0: space } of piece.matchAll(operandGap)) {
    const [before, after] = [piece.slice(start, index), piece.slice(index + space.length)];
    if (notBetween.test(before) || notAfter.test(after)) continue;
    if (!/[=<>]/.test(before) || !/[=<>]/.test(after)) continue;
    found.push(before);
    start = index + space.length;
  }
  // "2 x = 3 y = 6": where products are written with spaces too, this is ambiguous; " @" makes the piece
  // unreadable.
  const parts = [...found, piece.slice(start)];
  return found.length > 0 && parts.some((part) => /\d\s+[a-zA-Z]/.test(part)) ? [`${piece} @`] : parts;
}

function mathPieces(text: string): string[] {
  const bar = ' ‖ ';
  const cleaned = withRatios(text)
    .replace(
      /^\s*(?:\([a-z0-9]{1,3}\)|\(?[ivx]+\)|Q?\d{1,2}[.)、]|Q\d{1,2}:|[a-z]\))\s+(?![+*/÷^=<>]|-\s)/i,
      ' ',
    )
    // "(0° <= x <= 360°)" is a condition, not a factor.
    .replace(/\(([^()]*(?:[<>]=?|=)[^()]*)\)/g, ' , $1 , ')
    .replace(/\.{2,}|…/g, bar)
    .replace(/[\u3400-\u9fff。、！?「」∴∵Σ→△∠]+/gu, bar)
    .replace(/=>/g, bar)
    .replace(/≈/g, bar)
    .replace(/\b[aA]\s+(?=[a-z]{3,})/g, (whole, at: number, all: string) =>
      isMathWord(/^[a-z]+/.exec(all.slice(at + whole.length))?.[0] ?? '') ? whole : bar,
    )
    .replace(/[A-Za-z]+(?:'s)?/g, (word, at: number, all: string) => {
      if (word.length === 1) return word;
      // log_a, x_ab
      if (all[at - 1] === '_') return word;
      // In "bx+by" a short word next to an operator is multiplied letters, whatever else it might mean.
      const touches =
        /[-+*/^(=<>\d]/.test(all[at - 1] ?? '') || /[-+*/^)=<>]/.test(all[at + word.length] ?? '');
      if (touches && word.length <= 3) return word;
      return isMathWord(word) ? word : bar;
    })
    .replace(/\.(?!\d)/g, bar)
    .replace(/;/g, bar)
    .replace(/:(?!\s*\d)|(?<!\d\s*):/g, bar)
    .replace(/[{}$"]/g, ' ');
  return cleaned
    .split('‖')
    .flatMap((piece) => splitOutside(piece))
    .flatMap(splitRelations)
    .map((piece) =>
      piece
        .replace(/^[\s=,]+/, '')
        .replace(/[\s=,]+$/, '')
        .replace(/^'s\b/, '')
        .trim(),
    )
    .filter((piece) => /[0-9a-zA-Z]/.test(piece));
}

/** 3.2e5, which is not a multiple of e; a ratio x:y that is requested. */
const hasUnreadNumbers = /\d[eE][-+]?\d|(?<![a-zA-Z])[a-z]\s*:\s*[a-z](?![a-zA-Z])[^=]*$/;
const hasImaginary = (x: Expr): boolean => symbolsOf(x).has('i');

export function read(input: string): Reading {
  const text = normaliseText(input);
  const parts = mathPieces(text);
  const statements: Statement[] = [];
  const exprs: Expr[] = [];
  // Dots stand for something that is not written, so the question was not read completely.
  let broken = /\.{2,}|…/.test(text) || hasUnreadNumbers.test(text);
  for (const part of parts) {
    try {
      if (/[=<>]/.test(part)) statements.push(parseStatement(part));
      else exprs.push(parseExpr(part));
    } catch (error) {
      if (error instanceof BudgetExceededError || error instanceof AmbiguousError) throw error;
      if (!(error instanceof ParseError) && !(error instanceof RangeError)) throw error;
      broken ||= /[-+*/^=<>|√÷:∶(]/.test(part);
    }
  }
  broken ||= exprs.some(hasImaginary) || statements.some((one) => variablesOf(one).includes('i'));
  const lower = text.toLowerCase();
  const foreign = hasForeignWords(text) || asksElse(text, lower) || hasUnits(text) || /[△∠⊥∥]/.test(text);
  return {
    input,
    text,
    lower,
    hasOtherWords: foreign,
    asksDerivedResult: asksFurther(text),
    asksSeveral: asksSeveral(text),
    asksRounded: asksRounded(text),
    openEnded: /[a-z)]\s*=\s*[?？]?\s*$/i.test(text) && !/\d\s*=\s*[?？]?\s*$/.test(text),
    hasUnparsedPart: broken,
    parts,
    statements,
    exprs,
  };
}

/**
 * Words of the algebra vocabulary that nevertheless change the question: the formulas alone would answer a
 * different one. A kind that answers such a question looks for these words itself.
 */

const chinese =
  /之和|之積|之差|之比|總和|的和|的積|的差|乘積|平方和|立方和|多少個|幾多個|幾個|個數|整數|正數|負數|正根|負根|正解|負解|正實|負實|非負|非零|有理數|無理數|質數|奇數|偶數|較[大小]|最[大小]|係數|常數項|次數|倒數|相反數|是否|證明|完全平方|[項倍]|近似|有效數字|位小數|準確至|性質|通解|複數|多少[次種倍位]|(?:求|找出?|寫出)\s*(?:其|它的)?(?:分母|分子|指數|左邊|右邊)/;
const english =
  /\bhow many\b|\bnumber of\b|\bsums?\b|\bproducts?\b|\bdifference\b|\bpositive (?!ind|exp|power)|\bnegative\b|\bintegers?\b|\bintegral\b|\bwhole numbers?\b|\bnatural\b|\birrational\b|\brational (?:num|root|sol)|\bprimes?\b|\bodd\b|\beven\b|\blarge[rs]t?\b|\bsmalle[rs]t?\b|\bgreate[rs]t?\b|\bleast\b|\bmaximum\b|\bminimum\b|\bexcept\b|\bexcluding\b|\bother than\b|\bnot\b|\bcoefficients?\b|\bconstant term\b|\bdegree of\b|\breciprocal\b|\baverage\b|\bapproximat|\bround|\bdecimal places?\b|\bd\.?p\.?\b|\bsignificant\b|\bs\.?f\.?\b|\bnearest\b|\bcorrect to\b|\bprove\b|\bverify\b|\bshow that\b|\bwhether\b|\bperfect square\b|\bgeneral solution\b|\bcomplex\b|\bis [a-z] ?= ?-?[\d./]+ (?:a|the) (?:root|solution)/;

const isWrittenSquare = /平方(?!根)|立方(?!根)|次方|平方根|立方根|根號|開方/;

/**
 * Whether the text requests something other than solving, simplifying, expanding or factorising its formulas.
 */
function asksElse(text: string, lower: string): boolean {
  const plain = text.replace(/正指數|配成完全平方|最簡|同類項|主項|移項|方程/g, ' ');
  if (chinese.test(plain) || english.test(lower)) return true;
  // Normalisation replaces the powers it understands by symbols; a power in words that remains was not
  // understood.
  if (isWrittenSquare.test(plain)) return true;
  // "a 的 20%" is a percentage of a, not two expressions.
  if (/[a-z\d)]\s*的\s*-?\d/.test(lower)) return true;
  if (/絕對值|absolute value/.test(lower) && !text.includes('|')) return true;
  if (/小數|decimal/.test(lower) || (/分數|fraction/.test(lower) && /\d\.\d/.test(text))) return true;
  if (/對數|logarithm/.test(lower) && !/log|ln/.test(lower.replace('logarithm', ''))) return true;
  return false;
}

const quantity =
  '(?:距離|中點|斜率|截距|頂點|對稱軸|最大值|最小值|極值|值域|定義域|反函數|面積|周界|周長|判別式|根|最大公因數|最小公倍數|圓心|半徑|直徑|直線方程|切線方程|公差|公比|首項|通項|第\\s*\\d+\\s*項|平均數|平均值|中位數|眾數|標準差|方差|分佈域|餘數|商式|體積|概率|distance|midpoint|slope|gradient|[xy]-?\\s?intercepts?|vertex|axis of symmetry|maximum|minimum|range|domain|inverse|area|perimeter|discriminant|roots?|hcf|lcm|h\\.c\\.f\\.|l\\.c\\.m\\.|cent(?:re|er)|radius|diameter|equation|common (?:difference|ratio)|first term|mean|median|mode|standard deviation|variance|remainder|quotient|volume|mph|km/h|m/s)';
const severalQuantities = new RegExp(
  `${quantity}(?:\\s+of\\s+[^,;]{1,40}?)?\\s*(?:和|及|與|、|,|並|以及|\\band\\b|&)\\s*(?:求|find|其|它的|the|its|also)?\\s*(?:the\\s+)?(?:[xy]\\s*-?\\s*)?${quantity}(?!\\s*(?:為|是|=|is)?\\s*-?\\d)|(?:求|find)\\s*[a-zA-Z]\\s*(?:和|及|與|、|and)\\s*(?:the\\s+)?${quantity}|相應|對應的|corresponding`,
  'i',
);

const derivedResult = new RegExp(
  `(?!根|roots?)${quantity}\\s*(?:之|的)\\s*(?:平方|立方|和|差|積|比|倒數|一半|[兩\\d]\\s*倍)|(?:square|sum|product|difference|half|twice|reciprocal) of (?:the |its |their )?(?!roots?)${quantity}`,
  'i',
);
/**
 * Whether something is to be computed from the result: the square of a distance, the sum of the intercepts.
 */
const asksFurther = (text: string): boolean => derivedResult.test(text);

/**
 * Whether two quantities are requested at once: a kind that answers one of them answers only half the
 * question.
 */
const asksSeveral = (text: string): boolean => severalQuantities.test(text);

/** Whether a rounded answer is requested. */
const asksRounded = (text: string): boolean =>
  /準確至|有效數字|位小數|小數後|四捨五入|近似值|decimal places?|\bd\.p\.|significant fig|\bs\.f\.|nearest|correct to|\bround(?:ed)?\b/i.test(
    text,
  );

const unitAfterNumber =
  /\d\s*(?:ft|feet|foot|inch(?:es)?|yd|yards?|miles?|mi|lbs?|oz|kg|km|cm|mm|ml|mL|hrs?|mins?|sec|mph|kmh|GB|MB|kW|Hz|kPa|°\s?[CF])(?![a-zA-Z])/;
/** 3 cm + 2 cm is not 5·c·m. */
const hasUnits = (text: string): boolean => unitAfterNumber.test(text);

/** The function in question: the right side of y = … or f(x) = …, otherwise the longest expression. */
export function functionOf(reading: Reading): { f: Expr; name: string } | undefined {
  const defined = /(?:[fghy]\s*\(\s*([a-z])\s*\)|\by)\s*=\s*([^,;=‖]+)/.exec(reading.text);
  let f: Expr | undefined;
  if (defined?.[2]) {
    const inside = read(defined[2]);
    f = inside.exprs[0];
  }
  f ??= reading.statements.flatMap((one) =>
    one.k === 'rel' && one.op === '=' && one.a.k === 'sym' && one.a.name === 'y' ? [one.b] : [],
  )[0];
  f ??= [...reading.exprs].sort((a, b) => size(b) - size(a))[0];
  if (!f) return undefined;
  const names = [...symbolsOf(f)];
  const name =
    defined?.[1] ??
    (names.includes('x') || names.length === 0
      ? 'x'
      : names.length === 1
        ? (names[0] as string)
        : names.includes('t')
          ? 't'
          : (names[0] as string));
  return { f, name };
}
