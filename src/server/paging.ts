export type Paging = { page: number; page_size: number };

/** One page of a list that is whole in memory. */
export function pageOf<Item>(items: readonly Item[], { page, page_size }: Paging) {
  const start = (page - 1) * page_size;
  return { list: items.slice(start, start + page_size), total: items.length, page, page_size };
}
