const wordsOf = (rows: number) => (rows + 31) >>> 5;

/**
 * A set of rows, one bit each. The array is replaced by a larger one as rows are added; bits beyond it are 0.
 */
export type Bits = { words: Uint32Array };

export const noBits = (): Bits => ({ words: new Uint32Array(0) });

export function setBit(bits: Bits, row: number) {
  const word = row >>> 5;
  if (word >= bits.words.length) {
    const larger = new Uint32Array(Math.max(wordsOf(row + 1), bits.words.length * 2, 32));
    larger.set(bits.words);
    bits.words = larger;
  }
  bits.words[word] = (bits.words[word] ?? 0) | (1 << (row & 31));
}

export function clearBit(bits: Bits, row: number) {
  const word = row >>> 5;
  if (word < bits.words.length) bits.words[word] = (bits.words[word] ?? 0) & ~(1 << (row & 31));
}

/** The rows of the first set that are in at least one set of every group, as 32-bit words. */
export function intersect({ words }: Bits, groups: readonly (readonly Bits[])[]): Uint32Array {
  const result = words.slice();
  for (const group of groups) {
    const [only, ...others] = group;
    const any = only && others.length === 0 ? only.words : union(group, result.length);
    for (let at = 0; at < result.length; at++) result[at] = (result[at] ?? 0) & (any[at] ?? 0);
  }
  return result;
}

function union(sets: readonly Bits[], length: number) {
  const result = new Uint32Array(length);
  for (const { words } of sets) {
    const shared = Math.min(length, words.length);
    for (let at = 0; at < shared; at++) result[at] = (result[at] ?? 0) | (words[at] ?? 0);
  }
  return result;
}

export function countBits(words: Uint32Array): number {
  let total = 0;
  for (let at = 0; at < words.length; at++) {
    let word = words[at] as number;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    total += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return total;
}
