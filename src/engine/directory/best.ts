/** Where a row stands in an order. */
export type Place = { key: number | null; id: number };

/** Keeps the best rows of all that are offered, in order, and only those that come after a given place. */
export function createBest(limit: number, descending: boolean, after: Place | undefined) {
  // No key is the worst there is; ids count down, so that of equal rows the newer comes first.
  const rank = (key: number | null) => {
    if (key === null || Number.isNaN(key)) return Infinity;
    return descending ? -key : key;
  };
  const ranks: number[] = [];
  const ids: number[] = [];
  const afterRank = after && rank(after.key);
  const comesBefore = (rankA: number, idA: number, rankB: number, idB: number) =>
    rankA < rankB || (rankA === rankB && idA > idB);

  return {
    offer(key: number, id: number) {
      const its = rank(key);
      if (after && afterRank !== undefined && !comesBefore(afterRank, after.id, its, id)) return;
      const last = ids.length - 1;
      if (ids.length >= limit && !comesBefore(its, id, ranks[last] ?? 0, ids[last] ?? 0)) return;
      let low = 0;
      for (let high = ids.length; low < high; ) {
        const middle = (low + high) >> 1;
        if (comesBefore(its, id, ranks[middle] ?? 0, ids[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      ranks.splice(low, 0, its);
      ids.splice(low, 0, id);
      if (ids.length > limit) {
        ranks.pop();
        ids.pop();
      }
    },
    list: (): Place[] =>
      ids.map((id, at) => {
        const its = ranks[at] ?? Infinity;
        if (its === Infinity) return { key: null, id };
        return { key: descending ? -its : its, id };
      }),
  };
}
