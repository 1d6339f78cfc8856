/** Digits in a text, in whatever way they are written, and the groups that they form. */

export type Group = {
  from: number;
  to: number;
  digits: string;
  /** Whether all of it are signs 0 to 9. */
  arabic: boolean;
  /** 三百六十, nine hundred: an amount and no row of digits. */
  amount: boolean;
  /** How many of its digits are letters that look like one. */
  letters: number;
};

/** Chinese, with the way in which numbers are read out over a radio (洞 for nought, 拐 for seven), and Korean. */
const chineseRows = [
  '零〇○0洞영',
  '一壹弌幺么일',
  '二貳贰弍兩两貮이',
  '三叁叄弎參参삼',
  '四肆泗사',
  '五伍오',
  '六陸陆육',
  '七柒拐칠',
  '八捌팔',
  '九玖勾구',
];
const chinese = new Map(chineseRows.flatMap((row, digit) => [...row].map((sign) => [sign, String(digit)])));
const tens = new Map([
  ['廿', '2'],
  ['卄', '2'],
  ['卅', '3'],
  ['卌', '4'],
]);
const ten = '十拾';
const large = '百佰千仟萬万億亿';

const units = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tenWords = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
/** Mandarin, Cantonese, Japanese, French, Spanish, Filipino and Indonesian. */
const spokenRows = [
  'ling nol',
  'yi yat jat yao ichi uno isa satu',
  'er ji yee deux dos dalawa dua',
  'san saam sam trois tres tatlo tiga',
  'si sei yon quatre cuatro apat empat',
  'wu ng cinq cinco lima',
  'liu luk roku seis anim enam',
  'qi chat cat tsat nana sept siete pito tujuh',
  'ba baat bat hachi huit ocho walo delapan',
  'jiu gau kyu neuf nueve siyam sembilan',
];
/** Words that sound like a number word. One alone is no number: it takes eight digits. */
const misspelledRows = [
  '',
  'wun won',
  'tu too',
  'thre free',
  'fower fore',
  'fife fyve',
  'siks sicks look',
  'sevn',
  'ait ate ayt',
  'niner nein nyne',
];
type Word = { text: string; digits: string; kind: 'unit' | 'tens' | 'times' | 'amount' };
const words: Word[] = [
  ...units.map((text, digit): Word => ({ text, digits: String(digit), kind: 'unit' })),
  ...['oh', 'nought', 'nil'].map((text): Word => ({ text, digits: '0', kind: 'unit' })),
  ...teens.map((text, over): Word => ({ text, digits: String(10 + over), kind: 'unit' })),
  ...tenWords.map((text, over): Word => ({ text, digits: String(2 + over), kind: 'tens' })),
  ...[spokenRows, misspelledRows].flatMap((rows) =>
    rows.flatMap((row, digit) =>
      row
        .split(' ')
        .filter(Boolean)
        .map((text): Word => ({ text, digits: String(digit), kind: 'unit' })),
    ),
  ),
  { text: 'double', digits: '2', kind: 'times' },
  { text: 'triple', digits: '3', kind: 'times' },
  { text: 'treble', digits: '3', kind: 'times' },
  { text: 'hundred', digits: '', kind: 'amount' },
  { text: 'thousand', digits: '', kind: 'amount' },
];
const byFirst = new Map<string, Word[]>();
for (const word of [...words].sort((one, other) => other.text.length - one.text.length)) {
  const first = word.text.charAt(0);
  byFirst.set(first, [...(byFirst.get(first) ?? []), word]);
}
const latin = (sign: string) => sign >= 'a' && sign <= 'z';
const arabicDigit = (sign: string) => sign >= '0' && sign <= '9';

const digitSign = (sign: string) => (arabicDigit(sign) ? sign : chinese.get(sign));

/** The number word at a place: after it comes no letter, unless another number word does. */
function wordAt(text: string, at: number, depth = 0): Word | undefined {
  for (const word of byFirst.get(text.charAt(at)) ?? []) {
    if (!text.startsWith(word.text, at)) continue;
    const end = at + word.text.length;
    if (!latin(text.charAt(end)) || (depth < 14 && wordAt(text, end, depth + 1))) return word;
  }
  return undefined;
}

/** 兩個五二六…, 三條7: a digit so many times, where more digits stand beside it. */
function timesAt(text: string, at: number) {
  const [whole, count, ofThem = ''] =
    /^([兩两二2三3四4])[個个條条]([0-9零〇一二三四五六七八九])/.exec(text.slice(at, at + 3)) ?? [];
  const digit = digitSign(ofThem);
  if (!whole || digit === undefined) return undefined;
  const beside = text.slice(Math.max(0, at - 2), at) + text.slice(at + 3, at + 5);
  if (![...beside].some((sign) => digitSign(sign) !== undefined)) return undefined;
  return { digits: digit.repeat(Number(digitSign(count ?? ''))), to: at + whole.length };
}

type Atom = { to: number; digits: string; arabic: boolean; amount: boolean };

function atomAt(text: string, at: number, afterAtom: boolean): Atom | undefined {
  const sign = text.charAt(at);
  if (arabicDigit(sign)) return { to: at + 1, digits: sign, arabic: true, amount: false };
  const plain = (digits: string, to = at + 1, amount = false): Atom => ({
    to,
    digits,
    arabic: false,
    amount,
  });
  const times = timesAt(text, at);
  if (times) return plain(times.digits, times.to);
  const digit = chinese.get(sign);
  if (digit !== undefined) return plain(digit);
  const isChineseDigit = (place: number) => chinese.has(text.charAt(place));
  const isDigit = (place: number) => digitSign(text.charAt(place)) !== undefined;
  const tenfold = tens.get(sign);
  if (tenfold) return plain(isChineseDigit(at + 1) ? tenfold : `${tenfold}0`);
  if (ten.includes(sign) && sign !== '')
    return plain((isDigit(at - 1) ? '' : '1') + (isDigit(at + 1) ? '' : '0'));
  // 孖六, 雙六: twice the digit.
  const doubled = sign === '孖' || sign === '雙' ? digitSign(text.charAt(at + 1)) : undefined;
  if (doubled !== undefined) return plain(doubled.repeat(2), at + 2);
  // 8o42: among digits the letter is a nought.
  if (sign === 'o' && afterAtom && isDigit(at - 1) && isDigit(at + 1)) return plain('0');
  if (afterAtom && sign !== '' && large.includes(sign)) return plain('', at + 1, true);
  if (!latin(sign) || (latin(text.charAt(at - 1)) && !afterAtom)) return undefined;
  const word = wordAt(text, at);
  if (!word) return undefined;
  const end = at + word.text.length;
  if (word.kind === 'unit') return plain(word.digits, end);
  if (word.kind === 'amount') return plain('', end, true);
  const next = /[ -]/.test(text.charAt(end)) ? end + 1 : end;
  const following = latin(text.charAt(next)) ? wordAt(text, next) : undefined;
  if (word.kind === 'tens')
    return following?.kind === 'unit' && following.digits.length === 1 && following.digits !== '0'
      ? plain(word.digits + following.digits, next + following.text.length)
      : plain(`${word.digits}0`, end);
  const repeated = following?.kind === 'unit' ? following.digits : digitSign(text.charAt(next));
  if (repeated?.length !== 1) return undefined;
  return plain(repeated.repeat(Number(word.digits)), following ? next + following.text.length : next + 1);
}

const leetLetters: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  '!': 'i',
};
const longWords = new Set(words.map(({ text }) => text).filter((text) => text.length > 2));
/** luk1 jat1: the tone behind a Cantonese word is no digit. */
const toned = new RegExp(`(?<![a-z])(${spokenRows.join(' ').replaceAll(' ', '|')})[1-6](?![a-z0-9])`, 'g');
/** s1x, thr33: number words that have digits for letters, as words of the same length. */
const withoutLeet = (text: string) =>
  text
    .replaceAll(toned, '$1 ')
    .replaceAll(/(?<![a-z0-9])(?=[a-z\d@!]*[a-z])[a-z\d@!]{3,5}(?![a-z0-9])/g, (token) => {
      const plain = [...token].map((sign) => leetLetters[sign] ?? sign).join('');
      return longWords.has(plain) ? plain : token;
    });

/** Digits without anything between them are a group. */
export function groupsOf(original: string): Group[] {
  const text = withoutLeet(original);
  const groups: Group[] = [];
  let current: Group | undefined;
  let at = 0;
  while (at < text.length) {
    const atom = atomAt(text, at, current !== undefined);
    if (!atom) {
      current = undefined;
      at += 1;
      continue;
    }
    // $300一個鐘: the price ends before what is counted.
    const isCounted = current?.arabic && /^[一兩两][個个堂節节次課课小]/.test(text.slice(at, at + 2));
    if (current && !isCounted) {
      current.to = atom.to;
      current.digits += atom.digits;
      current.arabic &&= atom.arabic;
      current.amount ||= atom.amount;
    } else {
      current = { from: at, letters: 0, ...atom };
      groups.push(current);
    }
    at = atom.to;
  }
  return groups;
}

const letterDigits: Record<string, string> = {
  o: '0',
  i: '1',
  l: '1',
  '|': '1',
  '!': '1',
  z: '2',
  e: '3',
  s: '5',
  t: '7',
  b: '8',
  g: '9',
  q: '9',
};

/** The second reading: whole words of digits and of letters that look like digits. */
export function groupsWithLetters(text: string): Group[] {
  const groups: Group[] = [];
  for (const found of text.matchAll(/[a-z0-9|!]{1,16}/g)) {
    const word = found[0];
    const from = found.index;
    if (/[a-z0-9|!]/.test(text.charAt(from + word.length)) || /[a-z0-9|!]/.test(text.charAt(from - 1)))
      continue;
    const digits = [...word].map((sign) => (arabicDigit(sign) ? sign : (letterDigits[sign] ?? ''))).join('');
    const letters = [...word].filter((sign) => !arabicDigit(sign)).length;
    // A strange letter in a long row is there to be left out: 628A4I930.
    const isLongRow = word.length - letters >= 6 && digits.length === 8 && arabicDigit(word.charAt(0));
    if (
      (digits.length !== word.length && !isLongRow) ||
      (letters === word.length && !/^[oilzsb]$/.test(word))
    )
      continue;
    groups.push({ from, to: from + word.length, digits, arabic: true, amount: false, letters });
  }
  return groups;
}

const soundRows = [
  '林靈鈴令玲',
  '伊衣依醫日要壹',
  '易兒而耳爱愛義',
  '山衫傘散伞',
  '私思絲死獅試泗',
  '午舞武吳唔吾我',
  '柳流劉綠鹿碌',
  '妻漆騎期',
  '爸巴吧叭伯發扒',
  '久酒狗救韭',
];
const sounds = new Map(soundRows.flatMap((row, digit) => [...row].map((sign) => [sign, String(digit)])));
const soundRun = new RegExp(`[${[...sounds.keys(), ...chinese.keys()].join('')}，,、 ]{8,12}`, 'g');

/** The third reading: eight signs in a row that are digits, or sound like one: 柳一九三八二七四. */
export const groupsBySound = (text: string): Group[] =>
  [...text.matchAll(soundRun)].flatMap(({ 0: run, index }) => {
    const told = [...run].filter((sign) => /[^，,、 ]/.test(sign));
    const start = run.length - run.trimStart().length;
    if (told.length !== 8) return [];
    return {
      from: index + start,
      to: index + run.replace(/[，,、 ]+$/, '').length,
      digits: told.map((sign) => chinese.get(sign) ?? sounds.get(sign)).join(''),
      arabic: false,
      amount: false,
      letters: told.filter((sign) => !chinese.has(sign)).length,
    };
  });
