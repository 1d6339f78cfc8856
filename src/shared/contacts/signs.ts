/**
 * A text as plain signs: compatibility forms, circled and small digits, keycaps and look-alike letters become the
 * ordinary sign; marks that nobody sees are dropped. Each sign is one UTF-16 unit and knows its place in the text.
 */
export type Signs = {
  /** Lower case. */
  text: string;
  /** Where each sign begins and ends in the original. */
  from: number[];
  to: number[];
};

const unseen = /[\p{Cf}\p{Mn}\p{Me}\u3164\u115f\u1160\u2800]/u;
const digitOfAnyScript = /\p{Nd}/u;
const letter = /\p{L}/u;

/** First code point of a row of digits, and the digit that it stands for. */
const digitRows: [first: number, last: number, digit: number][] = [
  [0x2776, 0x277e, 1], // ❶
  [0x2780, 0x2788, 1], // ➀
  [0x278a, 0x2792, 1], // ➊
  [0x24f5, 0x24fd, 1], // ⓵
  [0x24ff, 0x24ff, 0], // ⓿
  [0x1f10b, 0x1f10c, 0], // 🄋 🄌
  [0x2160, 0x2168, 1], // Ⅰ
  [0x2170, 0x2178, 1], // ⅰ
  [0x3021, 0x3029, 1], // 〡, the numerals of markets
  [0x2680, 0x2685, 1], // ⚀
  [0x1f550, 0x1f558, 1], // clocks
  [0x1f007, 0x1f00f, 1], // mahjong
  [0x1f010, 0x1f018, 1],
  [0x1f019, 0x1f021, 1],
];
const letterRows: [first: number, last: number][] = [
  [0x1f150, 0x1f169],
  [0x1f170, 0x1f189],
];
const lookAlikes: Record<string, string> = {
  а: 'a',
  б: '6',
  в: 'b',
  з: '3',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ο: 'o',
  α: 'a',
  ι: 'i',
  '⁄': '/',
  '‐': '-',
  '‒': '-',
  '–': '-',
  '−': '-',
  '—': '-',
  '―': '-',
  ー: '-',
};

function digitOf(code: number) {
  for (const [first, last, digit] of digitRows)
    if (code >= first && code <= last) return String(digit + code - first);
  if (code < 0x660 || !digitOfAnyScript.test(String.fromCodePoint(code))) return undefined;
  // The digits of a script stand in a row from 0 to 9.
  let before = 0;
  while (before < 50 && digitOfAnyScript.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

function plainFormOf(sign: string, code: number): string {
  if (code < 0x80) return sign.toLowerCase();
  if (code >= 0x4e00 && code <= 0x9fff) return sign;
  if (unseen.test(sign)) return '';
  const digit = digitOf(code);
  if (digit !== undefined) return digit;
  for (const [first, last] of letterRows)
    if (code >= first && code <= last) return String.fromCharCode(0x61 + code - first);
  if (code === 0x1f51f) return '10';
  // An accent on a Latin letter is a mark of its own: zéro.
  const plain = sign.normalize(code < 0x250 ? 'NFKD' : 'NFKC').toLowerCase();
  let form = '';
  for (const part of plain) {
    if (unseen.test(part)) continue;
    const known = lookAlikes[part] ?? part;
    form += known.length === 1 ? known : letter.test(known) ? '口' : '•';
  }
  return form;
}

export function signsOf(original: string): Signs {
  let text = '';
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const sign of original) {
    const end = at + sign.length;
    const form = plainFormOf(sign, sign.codePointAt(0) as number);
    // Marks on a sign, such as a line through it, belong to it.
    if (form === '' && to.length > 0 && to[to.length - 1] === at) to[to.length - 1] = end;
    text += form;
    for (let count = 0; count < form.length; count += 1) {
      from.push(at);
      to.push(end);
    }
    at = end;
  }
  return { text, from, to };
}

/** The same signs without what stands between the letters of a word: "k e l l y @ g m a i l . c o m", "k-e-l-l-y". */
export function withoutSpacing(signs: Signs): Signs {
  const { text } = signs;
  const kept: number[] = [];
  const lone = (at: number) =>
    /[a-z0-9@._]/.test(text.charAt(at)) &&
    !/[a-z0-9]/.test(text.charAt(at - 1)) &&
    !/[a-z0-9]/.test(text.charAt(at + 1));
  let at = 0;
  while (at < text.length) {
    let end = at;
    const between = text.charAt(at + 1);
    while (/[ -]/.test(between) && lone(end) && text.charAt(end + 1) === between && lone(end + 2)) end += 2;
    if (end - at >= 8) for (let each = at; each <= end; each += 2) kept.push(each);
    else for (let each = at; each <= end; each += 1) kept.push(each);
    at = end + 1;
  }
  if (kept.length === text.length) return signs;
  return {
    text: kept.map((each) => text.charAt(each)).join(''),
    from: kept.map((each) => signs.from[each] as number),
    to: kept.map((each) => signs.to[each] as number),
  };
}
