/**
 * The text around a computation may change its meaning: a fragment of a longer statement is not marked as
 * wrong.
 */

const operator = '[+\\-−–×*·⋅÷/^]';
/**
 * Text before a computation that makes it part of a longer one: an operand and operator, a function, a
 * letter, or words.
 */
const partOfMore = [
  new RegExp(`[\\p{L}\\p{N})\\]}|°%²³]\\s*${operator}\\s*$`, 'u'),
  /[√∛∜^_∑∫π₀-₉]\s*$/u,
  /\d\s+[:：∶]\s*$|\d[:∶]$/,
  /(?<![A-Za-z])(?:arc)?(?:sin|cos|tan|cot|sec|csc|log|ln|lg|exp|of|mod|root|sqrt|abs|gcd|lcm|hcf|lim|max|min|plus|minus|times|over|by)\s*\(?\s*$/i,
  /(?<![A-Za-z])[A-Za-zα-ωΑ-Ω]\s*$/,
  /(?:[加減减乘除又的點点負负之比]|乘以|除以|根號|次方)\s*$/u,
];

export const isPartOfMore = (before: string) => partOfMore.some((pattern) => pattern.test(before));

/** The start of a sentence, a line or a cell: nothing before it belongs to the computation. */
export const beginsSentence = (before: string) =>
  /(?:^|[，。；：、,.;!?！？（「|∴]|即|所以|因此|\b(?:so|hence|thus|therefore))\s*$/iu.test(before);

/**
 * Text after a number that changes its meaning: a remainder, a ratio, a letter, an ellipsis, another base.
 */
const restOfMore =
  /^\s*(?:[:∶]\s*\d|餘|余|…|⋯|\.{2,}|R\s*\d|r\s*\d|rem(?:ainder)?\b|[!π∶₀-₉]|[(（]?\s*(?:base\b|in binary|[二八]進|十六進))|^\s?[a-ce-fi-knp-rt-z](?![A-Za-z])/;

export const goesOn = (after: string) => restOfMore.test(after);

const numbers = /\d+(?:[.,]\d+)*/g;

/**
 * Percentages taken of the number before them, ratios stated as a percentage, and numbers with an ellipsis.
 */
export function hasOtherMeaning(claim: string) {
  const text = claim.replaceAll('\\%', '%');
  if (/(?:…|⋯|\.{3}|\\(?:[lc]?dots|dotsc|dotsb)(?![a-zA-Z]))/.test(text)) return true;
  const [left = '', ...right] = text.split(/=|＝|≈|\\approx/);
  const percents = left.match(/%/g)?.length ?? 0;
  if (/[+\-−–]\s*\d[\d.]*\s*%/.test(left) && percents < (left.match(numbers)?.length ?? 0)) return true;
  return percents === 0 && /(?<!\d)100(?!\d)/.test(left) && /%\s*$/.test(right.at(-1) ?? '');
}

/** 0 = 5 computes nothing: it states a contradiction on purpose. */
export const isOfPlainNumbers = (claim: string) => /^\s*-?\d+\s*(?:=|＝)\s*-?\d+\s*$/.test(claim);
