/** What was said, sentence by sentence, ready to be searched for signs of a goal. */
export type Said = readonly Sentence[];
/** English words as they were said, and with “I'm” as “I am”. */
type Sentence = { plain: string; readings: readonly (readonly string[])[] };

const endOfSentence = /(?<=[.!?。！？；;])\s*/;
/** Between two words of a sign others may stand, and between two characters: “how should I take”, 「海邊很安靜」. */
const mostWordsBetween = 3;
const mostCharactersBetween = 6;
/** So many characters are one word in Chinese: they stand together. */
const longestWord = 3;

export const readSaid = (text: string): Said =>
  text.split(endOfSentence).map((sentence) => {
    const plain = sentence.normalize('NFKC').toLowerCase().replace(/[’‘]/g, "'");
    return { plain, readings: [plain, spelledOut(plain)].map((read) => read.match(/[a-z\d']+/g) ?? []) };
  });

const spelledOut = (plain: string) =>
  plain
    .replace(/\bcan't\b/g, 'cannot')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/\bi'm\b/g, 'i am')
    .replace(/'re\b/g, ' are')
    .replace(/'ve\b/g, ' have')
    .replace(/'ll\b/g, ' will')
    .replace(/'d\b/g, ' would')
    .replace(/\b(he|she|it|that|there|here|what|where|who|how|when)'s\b/g, '$1 is');

const isWord = (word: string, sign: string) =>
  sign.endsWith('*') ? word.startsWith(sign.slice(0, -1)) : word === sign;

/** Its parts in their order, no farther than so much from each other. */
function hasParts(units: readonly string[], [first = '', ...rest]: readonly string[], mostBetween: number) {
  let ends = units.flatMap((unit, at) => (isWord(unit, first) ? [at] : []));
  for (const part of rest) {
    const reached = new Set<number>();
    for (const end of ends)
      for (let at = end + 1; at <= end + 1 + mostBetween; at += 1)
        if (isWord(units[at] ?? '', part)) reached.add(at);
    ends = [...reached];
  }
  return ends.length > 0;
}

const hasCharacters = (plain: string, sign: string) => {
  const parts = [...sign];
  return parts.length <= longestWord
    ? plain.includes(sign)
    : hasParts([...plain], parts, mostCharactersBetween);
};

/** The sign that was found; undefined where none was. */
export const signIn = (said: Said, signs: readonly string[]): string | undefined =>
  signs.find((sign) =>
    /\p{Script=Han}/u.test(sign)
      ? said.some(({ plain }) => hasCharacters(plain, sign))
      : said.some(({ readings }) =>
          readings.some((words) => hasParts(words, sign.split(' '), mostWordsBetween)),
        ),
  );

/** The sentence of a transcript that shows it. */
export const evidenceFor = (transcript: string, signs: readonly string[]): string | undefined =>
  transcript
    .split(endOfSentence)
    .find((sentence) => signIn(readSaid(sentence), signs) !== undefined)
    ?.trim();
