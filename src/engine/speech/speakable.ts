/** Written answers as one says them: without the signs of Markdown, formulas in words, and the rest pointed at. */

import { formulaWords, vocabularies } from './formula-words.ts';
import type { Language } from './language.ts';

const shown: Record<
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

/** More words than anybody follows by ear. */
const longestFormula = 160;

const displayed = /\\\[([\s\S]*?)\\\]|\$\$([\s\S]*?)\$\$/g;
const inline = /\\\(([\s\S]*?)\\\)|(?<![\\$\w])\$(?=\S)([^$\n]{1,400}?)(?<=\S)\$(?![\d$])/g;
const bareEnvironment = /(\\begin\{[a-z]+\*?\}[\s\S]*?\\end\{[a-z]+\*?\})/g;

/** One clause or a whole answer; empty where nothing of it can be said. */
export function speakable(markdown: string, language: Language): string {
  const words = shown[language];
  /** What is in words already is set aside, so that nothing takes its letters for signs. */
  const said: string[] = [];
  const aside = (text: string) => {
    said.push(text);
    return `\uE000${said.length - 1}\uE001`;
  };
  const formula = (latex: string) => aside(` ${sayFormula(latex, language)} `);
  const text = markdown
    .replace(/[\uE000\uE001]/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, () => aside(`\n${words.code}\n`))
    .replace(displayed, (_, first: string | undefined, second: string | undefined) =>
      formula(first ?? second ?? ''),
    )
    .replace(inline, (_, first: string | undefined, second: string | undefined) =>
      formula(first ?? second ?? ''),
    )
    .replace(bareEnvironment, (_, latex: string) => formula(latex))
    .replace(/`([^`\n]+)`/g, (_, code: string) => aside(code))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, (_, alt: string) => alt || words.picture)
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/(?:^[ \t]*\|.*\|[ \t]*(?:\n|$))+/gm, () => aside(`\n${words.table}\n`))
    .replace(/https?:\/\/[^\s)，。、）]+/g, () => aside(words.link));
  const plain = plainSigns(blockSigns(text, words.step), language);
  const spoken = plain
    .replace(/\uE000(\d+)\uE001/g, (_, index: string) => said[Number(index)] ?? '')
    .replace(/[ \t]+/g, ' ')
    .replace(/ *\n[\s]*/g, '\n')
    .replace(/ +([,.;:!?，。；：！？、])/g, '$1')
    .trim();
  return /[\p{L}\p{N}]/u.test(spoken) ? spoken : '';
}

function sayFormula(latex: string, language: Language) {
  const { words, isWhole } = formulaWords(latex, language);
  if (!isWhole || words.length > longestFormula) return shown[language].formula;
  return sayBrackets(words, language);
}

/** (x + 2)(x + 3): brackets are heard as small pauses, and what stands side by side is multiplied. */
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
  // Alone, the letter would be said as the article.
  return isEnglish ? spaced.replace(/(?<![A-Za-z'])a(?![A-Za-z'])/g, 'A') : spaced;
}

/** Headings, quotations, lists and rules at the beginning of lines. */
const blockSigns = (text: string, step: (number: string) => string) =>
  text
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/^[ \t]*#{1,6}[ \t]+/gm, '')
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, '')
    .replace(/^[ \t]*[-*+•][ \t]+(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/^[ \t]*(\d{1,3})[.)][ \t]+/gm, (_, number: string) => `${step(number)} `);

/** Emphasis, pictures that are letters, and arithmetic outside formulas. */
function plainSigns(text: string, language: Language) {
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
    .replace(/(?:HK)?\$ ?(\d[\d,]*(?:\.\d+)?)/g, (_, amount: string) => shown[language].price(amount))
    .replace(/[$|]/g, ' ')
    .replace(/²/g, squared)
    .replace(/³/g, cubed)
    .replace(/(\d+(?:\.\d+)?) ?[%％]/g, (_, number: string) => percent(number))
    .replace(/√ ?\(?([\w.]+)\)?/g, (_, inside: string) => vocabularies[language].root(inside, ''))
    .replace(/[×÷±≤≥≠≈∴∵°π∞]/g, (sign) => operator(same[sign] as string))
    .replace(/(?<=[\w)\uE001]) ?= ?(?=[\w(\-−\uE000])/g, operator('='))
    .replace(/(?<=[\w)\uE001]) ?\+ ?(?=[\w(\uE000])/g, operator('+'))
    .replace(/(?<=[\d)])(?: - | ?− ?)(?=[\w(])|(?<=\b[a-z]) [-−] (?=[\d(])/g, operator('-'))
    .replace(/(?<=[\d]) ?\* ?(?=[\d(])/g, operator('times'))
    .replace(/(?<=[\w)\s])([<>])(?= ?[\d(-])/g, (sign) => operator(sign))
    .replace(/(?<=\d)\/(?=\d)/g, operator('/'));
}

const same: Record<string, string> = {
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
