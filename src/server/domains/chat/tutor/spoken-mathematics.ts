const units: Record<string, number> = Object.fromEntries(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
);
const tens: Record<string, number> = Object.fromEntries(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, (i + 2) * 10]),
);

const isNumberWord = (word: string) =>
  word in units || word in tens || word === 'hundred' || word === 'thousand';

/** `two hundred and five` becomes 205; words that are not numbers stay. */
function numbersIn(words: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; ) {
    if (!isNumberWord(words[at] as string)) {
      out.push(words[at] as string);
      at += 1;
      continue;
    }
    const { value, next } = readNumber(words, at);
    const decimals = digitsAfterPoint(words, next);
    out.push(decimals.digits === '' ? String(value) : `${value}.${decimals.digits}`);
    at = decimals.next;
  }
  return out;
}

function readNumber(words: readonly string[], from: number) {
  let [total, group, at] = [0, 0, from];
  /** Limit of what may still be added: after twenty a unit, after a unit nothing. */
  let room = 1000;
  for (; at < words.length; at += 1) {
    const word = words[at] as string;
    const value = units[word] ?? tens[word];
    if (value !== undefined && (value < room || group === 0)) {
      if (group > 0 && value >= room) break;
      group += value;
      room = value >= 20 ? 10 : 1;
    } else if (word === 'hundred' && group > 0) [group, room] = [group * 100, 100];
    else if (word === 'thousand' && group > 0) [total, group, room] = [total + group * 1000, 0, 1000];
    else if (
      word === 'and' &&
      (room === 100 || (group === 0 && total > 0)) &&
      isNumberWord(words[at + 1] ?? '')
    )
      continue;
    else break;
  }
  return { value: total + group, next: at };
}

function digitsAfterPoint(words: readonly string[], at: number) {
  if (words[at] !== 'point' && words[at] !== 'decimal') return { digits: '', next: at };
  let [digits, next] = ['', at + 1];
  for (; (units[words[next] ?? ''] ?? 10) < 10; next += 1) digits += units[words[next] as string];
  return digits === '' ? { digits, next: at } : { digits, next };
}

/** Longer phrases first: `divided by` before `by`. */
const signs: [RegExp, string][] = [
  [/\bis (?:less than or equal to|at most)\b/g, '<='],
  [/\bis (?:greater than or equal to|at least)\b/g, '>='],
  [/\bis less than\b/g, '<'],
  [/\bis greater than\b/g, '>'],
  [/\b(?:is equal to|equals to|equals?)\b/g, '='],
  [/\b(?:divided by|over)\b/g, '/'],
  [/\b(?:multiplied by|times)\b/g, '*'],
  [/\bto the power (?:of )?(-?\w+)\b/g, '^$1'],
  [/ ?\bsquared\b/g, '^2'],
  [/ ?\bcubed\b/g, '^3'],
  [/\bthe square root of (\w+)\b/g, 'sqrt($1)'],
  [/\bsquare root of (\w+)\b/g, 'sqrt($1)'],
  [/\b(?:plus|add)\b/g, '+'],
  [/\b(?:minus|subtract|take away)\b/g, '-'],
  [/\bpercent\b/g, '%'],
  [/\bopen (?:bracket|parenthesis)\b/g, '('],
  [/\bclose (?:bracket|parenthesis)\b/g, ')'],
];

const chinese: [RegExp, string][] = [
  [/等於|等于/g, '='],
  [/除以/g, '/'],
  [/乘以|乘/g, '*'],
  [/加/g, '+'],
  [/減|减/g, '-'],
  [/的?平方/g, '^2'],
  [/的?立方/g, '^3'],
];

/** Spoken mathematics in symbols: “two x plus five equals thirteen” becomes 2x + 5 = 13. */
export function inSymbols(said: string): string {
  const words = said
    .toLowerCase()
    .replace(/[-‐](?=[a-z])/g, ' ')
    .replace(/[?!;]|[.,](?!\d)/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  let text = numbersIn(words).join(' ');
  for (const [pattern, sign] of [...signs, ...chinese]) text = text.replace(pattern, sign);
  // Speech recognition writes the letter x as “ex”.
  text = text.replace(/\b(\d+(?:\.\d+)?) ex\b/g, '$1 x').replace(/\bex\b(?= ?[-+*/=^])/g, 'x');
  // 2 x is a product: the space is removed.
  text = text.replace(/(\d) (?=[a-z]\b(?! ?[a-z]))/g, '$1');
  const isMathematics = /[-+*/=^<>%]|sqrt/.test(text);
  return isMathematics
    ? text.replace(/^(?:so |please |can you |could you |what is |what's |how much is )+/, '').trim()
    : said;
}
