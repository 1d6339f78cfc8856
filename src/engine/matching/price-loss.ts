/** What a search knows to be lost at each price, before it looks at a row. */
import { acceptsAt, wantsAt } from './features.ts';
import { mostLost, partsOf } from './measure.ts';
import type { Model } from './score.ts';

/** Bands of ten dollars; the last holds what is dearer. */
export const priceBands = 128;
export const bandWidth = 10;

/** In parts of both sums, by band. */
export type PriceLoss = { wants: Uint16Array; accepts: Uint16Array };

/** How far the features of the price fall short of 1 in a band of prices, at least; null where nothing fits. */
export type Shortfall = (
  lowest: number,
  highest: number,
) => { wants: number; ifThrifty: number; accepts: number } | null;

export function priceLoss(model: Model, shortfall: Shortfall): PriceLoss {
  const loss = { wants: new Uint16Array(priceBands), accepts: new Uint16Array(priceBands) };
  // A weight below 0 turns less into more: then nothing is claimed.
  const lost = (feature: number, short: number) => Math.max(0, model.by[feature] as number) * short;
  for (let band = 0; band < priceBands; band++) {
    const highest = band === priceBands - 1 ? 65_535 : band * bandWidth + bandWidth - 1;
    const short = shortfall(band * bandWidth, highest);
    if (short === null) {
      loss.wants[band] = mostLost;
      continue;
    }
    loss.wants[band] = partsOf(
      lost(wantsAt.price, short.wants) + lost(wantsAt.price_if_thrifty, short.ifThrifty),
    );
    loss.accepts[band] = partsOf(lost(acceptsAt.price, short.accepts));
  }
  return loss;
}
