/** Other strengths of a page that is already erased, without running the networks again. */

import { type ErasedPage, maskBits, type Strength } from './types.ts';
import { whiten } from './writing/whiten.ts';

/** Sets the bit `erased` where the strength erases, and clears it elsewhere, in place. */
export function chooseStrength(mask: Uint8Array, strength: Strength) {
  const bit = maskBits[strength];
  for (let i = 0; i < mask.length; i++) {
    const bits = mask[i] as number;
    mask[i] = bits & bit ? bits | maskBits.erased : bits & ~maskBits.erased;
  }
}

/** The image and the mask that the strength gives, for a page erased with `withUnerased` and `withThorough`. */
export function atStrength(
  { image, unerased, thorough, mask }: Pick<ErasedPage, 'image' | 'unerased' | 'thorough' | 'mask'>,
  strength: Strength,
  { white = false } = {},
): Pick<ErasedPage, 'image' | 'mask'> {
  if (!unerased || !thorough) throw new Error('The page was erased without withUnerased and withThorough.');
  const chosen = new Uint8Array(mask);
  chooseStrength(chosen, strength);
  const data = new Uint8Array(unerased);
  for (let i = 0; i < chosen.length; i++) {
    if (!((chosen[i] as number) & maskBits.erased)) continue;
    for (let at = i * 3; at < i * 3 + 3; at++) data[at] = thorough[at] as number;
  }
  const made = { ...image, data };
  if (white) whiten(made);
  return { image: made, mask: chosen };
}
