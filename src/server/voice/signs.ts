/** What was said, ready to be searched for signs of a goal. */
export type Said = { words: Set<string>; list: readonly string[]; plain: string };

export function readSaid(text: string): Said {
  const plain = text.normalize('NFKC').toLowerCase().replace(/[’‘]/g, "'");
  const list = plain.match(/[a-z\d']+/g) ?? [];
  return { words: new Set(list), list, plain };
}

const hasWord = ({ words, list }: Said, sign: string) =>
  sign.endsWith('*') ? list.some((word) => word.startsWith(sign.slice(0, -1))) : words.has(sign);

/** Chinese signs are looked for character by character, in order: 「海邊安靜」 is in 「海邊很安靜」. */
function hasCharacters(plain: string, sign: string) {
  let at = 0;
  for (const character of sign) {
    const found = plain.indexOf(character, at);
    // Within a few characters of the one before: farther off it is another sentence's.
    if (found === -1 || (at > 0 && found - at > 6)) return false;
    at = found + character.length;
  }
  return true;
}

/** The sign that was found; undefined where none was. */
export const signIn = (said: Said, signs: readonly string[]): string | undefined =>
  signs.find((sign) =>
    /\p{Script=Han}/u.test(sign)
      ? hasCharacters(said.plain, sign)
      : sign.split(' ').every((word) => hasWord(said, word)),
  );

/** The sentence of a transcript that shows it. */
export function evidenceFor(transcript: string, signs: readonly string[]): string | undefined {
  const sentences = transcript.split(/(?<=[.!?。！？；])\s*/).filter(Boolean);
  const found = sentences.find((sentence) => signIn(readSaid(sentence), signs) !== undefined);
  return found?.trim() ?? (signIn(readSaid(transcript), signs) === undefined ? undefined : transcript.trim());
}
