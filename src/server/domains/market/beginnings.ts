import type { MarketQuery } from '#shared/market.ts';

/** A badge may end without a change. */
const mostAgeMs = 60_000;

type Search<Answer> = (query: MarketQuery) => Promise<Answer>;

/**
 * Keeps the answers to searches without a filter, first page, until told that something changed. What is kept may be searched
 * for in another way than the rest.
 */
export function createBeginnings<Answer>(search: Search<Answer>, searchToKeep = search) {
  const kept = new Map<string, { answer: Promise<Answer>; at: number }>();
  return {
    find(query: MarketQuery): Promise<Answer> {
      if (!isBeginning(query)) return search(query);
      const key = `${query.sort} ${query.page_size}`;
      const known = kept.get(key);
      if (known && Date.now() - known.at < mostAgeMs) return known.answer;
      const entry = { answer: searchToKeep(query), at: Date.now() };
      kept.set(key, entry);
      entry.answer.catch(() => kept.get(key) === entry && kept.delete(key));
      return entry.answer;
    },
    forget: () => kept.clear(),
  };
}

/** There are as many of these as orders and sizes. */
function isBeginning({ page, page_size: _, sort: __, ...rest }: MarketQuery) {
  return page === 1 && Object.values(rest).every((value) => value === undefined);
}
