/** A transcript split into sentences, ready to be searched for signs of a goal. */
export type Said = readonly Sentence[];
/** English words as spoken, and with contractions written out (“I'm” as “I am”). */
type Sentence = { plain: string; readings: readonly (readonly string[])[] };

const endOfSentence = /(?<=[.!?。！？；;])\s*/;
/**
 * Other words may stand between two words of a sign, and other characters between two characters: “how should
 * I take”, 「海邊很安靜」.
 */
const maxWordsBetween = 3;
const maxCharactersBetween = 6;
/** Chinese signs up to this length are one word and must match without gaps. */
const maxWordLength = 3;

export const parseTranscript = (text: string): Said =>
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

/** Whether the parts appear in order, with at most `maxBetween` units between two of them. */
function hasParts(units: readonly string[], [first = '', ...rest]: readonly string[], maxBetween: number) {
  let ends = units.flatMap((unit, at) => (isWord(unit, first) ? [at] : []));
  for (const part of rest) {
    const reached = new Set<number>();
    for (const end of ends)
      for (let at = end + 1; at <= end + 1 + maxBetween; at += 1)
        if (isWord(units[at] ?? '', part)) reached.add(at);
    ends = [...reached];
  }
  return ends.length > 0;
}

const hasCharacters = (plain: string, sign: string) => {
  const parts = [...sign];
  return parts.length <= maxWordLength
    ? plain.includes(sign)
    : hasParts([...plain], parts, maxCharactersBetween);
};

/** The first sign found; undefined without any. */
export const findSign = (said: Said, signs: readonly string[]): string | undefined =>
  signs.find((sign) =>
    /\p{Script=Han}/u.test(sign)
      ? said.some(({ plain }) => hasCharacters(plain, sign))
      : said.some(({ readings }) =>
          readings.some((words) => hasParts(words, sign.split(' '), maxWordsBetween)),
        ),
  );

/** The sentence of a transcript that contains a sign. */
export const evidenceFor = (transcript: string, signs: readonly string[]): string | undefined =>
  transcript
    .split(endOfSentence)
    .find((sentence) => findSign(parseTranscript(sentence), signs) !== undefined)
    ?.trim();
