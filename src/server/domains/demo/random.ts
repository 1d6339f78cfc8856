/** A seeded pseudo-random generator: the same seed gives the same numbers. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const one = <Item>(items: readonly Item[]) => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('nothing to choose from');
    return item;
  };
  return {
    below,
    one,
    between: (from: number, to: number) => from + below(to - from + 1),
    chance: (share: number) => next() < share,
    some<Item>(items: readonly Item[], count: number): Item[] {
      const rest = [...items];
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(below(rest.length), 1)[0] as Item,
      );
    },
    /** One of the items, in proportion to its weight. */
    weighted<Item>(items: readonly (readonly [Item, number])[]): Item {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return one(items)[0];
    },
  };
}
export type Random = ReturnType<typeof createRandom>;
