/** What a search knows to be lost at each price, before it looks at a row. */
import { acceptsAt, wantsAt } from '../pair/features.ts';
import type { Model } from '../pair/score.ts';
import { mostLost, partsOf } from './measure.ts';

/** Bands of ten dollars; the last holds what is dearer. */
export const priceBands = 128;
export const bandWidth = 10;

/** In parts of both sums, by band. */
export type PriceLoss = { wants: Uint16Array; accepts: Uint16Array };

/** How far the features of the price fall short of 1, at least. */
export type Short = { wants: number; ifThrifty: number; accepts: number };
/** Writes it for a band of prices; false where nothing fits. */
export type Shortfall = (lowest: number, highest: number, out: Short) => boolean;

/** One for all searches, because memory taken anew for each costs more than what is written to it; holds until the next. */
const loss: PriceLoss = { wants: new Uint16Array(priceBands), accepts: new Uint16Array(priceBands) };

export function priceLoss(model: Model, shortfall: Shortfall): PriceLoss {
  // A weight below 0 turns less into more: then nothing is claimed.
  const lost = (feature: number, short: number) => Math.max(0, model.by[feature] as number) * short;
  const short: Short = { wants: 0, ifThrifty: 0, accepts: 0 };
  for (let band = 0; band < priceBands; band++) {
    const highest = band === priceBands - 1 ? 65_535 : band * bandWidth + bandWidth - 1;
    if (!shortfall(band * bandWidth, highest, short)) {
      loss.wants[band] = mostLost;
      loss.accepts[band] = 0;
      continue;
    }
    loss.wants[band] = partsOf(
      lost(wantsAt.price, short.wants) + lost(wantsAt.price_if_thrifty, short.ifThrifty),
    );
    loss.accepts[band] = partsOf(lost(acceptsAt.price, short.accepts));
  }
  return loss;
}
