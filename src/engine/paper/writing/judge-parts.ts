/** Whether what the networks take for writing is print after all: each connected part is judged as a whole. */
import type { Constants } from '../constants.ts';
import type { NetworkPage } from './network-page.ts';
import { describeParts, partFeatures } from './part-features.ts';
import { writingParts } from './writing-parts.ts';

/** A page has a few hundred parts. A picture of noise is not worth the seconds that judging its specks would take. */
const mostParts = 20_000;

/** 1 for each pixel of a part that is writing. */
export function writtenPixels(page: NetworkPage, { erase_threshold, part_weights }: Constants): Uint8Array {
  const runs = writingParts(page, erase_threshold * 255);
  const parts = runs.parts > mostParts ? [] : describeParts(page, runs);
  const written = parts.map(
    (part) =>
      partFeatures.reduce((sum, name) => sum + part_weights[name] * part[name], part_weights.bias) > 0,
  );
  const pixels = new Uint8Array(page.width * page.height);
  for (let run = 0; run < runs.row.length; run++) {
    if (written[runs.part[run] as number] === false) continue;
    const row = (runs.row[run] as number) * page.width;
    pixels.fill(1, row + (runs.from[run] as number), row + (runs.to[run] as number));
  }
  return pixels;
}
