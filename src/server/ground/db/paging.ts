import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from './db.ts';

export type Paging = { page: number; page_size: number };
type Page<Item> = Paging & { list: Item[]; total: number };

const firstPages = new WeakMap<readonly unknown[], Map<number, Page<unknown>>>();
const maxCachedSize = 100;

/** One page of a list in memory that never changes. First pages are cached: the same object each time. */
export function pageOf<Item>(items: readonly Item[], paging: Paging): Page<Item> {
  if (paging.page > 1 || paging.page_size > maxCachedSize) return cutOut(items, paging);
  const cached = (firstPages.get(items) ?? new Map()) as Map<number, Page<Item>>;
  firstPages.set(items, cached);
  const known = cached.get(paging.page_size) ?? cutOut(items, paging);
  cached.set(paging.page_size, known);
  return known;
}

function cutOut<Item>(items: readonly Item[], { page, page_size }: Paging): Page<Item> {
  const start = (page - 1) * page_size;
  return { list: items.slice(start, start + page_size), total: items.length, page, page_size };
}

/** One page of the matching rows of a table, and the list's total, page and page size. */
export async function pageOfTable<Table extends PgTable>(
  db: Db | Tx,
  table: Table,
  { page, page_size }: Paging,
  { wanted: where, order }: { wanted: SQL | undefined; order: readonly SQL[] },
) {
  const rows = await db
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...order)
    .limit(page_size)
    .offset((page - 1) * page_size);
  const total = await db.$count(table, where);
  return { rows: rows as Table['$inferSelect'][], counted: { total, page, page_size } };
}
