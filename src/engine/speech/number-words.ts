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

/** 1204 is “one thousand two hundred four”; what is longer than a billion is read figure by figure. */
export function numberWords(digits: string): string {
  if (digits.length > 12 || (digits.length > 1 && digits.startsWith('0')))
    return [...digits].map((digit) => small[Number(digit)]).join(' ');
  let value = Number(digits);
  if (value === 0) return 'zero';
  const parts: string[] = [];
  for (let power = 0; value > 0; power++, value = Math.floor(value / 1000))
    if (value % 1000 > 0) parts.unshift(`${belowThousand(value % 1000)}${thousands[power]}`);
  return parts.join(' ');
}

export function ordinalWords(digits: string): string {
  const words = numberWords(digits).split(' ');
  const last = words.pop() as string;
  const ordinal = ordinals[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words, ordinal].join(' ');
}
