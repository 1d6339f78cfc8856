/** A random number generator that gives the same sequence for the same seed. */
export type Random = {
  /** A number from 0 up to, but not including, 1. */
  share(): number;
  below(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** An item with a probability proportional to its weight. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item;
  happens(probability: number): boolean;
  /** A sample of the standard normal distribution. */
  normal(): number;
};

export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  // mulberry32
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number) => Math.floor(share() * count);
  return {
    share,
    below,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[below(items.length)] as (typeof items)[number];
    },
    weighted: (items) => {
      let left = share() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return (items.at(-1) as (typeof items)[number])[0];
    },
    happens: (probability) => share() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share()),
  };
}
