/** What stands around a computation may make it another one: half of a sentence is not held against its writer. */

const operator = '[+\\-−–×*·⋅÷/^]';
/** An operand and an operator before it, a function of it, or a place in front of it that words hold. */
const partOfMore = [
  new RegExp(`[\\p{L}\\p{N})\\]}|°%²³]\\s*${operator}\\s*$`, 'u'),
  /[√∛∜^_∑∫π₀-₉]\s*$/u,
  /\d\s+[:：∶]\s*$|\d[:∶]$/,
  /(?<![A-Za-z])(?:arc)?(?:sin|cos|tan|cot|sec|csc|log|ln|lg|exp|of|mod|root|sqrt|abs|gcd|lcm|hcf|lim|max|min|plus|minus|times|over|by)\s*\(?\s*$/i,
  /(?<![A-Za-z])[A-Za-zα-ωΑ-Ω]\s*$/,
  /(?:[加減减乘除又的點点負负之比]|乘以|除以|根號|次方)\s*$/u,
];

export const isPartOfMore = (before: string) => partOfMore.some((tie) => tie.test(before));

/** Where a sentence, a line or a cell begins: nothing before it can belong to it. */
export const beginsSentence = (before: string) =>
  /(?:^|[，。；：、,.;!?！？（「|∴]|即|所以|因此|\b(?:so|hence|thus|therefore))\s*$/iu.test(before);

/** What follows a number and makes it less than the whole: a remainder, a ratio, a letter, figures left out, another base. */
const restOfMore =
  /^\s*(?:[:∶]\s*\d|餘|余|…|⋯|\.{2,}|R\s*\d|r\s*\d|rem(?:ainder)?\b|[!π∶₀-₉]|[(（]?\s*(?:base\b|in binary|[二八]進|十六進))|^\s?[a-ce-fi-knp-rt-z](?![A-Za-z])/;

export const goesOn = (after: string) => restOfMore.test(after);

const numbers = /\d+(?:[.,]\d+)*/g;

/** Percentages that are taken of what stands before them, and ratios that are told as one; figures that are left out. */
export function isMeantOtherwise(claim: string) {
  const text = claim.replaceAll('\\%', '%');
  if (/(?:…|⋯|\.{3}|\\(?:[lc]?dots|dotsc|dotsb)(?![a-zA-Z]))/.test(text)) return true;
  const [left = '', ...right] = text.split(/=|＝|≈|\\approx/);
  const percents = left.match(/%/g)?.length ?? 0;
  if (/[+\-−–]\s*\d[\d.]*\s*%/.test(left) && percents < (left.match(numbers)?.length ?? 0)) return true;
  return percents === 0 && /(?<!\d)100(?!\d)/.test(left) && /%\s*$/.test(right.at(-1) ?? '');
}

/** 0 = 5 computes nothing: whoever writes it has come to a contradiction, and says so. */
export const isOfPlainNumbers = (claim: string) => /^\s*-?\d+\s*(?:=|＝)\s*-?\d+\s*$/.test(claim);
