export type Dice = {
  /** A whole number from low to high. */
  between(low: number, high: number): number;
  /** The same, never 0. */
  nonzero(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
};

/** Chance that comes out the same for the same seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(share() * (high - low + 1));
  return {
    between,
    nonzero: (low, high) => {
      for (;;) {
        const found = between(low, high);
        if (found !== 0) return found;
      }
    },
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
  };
}
