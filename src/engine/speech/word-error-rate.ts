/** Word error rate of a transcript, ignoring capitals, punctuation and how numbers are written. */

import type { Language } from './language.ts';

type WordErrors = { substituted: number; deleted: number; inserted: number; spoken: number };

export const noErrors: WordErrors = { substituted: 0, deleted: 0, inserted: 0, spoken: 0 };

export const errorRate = ({ substituted, deleted, inserted, spoken }: WordErrors) =>
  spoken === 0 ? (inserted > 0 ? 1 : 0) : (substituted + deleted + inserted) / spoken;

export const addErrors = (a: WordErrors, b: WordErrors): WordErrors => ({
  substituted: a.substituted + b.substituted,
  deleted: a.deleted + b.deleted,
  inserted: a.inserted + b.inserted,
  spoken: a.spoken + b.spoken,
});

/** Counts English by words and Chinese by characters. */
export const countErrors = (reference: string, hypothesis: string, language: Language = 'en') =>
  align(units(reference, language), units(hypothesis, language));

export const units = (text: string, language: Language) =>
  language === 'en'
    ? englishWords(text)
    : (text
        .normalize('NFKC')
        .toLowerCase()
        .match(/\p{Script=Han}|[a-z]+|\d/gu) ?? []);

const signs: [RegExp, string][] = [
  [/%/g, ' percent '],
  [/\+/g, ' plus '],
  [/=/g, ' equals '],
  [/×/g, ' times '],
  [/÷/g, ' divided by '],
  [/°/g, ' degrees '],
  [/&/g, ' and '],
  [/²/g, ' squared '],
  [/³/g, ' cubed '],
  [/\$(\d[\d,.]*\d|\d)/g, '$1 dollars'],
];

/** British, American and recognisers' spellings of the same words. */
const spellings: [RegExp, string][] = [
  [/\bok\b/g, 'okay'],
  [/\bper cent\b/g, 'percent'],
  [/\bdoctor\b/g, 'dr'],
  [/\bmister\b/g, 'mr'],
  [/\b(cent|cent?i|kilo|milli)?metre(s?)\b/g, '$1meter$2'],
  [/\blitre(s?)\b/g, 'liter$1'],
  [/\b(\w+[^aeiou])our(s|ed|ing|ite|ites)?\b/g, '$1or$2'],
  [/\b(\w{3,})is(e|es|ed|ing)\b/g, '$1iz$2'],
  [/\bcentre(s?)\b/g, 'center$1'],
  [/\bpractise/g, 'practice'],
  [/\bmaths\b/g, 'math'],
];

function englishWords(text: string): string[] {
  let plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`]/g, "'")
    .replace(/(\d),(?=\d{3}\b)/g, '$1');
  for (const [sign, word] of signs) plain = plain.replace(sign, word);
  plain = plain
    .replace(/(\d+)(?:st|nd|rd|th)\b/g, (_, digits: string) => ` ${ordinalWords(digits)} `)
    .replace(/(\d+)\.(\d+)/g, (_, whole: string, part: string) => {
      const decimals = [...part].map((digit) => numberWords(digit)).join(' ');
      return ` ${numberWords(whole)} point ${decimals} `;
    })
    .replace(/\d+/g, (digits) => ` ${numberWords(digits)} `)
    .replace(/'/g, '')
    .replace(/[^a-z\s]+/g, ' ');
  for (const [spelling, usual] of spellings) plain = plain.replace(spelling, usual);
  // “A hundred and five” and “one hundred five” are the same number.
  plain = plain
    .replace(/\b(hundred|thousand|million) and\b/g, '$1')
    .replace(/\ba (?=hundred|thousand)/g, 'one ');
  return plain.split(/\s+/).filter(Boolean);
}

/** The edits of the smallest Levenshtein distance, by kind. */
function align(reference: readonly string[], hypothesis: readonly string[]): WordErrors {
  type Cell = { cost: number; substituted: number; deleted: number; inserted: number };
  const step = (cell: Cell, kind: 'substituted' | 'deleted' | 'inserted'): Cell => ({
    ...cell,
    cost: cell.cost + 1,
    [kind]: cell[kind] + 1,
  });
  let above: Cell[] = [{ cost: 0, substituted: 0, deleted: 0, inserted: 0 }];
  for (const _ of hypothesis) above.push(step(above.at(-1) as Cell, 'inserted'));
  for (const word of reference) {
    const row: Cell[] = [step(above[0] as Cell, 'deleted')];
    for (const [j, other] of hypothesis.entries()) {
      const diagonal = above[j] as Cell;
      const choices = [
        word === other ? diagonal : step(diagonal, 'substituted'),
        step(above[j + 1] as Cell, 'deleted'),
        step(row[j] as Cell, 'inserted'),
      ];
      row.push(choices.reduce((best, choice) => (choice.cost < best.cost ? choice : best)));
    }
    above = row;
  }
  const { substituted, deleted, inserted } = above.at(-1) as Cell;
  return { substituted, deleted, inserted, spoken: reference.length };
}

const small = [
  ...[
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const thousands = ['', ' thousand', ' million', ' billion'];
const ordinals: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

function belowThousand(value: number): string {
  if (value < 20) return small[value] as string;
  if (value < 100) {
    const rest = value % 10;
    return `${tens[Math.floor(value / 10)]}${rest ? ` ${small[rest]}` : ''}`;
  }
  const rest = value % 100;
  return `${small[Math.floor(value / 100)]} hundred${rest ? ` ${belowThousand(rest)}` : ''}`;
}

/** 1204 is “one thousand two hundred four”; numbers of more than 12 digits are read digit by digit. */
function numberWords(digits: string): string {
  if (digits.length > 12 || (digits.length > 1 && digits.startsWith('0')))
    return [...digits].map((digit) => small[Number(digit)]).join(' ');
  let value = Number(digits);
  if (value === 0) return 'zero';
  const parts: string[] = [];
  for (let power = 0; value > 0; power++, value = Math.floor(value / 1000))
    if (value % 1000 > 0) parts.unshift(`${belowThousand(value % 1000)}${thousands[power]}`);
  return parts.join(' ');
}

function ordinalWords(digits: string): string {
  const words = numberWords(digits).split(' ');
  const last = words.pop() as string;
  const ordinal = ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(' ');
}
