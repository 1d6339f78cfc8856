import type { Place } from '#engine/directory/best.ts';
import type { MarketQuery } from '#shared/market.ts';

/** A place in an order, for the caller to hand back. It says nothing that the list has not said. */
export const writeCursor = ({ key, id }: Place, sort: MarketQuery['sort']) => [sort, key ?? '', id].join('.');

/** The contract has seen to its form, and that it is of the same order. */
export function readCursor(cursor: string): Place {
  const [, key, id] = cursor.split('.');
  return { key: key ? Number(key) : null, id: Number(id) };
}
