/** Removes what is printed around a question on paper: its number, its marks, the blank for the answer. */
import { isMathWord } from './tokens.ts';

const circled = '[①-⑳❶-❿]';
const chinese = '\\u3400-\\u9fff';

/** Question numbers: "Q5", "第3題：", "例1", "12(b)", "3、". */
const questionNumber = new RegExp(
  `^\\s*(?:${[
    `(?:第\\s*\\d{1,3}\\s*題|例題?\\s*\\d{1,3}|練習\\s*\\d{1,3}|問題\\s*\\d{1,3}|(?:Q|Question|Ex|Example|Exercise|No)\\.?\\s*\\d{1,3}(?!\\d|\\.\\d))\\s*(?:\\([a-z]{1,3}\\))?\\s*[.:：、)]?(?=[\\s${chinese}(])`,
    `(?:第\\s*\\d{1,3}\\s*題)\\s*[.:：、]?`,
    `\\d{1,2}\\s*\\([a-h]\\)(?:\\s*\\([ivx]{1,4}\\))?\\s*(?=[${chinese}]|[A-Z][a-z]{2})`,
    `\\d{1,2}\\s*[.．]\\s*(?=[${chinese}a-zA-Z])`,
    `\\d{1,2}\\s*、\\s*(?=[${chinese}]|[^、,，]*=)`,
    `\\((?:\\d{1,2}|[a-h]|[ivx]{1,4})\\)\\s*(?=[\\dxyzXYZ√\\\\${chinese}]|[A-Z][a-z]{2})`,
    `${circled}\\s*`,
  ].join('|')})`,
  'i',
);

const markedWithWord = /[([【［]\s*(?:total\s*)?\d{1,2}\s*marks?\s*[)\]】］]/gi;
const markedAtEnd = /[([【［]\s*(?:共|佔)?\s*\d{1,2}\s*分\s*[)\]】］]\s*$/;
const markedAtStart = /^\s*[([【［]\s*(?:共|佔)?\s*\d{1,2}\s*分\s*[)\]】］](?=\s*[\u3400-\u9fff]|\s+[A-Z])/;
/** "Solve 5x - 3 = 12. [3]" */
const bareMark = /(?<=[^-+*×÷/^=(\s][\s.。]+)\[\s*\d{1,2}\s*\]\s*$/;

const hasRelation = (text: string): boolean => /[=<>≤≥]/.test(text);

/** Whether a label follows an equation; in "f (3)" it is a function's argument. */
const isAfterEquation = (before: string): boolean =>
  hasRelation(before) && !/(?<![A-Za-z\d])[fghPT]\s*$/.test(before);

const isList = /\(a\).*\s\(b\)|\(i\).*\s\(ii\)|\(1\).*\s\(2\)/;
const inList = /(?<=^|\s|[:：,，;；。\u3400-\u9fff])\((?:[a-h]|i{1,3}|iv|v|\d)\)(?=\s|[\dxyz\u3400-\u9fff])/g;

/**
 * Replaces labels by separators: "(a)" and "(2)" before a part of the question, "...(1)" after an equation.
 */
function withoutLabels(text: string): string {
  return text
    .replace(new RegExp(`[\\s.…·—-]*${circled}\\s*`, 'g'), ' ; ')
    .replace(
      /(?:\s+|\s*(?:…|[.…·—-]{2,})\s*)\(\d\)(?=\s*(?:[,;，；]|$))/g,
      (label, at: number, all: string) => (isAfterEquation(all.slice(0, at)) ? ' ; ' : label),
    )
    .replace(/\s*(?:…|[.…·—-]{2,})\s*\(\d\)\s/g, (label, at: number, all: string) =>
      isAfterEquation(all.slice(0, at)) ? ' ; ' : label,
    )
    .replace(
      /(?<=[\s:：,，;；。.\u3400-\u9fff])\(([a-h]|i{1,3}|iv|v|\d)\)(?=\s+[^-+*/^=<>×÷·≤≥)\s]|[\u3400-\u9fff])/g,
      (label, name: string, at: number, all: string) => {
        const before = all.slice(0, at).trimEnd();
        const word = /[A-Za-z]+$/.exec(before)?.[0];
        if (word && (word.length === 1 || isMathWord(word))) return label;
        if (/[-+*/^(]$/.test(before)) return label;
        if (!/[\w)]$/.test(before) || (word && !/^\d$/.test(name))) return ' ; ';
        return hasRelation(before) && hasRelation(all.slice(at)) ? ' ; ' : label;
      },
    );
}

const drawnBlank =
  /\\underline\s*\{\s*(?:\\q?quad|\\hspace\s*\{[^{}]*\}|[\s~\\,;])*\}|\\square|\\Box|\\boxed\s*\{\s*\}|(?:\\_)+|[◻▢☐]/g;
const blank = '(?:□|[?？]|_+|\\(\\s*\\))';

/** "25 × 4 = ___" requests the value, "□ + 5 = 12" a number, "2x = 10 x = ?" the value of x. */
function withoutBlanks(text: string): string {
  const drawn = text.replace(drawnBlank, '□');
  const requested = new RegExp(
    `(?<=[\\d)a-zA-Z]\\s+|[,，;；。]\\s*)([a-zA-Z])\\s*=\\s*${blank}?\\s*[.。]?\\s*$`,
  ).exec(drawn);
  if (requested && hasRelation(drawn.slice(0, requested.index)))
    return `${drawn.slice(0, requested.index).trimEnd()} , ${requested[1]}`;
  const atEnd = drawn.replace(new RegExp(`=\\s*${blank}\\s*[.。]?\\s*$`), '= ');
  const inside = [...atEnd.matchAll(new RegExp(blank, 'g'))];
  const isSum = /^[-−–+*×÷/／=＝().\d\s□?？_]+$/.test(atEnd) && (atEnd.match(/[=＝]/g) ?? []).length === 1;
  return isSum && inside.length === 1 && !/[=＝]\s*$/.test(atEnd)
    ? atEnd.replace(new RegExp(blank), 'x')
    : atEnd;
}

/** The text without question number, marks, part labels and answer blanks. */
export function withoutNumbering(input: string): string {
  const text = input
    .replace(/（/g, '(')
    .replace(/）/g, ')')
    .replace(markedWithWord, ' ')
    .replace(markedAtEnd, ' ')
    .replace(markedAtStart, ' ')
    .replace(bareMark, (mark, at: number, all: string) =>
      hasRelation(all.slice(0, at)) || /[a-zA-Z]{4,}|[\u3400-\u9fff]{2,}/.test(all.slice(0, at)) ? ' ' : mark,
    );
  const parts = isList.test(text) ? text.replace(inList, ' ; ') : text;
  // (3)x + 5 = 20: question 3, or three times x? The pieces are separated, so that the question is declined.
  const unclear = parts.replace(/^(\s*\(\d{1,2}\))(?=[xyz])/i, '$1?');
  return withoutBlanks(withoutLabels(unclear.replace(questionNumber, '')));
}
