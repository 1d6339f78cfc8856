import { fold } from './fold.ts';
import { classOf } from './words.ts';

/** One word of a text: its class (empty when it has none), and how it is written after folding. */
export type Token = { letter: string; text: string };

const longest = Math.max(...[...classOf.keys()].map((word) => word.length));
const isLatin = (sign: string) => /[a-z']/.test(sign);

/** Cuts a text into words, at each place the longest known one; what is unknown stays a character or a Latin word. */
export function tokensOf(text: string): Token[] {
  const folded = fold(text);
  const tokens: Token[] = [];
  for (let at = 0; at < folded.length; ) {
    const known = knownAt(folded, at);
    if (known !== undefined) {
      // 「笑我」: 笑 alone says nothing, but who is laughed at is a word of its own.
      const length = known.length > 1 && known.endsWith('我') ? known.length - 1 : known.length;
      tokens.push({ letter: classOf.get(known) ?? '', text: known.slice(0, length) });
      at += length;
    } else {
      const unknown = /[a-z][a-z'-]*|\d+(?:\.\d+)?|./suy;
      unknown.lastIndex = at;
      const found = unknown.exec(folded)?.[0] ?? folded.charAt(at);
      if (found !== ' ') tokens.push({ letter: '', text: /^\d/.test(found) ? '0' : found });
      at += found.length;
    }
  }
  return tokens;
}

function knownAt(folded: string, at: number): string | undefined {
  if (at > 0 && isLatin(folded.charAt(at)) && isLatin(folded.charAt(at - 1))) return undefined;
  for (let length = Math.min(longest, folded.length - at); length > 0; length -= 1) {
    const word = folded.slice(at, at + length);
    if (!classOf.has(word)) continue;
    const endsInside = isLatin(word.charAt(length - 1)) && isLatin(folded.charAt(at + length));
    if (!endsInside) return word;
  }
  return undefined;
}
