import { type Token, tokensOf } from './encode.ts';
import { patternsIn } from './rules.ts';

export const buckets = 1 << 17;

/** FNV-1a. */
function hash(text: string) {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return (value ^ (value >>> 15)) & (buckets - 1);
}

/** The beginning that the forms of one English word share. */
const stemOf = (word: string) =>
  /^[a-z]{5,}$/.test(word) ? word.slice(0, Math.max(4, word.length - 3)) : '';

/** Words so far apart still belong together. */
const reach = 9;

/** What a text looks like to the classifier: the numbers of its features. */
export function featuresOf(text: string): number[] {
  const tokens = tokensOf(text);
  const found = new Set<number>();
  const note = (feature: string) => void found.add(hash(feature));
  const written = tokens.map(({ text: word }) => word);
  for (let at = 0; at < written.length; at += 1) {
    note(`w${written[at]}`);
    const stem = stemOf(written[at] ?? '');
    if (stem) note(`r${stem}`);
    if (at > 0) note(`b${written[at - 1]} ${written[at]}`);
    if (at > 1) note(`t${written[at - 2]} ${written[at - 1]} ${written[at]}`);
  }
  const shape = tokens.map(({ letter, text: word }) => letter || word);
  for (let at = 1; at < shape.length; at += 1) {
    note(`s${shape[at - 1]} ${shape[at]}`);
    if (at > 1) note(`S${shape[at - 2]} ${shape[at - 1]} ${shape[at]}`);
  }
  noteOrder(tokens, note);
  for (const kind of patternsIn(tokens)) note(`fits ${kind}`);
  const letters = new Set(tokens.map(({ letter }) => letter).filter(Boolean));
  for (const one of letters) {
    note(`l${one}`);
    for (const other of letters) if (one < other) note(`p${one}${other}`);
  }
  note(`n${Math.min(8, Math.round(Math.log2(tokens.length + 1) * 2))}`);
  if (written.includes('0')) note('number');
  if (!letters.has('M') && !letters.has('O')) note('nobody speaks of himself');
  return [...found];
}

/** Which classes follow each other, with what stands between left out. */
function noteOrder(tokens: Token[], note: (feature: string) => void) {
  const classed = tokens.flatMap(({ letter, text }, place) => (letter ? [{ letter, text, place }] : []));
  classed.forEach((one, at) => {
    for (let next = at + 1; next < classed.length; next += 1) {
      const other = classed[next];
      if (!other || other.place - one.place > reach) break;
      note(`o${one.letter}${other.letter}`);
      note(`x${one.letter}${other.text}`);
      note(`y${one.text}${other.letter}`);
      const third = classed[next + 1];
      if (third && third.place - one.place <= reach) note(`O${one.letter}${other.letter}${third.letter}`);
    }
  });
}
