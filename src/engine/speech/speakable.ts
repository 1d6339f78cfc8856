/** Written answers as spoken text: Markdown removed, formulas in words; code, tables and links are only mentioned. */

import { formulaWords, vocabularies } from './formula-words.ts';
import type { Language } from './language.ts';

const screenPhrases: Record<
  Language,
  {
    formula: string;
    code: string;
    table: string;
    picture: string;
    link: string;
    step(number: string): string;
    price(amount: string): string;
  }
> = {
  en: {
    formula: 'the formula on the screen',
    code: 'the code on the screen.',
    table: 'the table on the screen.',
    picture: 'the picture on the screen',
    link: 'the link on the screen',
    step: (number) => `Step ${number}.`,
    price: (amount) => `${amount} dollars`,
  },
  yue: {
    formula: '畫面上嘅算式',
    code: '畫面上嘅程式碼。',
    table: '畫面上嘅表。',
    picture: '畫面上嘅圖',
    link: '畫面上嘅連結',
    step: (number) => `第 ${number} 步，`,
    price: (amount) => `${amount} 元`,
  },
  cmn: {
    formula: '畫面上的算式',
    code: '畫面上的程式碼。',
    table: '畫面上的表。',
    picture: '畫面上的圖',
    link: '畫面上的連結',
    step: (number) => `第 ${number} 步，`,
    price: (amount) => `${amount} 元`,
  },
};

/** A longer formula, in characters, cannot be followed by ear. */
const longestFormula = 160;

const displayed = /\\\[([\s\S]*?)\\\]|\$\$([\s\S]*?)\$\$/g;
const inline = /\\\(([\s\S]*?)\\\)|(?<![\\$\w])\$(?=\S)([^$\n]{1,400}?)(?<=\S)\$(?![\d$])/g;
const bareEnvironment = /(\\begin\{[a-z]+\*?\}[\s\S]*?\\end\{[a-z]+\*?\})/g;

/** Takes one clause or a whole answer; empty if nothing in it can be spoken. */
export function speakable(markdown: string, language: Language): string {
  const phrases = screenPhrases[language];
  /** Text that is final is replaced by placeholders, so that later replacements do not change it. */
  const asides: string[] = [];
  const setAside = (text: string) => {
    asides.push(text);
    return `\uE000${asides.length - 1}\uE001`;
  };
  const formula = (latex: string) => setAside(` ${sayFormula(latex, language)} `);
  const text = markdown
    .replace(/[\uE000\uE001]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, () => setAside(`\n${phrases.code}\n`))
    .replace(displayed, (_, first: string | undefined, second: string | undefined) =>
      formula(first ?? second ?? ''),
    )
    .replace(inline, (_, first: string | undefined, second: string | undefined) =>
      formula(first ?? second ?? ''),
    )
    .replace(bareEnvironment, (_, latex: string) => formula(latex))
    .replace(/`([^`\n]+)`/g, (_, code: string) => setAside(code))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, (_, alt: string) => alt || phrases.picture)
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/(?:^[ \t]*\|.*\|[ \t]*(?:\n|$))+/gm, () => setAside(`\n${phrases.table}\n`))
    .replace(/https?:\/\/[^\s)，。、）]+/g, () => setAside(phrases.link));
  const plain = sayInlineSigns(removeBlockSigns(text, phrases.step), language);
  const spoken = plain
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => asides[Number(index)] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n[\s]*/g, '\n')
    .replace(/ +([,.;:!?，。；：！？、])/g, '$1')
    .trim();
  return /[\p{L}\p{N}]/u.test(spoken) ? spoken : '';
}

function sayFormula(latex: string, language: Language) {
  const { words, isComplete: isWhole } = formulaWords(latex, language);
  if (!isWhole || words.length > longestFormula) return screenPhrases[language].formula;
  return sayBrackets(words, language);
}

/** (x + 2)(x + 3): brackets become short pauses, and adjacent factors get "times". */
function sayBrackets(words: string, language: Language) {
  const { signs } = vocabularies[language];
  const isEnglish = language === 'en';
  const [comma, times] = [isEnglish ? ', ' : '，', ` ${signs.times} `];
  const spaced = words
    .replace(/(?<![A-Za-z])([a-zA-Z]) ?\( ?([^()]{1,20}?) ?\)/g, isEnglish ? '$1 of $2' : '$1 $2')
    .replace(/([\d)]) ?\(/g, `$1${times}(`)
    .replace(/ *[()[\]] */g, comma)
    .replace(/(?:[,，] *)+/g, comma)
    .replace(/^[,，] *|[,，] *$/g, '');
  // A lone lower-case letter would be spoken as the article.
  return isEnglish ? spaced.replace(/(?<![A-Za-z'])a(?![A-Za-z'])/g, 'A') : spaced;
}

/** Removes the signs of headings, quotations, lists and rules at the beginning of lines. */
const removeBlockSigns = (text: string, step: (number: string) => string) =>
  text
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, '')
    .replace(/^[ \t]*[-*+•][ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/^[ \t]*(\d{1,3})[.)][ \t]+/gm, (_, number: string) => `${step(number)} `);

/** Removes emphasis, HTML tags and emoji, and puts arithmetic outside formulas into words. */
function sayInlineSigns(text: string, language: Language) {
  const { signs, squared, cubed, percent, power } = vocabularies[language];
  const operator = (sign: string) => ` ${signs[sign]} `;
  return text
    .replace(/<[^>\n]{1,200}>/g, ' ')
    .replace(/\*\*|__|~~/g, '')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!$%])/g, '$1')
    .replace(/\p{Extended_Pictographic}|\u{FE0F}|\u{200D}|[✓✗✘■□●○★☆]/gu, '')
    .replace(/(?<=[A-Za-z\d)])\^\{?(-?\w+)\}?/g, (_, exponent: string) =>
      exponent === '2' ? squared : exponent === '3' ? cubed : power(exponent),
    )
    .replace(/(?:HK)?\$ ?(\d[\d,]*(?:\.\d+)?)/g, (_, amount: string) => screenPhrases[language].price(amount))
    .replace(/[$|]/g, ' ')
    .replace(/²/g, squared)
    .replace(/³/g, cubed)
    .replace(/(\d+(?:\.\d+)?) ?[%％]/g, (_, number: string) => percent(number))
    .replace(/√ ?\(?([\w.]+)\)?/g, (_, inside: string) => vocabularies[language].root(inside, ''))
    .replace(/[×÷±≤≥≠≈∴∵°π∞]/g, (sign) => operator(signNames[sign] as string))
    .replace(/(?<=[\w)\uE001]) ?= ?(?=[\w(\-−\uE000])/g, operator('='))
    .replace(/(?<=[\w)\uE001]) ?\+ ?(?=[\w(\uE000])/g, operator('+'))
    .replace(/(?<=[\d)])(?: - | ?− ?)(?=[\w(])|(?<=\b[a-z]) [-−] (?=[\d(])/g, operator('-'))
    .replace(/(?<=[\d]) ?\* ?(?=[\d(])/g, operator('times'))
    .replace(/(?<=[\w)\s])([<>])(?= ?[\d(-])/g, (sign) => operator(sign))
    .replace(/(?<=\d)\/(?=\d)/g, operator('/'));
}

const signNames: Record<string, string> = {
  '×': 'times',
  '÷': 'div',
  '±': 'pm',
  '≤': 'leq',
  '≥': 'geq',
  '≠': 'neq',
  '≈': 'approx',
  '∴': 'therefore',
  '∵': 'because',
  '°': 'circ',
  π: 'pi',
  '∞': 'infty',
};
