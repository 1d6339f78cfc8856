/** The position of a row in a sort order; the id breaks ties. */
export type SortPosition = { key: number | null; id: number };

/** Collects the first `limit` of all offered rows in sort order, only those after a given position. */
export function createTopRows(limit: number, descending: boolean, after: SortPosition | undefined) {
  // A missing key ranks last; of equal rows the higher id, which is the newer, comes first.
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
      const itsRank = rank(key);
      if (after && afterRank !== undefined && !comesBefore(afterRank, after.id, itsRank, id)) return;
      const last = ids.length - 1;
      if (ids.length >= limit && !comesBefore(itsRank, id, ranks[last] ?? 0, ids[last] ?? 0)) return;
      let low = 0;
      for (let high = ids.length; low < high; ) {
        const middle = (low + high) >> 1;
        if (comesBefore(itsRank, id, ranks[middle] ?? 0, ids[middle] ?? 0)) high = middle;
        else low = middle + 1;
      }
      ranks.splice(low, 0, itsRank);
      ids.splice(low, 0, id);
      if (ids.length > limit) {
        ranks.pop();
        ids.pop();
      }
    },
    list: (): SortPosition[] =>
      ids.map((id, at) => {
        const itsRank = ranks[at] ?? Infinity;
        if (itsRank === Infinity) return { key: null, id };
        return { key: descending ? -itsRank : itsRank, id };
      }),
  };
}
