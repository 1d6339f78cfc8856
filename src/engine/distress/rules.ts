import type { Token } from './encode.ts';
import type { DistressKind } from './kinds.ts';

// Who does what to whom, in the letters of the classes (words.ts). A point is a word of no class; a comma ends a clause.
const patterns: readonly [DistressKind, RegExp][] = [
  ['self_harm', /M[^,]{0,6}D[^,]{0,3}[O$]|X[^,]{0,4}O|O[^,]{0,5}X|M[^,]{0,4}X[^,]{0,3}M/],
  [
    'touching',
    /[FTSP][^,]{0,7}Y[^,]{0,3}M|M[^,]{0,2}V[^,]{0,4}Y|[FTS][^,]{0,9}M[^,]{0,4}Z|Y[^,]{0,3}M[^,]{0,3}Z/,
  ],
  [
    'violence',
    /[FT][^,]{0,7}H[^,]{0,3}[MF]|M[^,]{0,1}V[^,]{0,3}[FPTS.]?[^,]{0,2}H|[FT][^,]{0,5}W[^,]{0,5}M|M[^,]{0,5}U[^,]{0,6}F|S[^,]{0,4}H[^,]{0,2}M/,
  ],
  ['bullying', /[PS][^,]{0,9}K[^,]{0,3}M|M[^,]{0,2}V[^,]{0,5}K|P[^,]{0,4}N[^,]{0,4}M|M[^,]{0,4}V?K/],
  [
    'hunger',
    /[FL][^,]{0,4}[N$][^,]{0,3}E|M[^,]{0,6}I?[^,]{0,3}NE|M[^,]{0,8}G|[FS][^,]{0,3}N[^,]{0,2}M[^,]{0,2}E|\$[^,]{0,3}E/,
  ],
  ['running_away', /M[^,]{0,7}R|R[^,]{0,6}M|[FS][^,]{0,6}R/],
  ['fear', /M[^,]{0,6}A[^,]{0,4}[LFD?]|M[^,]{0,6}C|A[^,]{0,3}M|I[^,]{0,4}C/],
  ['eating', /M[^,]{0,9}QQ|E[^,]{0,5}Q|Q[^,]{0,8}NE?|M[^,]{0,5}O?[^,]{0,3}Q/],
];

/** The kinds whose pattern a text fits. */
export function patternsIn(tokens: readonly Token[]): DistressKind[] {
  const shape = tokens.map(({ letter, text: word }) => letter || (word === ',' ? ',' : '.')).join('');
  return patterns.filter(([, pattern]) => pattern.test(shape)).map(([kind]) => kind);
}
