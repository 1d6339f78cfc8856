/**
 * Money or mathematics: both use the dollar sign, so the text around and between two of them decides. The
 * rule is in docs/decisions/052; whatever is not clearly a formula stays as typed.
 */

const command = /\\[A-Za-z]+/;
/** Text inside a formula, in any language. */
const wordsInside =
  /\\(?:text|textbf|textit|textrm|textsf|mathrm|mathbf|mathsf|operatorname|mbox|tag)\*?\s*\{[^{}]*\}/g;
const han = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Punctuation that ends or joins sentences. */
const sentenceMarks = /[，。；！？、：「」『』《》“”…]/;
const functions =
  /^(?:sin|cos|tan|cot|sec|csc|cosec|log|ln|exp|lim|max|min|mod|gcd|lcm|hcf|det|arcsin|arccos|arctan|sinh|cosh|tanh|and|or)$/;
const joiners = /^(?:and|or)$/;
const loneSigns = /^[+\-−×÷=<>≤≥≠±·%°∞√∠△∈∪∩?/]$/;

/** `before` and `after` are the characters outside the two signs. */
export function isFormula(content: string, before: string, after: string) {
  if (content.trim() === '' || /\d/.test(after)) return false;
  const padded = [/^\s/.test(content), /\s$/.test(content)];
  if (padded[0] !== padded[1]) return false;
  if (padded[0] && !isStrong(content)) return false;
  const inside = content.trim();
  if (loneSigns.test(inside)) return true;
  if (!/[A-Za-z0-9α-ωΑ-Ω]/.test(inside) && !(han.test(inside) && isOfQuantities(inside, true))) return false;
  return !endsEarly(inside, after) && !rulesOutFormula(inside, before, true);
}

/** Whether more text could still make it a formula. */
export const mayBecomeFormula = (content: string, before: string) =>
  content.length <= 200 &&
  // After a space it is rarely a formula: a few characters may still show that it is.
  !(/^\s/.test(content) && content.length > 12 && !isStrong(content)) &&
  !rulesOutFormula(content.trimStart(), before, false);

/** Between two double signs: only restaurants' price levels and prose have to be excluded. */
export function isDisplayFormula(content: string) {
  const inside = content.trim();
  return (
    /[A-Za-z0-9α-ω]/.test(inside) && (isStrong(inside) || !(isProse(bare(inside), true) || han.test(inside)))
  );
}
export const mayBecomeDisplayFormula = (content: string, opensLine: boolean) =>
  opensLine || isStrong(content) || !(sentenceMarks.test(content) || isProse(bare(content), false));

export function isSentence(content: string) {
  const rest = bare(content);
  return sentenceMarks.test(rest) || isProse(rest, false);
}

/** Characters that prices and prose do not contain. */
const isStrong = (content: string) => command.test(content) || /[\^_=]/.test(content);

const bare = (content: string) => content.replace(wordsInside, '').replace(/\\[A-Za-z]+/g, ' · ');

/** It stops in the middle: the second sign belongs to another price, or to a variable of a program. */
const endsEarly = (content: string, after: string) =>
  /(?<!\^|^)[+\-*/=<>(~–—:]$/.test(content) ||
  (/[,;，；]$/.test(content) && /^\d/.test(content)) ||
  (/[.,;]$/.test(content) && /[A-Za-z]/.test(after));

function rulesOutFormula(content: string, before: string, isWhole: boolean) {
  const beginsAsPrice = /^[\d.,]/.test(content);
  const hasCommand = command.test(content);
  if (/[A-Za-z0-9]/.test(before) && (beginsAsPrice || !isStrong(content))) return true;
  if (content.includes('\n') && !hasCommand) return true;
  const rest = bare(content);
  if (!hasCommand) {
    if (sentenceMarks.test(rest)) return true;
    const beginsWithHan = han.test(content[0] ?? '');
    const isNamed = beginsWithHan && (!isWhole || isStrong(content));
    if (han.test(rest) && !isNamed && !isOfQuantities(rest, isWhole)) return true;
  }
  // With a command it is not prose, unless it began as a price.
  return (beginsAsPrice || !hasCommand) && isProse(rest, isWhole);
}

const hanWords = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
const relation = /[=<>≤≥≠≈]/;
const arithmeticBefore = /(?:^|[=<>≤≥≠≈+\-−×÷*/·(^_{])\s*$/;
const arithmeticAfter = /^\s*(?:$|[=<>≤≥≠≈+\-−×÷*/·)^_}])/;
const joiningWord = /^[或及和且]$/;

/**
 * Chinese words in the place of a quantity, with arithmetic signs on either side (`A = 長 × 闊`), or joining
 * two statements (`x = 2 或 x = 3`). A number at the beginning is a price, unless it is a factor as in `2x`.
 */
function isOfQuantities(content: string, isWhole: boolean) {
  if (/^[\d.,]+(?![\d.,A-Za-z(])/.test(content)) return false;
  if (isWhole && !/[×÷]/.test(content) && !relation.test(content)) return false;
  return [...content.matchAll(hanWords)].every(({ 0: word, index }) => {
    const before = content.slice(0, index);
    const after = content.slice(index + word.length);
    if (arithmeticBefore.test(before) && arithmeticAfter.test(after)) return true;
    const isJoined = relation.test(before) && /[A-Za-z0-9)]\s*$/.test(before);
    return (
      isJoined &&
      joiningWord.test(word) &&
      (/^\s*[A-Za-z0-9(\-−√]/.test(after) || (!isWhole && after.trim() === ''))
    );
  });
}

/** A word beside another word or a number with only a space between: no product is written like that. */
function isProse(content: string, isWhole: boolean) {
  for (const match of content.matchAll(/[A-Za-z][a-z]{2,}/g)) {
    const [word] = match;
    const before = content.slice(0, match.index);
    const after = content.slice(match.index + word.length);
    if (/[A-Za-z\\]$/.test(before) || /^[A-Za-z]/.test(after)) continue;
    // The last word may still be incomplete.
    if (!isWhole && after === '') continue;
    const isJoiner = joiners.test(word);
    if (functions.test(word) && !isJoiner) continue;
    if (/[A-Za-z0-9).,]\s+$/.test(before) || /^[.,]?\s+[A-Za-z0-9(]/.test(after)) return true;
    if (isJoiner && /\s$/.test(before)) return true;
    if (!isWhole && /^\s/.test(after) && /\s$/.test(before)) return true;
  }
  return false;
}
