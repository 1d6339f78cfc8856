import { type SQL, sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { notBlocked } from '#server/domains/blocks/blocks.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Paging } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { caseStatus } from '#shared/cases.ts';
import { mostSaved } from '#shared/market.ts';
import type { Viewed } from './views.ts';

type Shelf = { table: SQL; column: SQL; of: SQL; isShown: SQL };

/** Where the hearts of each kind are, and what they point to as `kept`. */
const shelves: Record<Viewed, Shelf> = {
  tutor: {
    table: sql`saved_tutors`,
    column: sql`listing_id`,
    of: sql`tutor_listings`,
    isShown: sql`kept.is_listed`,
  },
  case: {
    table: sql`saved_cases`,
    column: sql`case_id`,
    of: sql`cases`,
    isShown: sql`kept.status = ${caseStatus.online}`,
  },
};

/** Keeps what the caller can see now. What is kept already stays, even if it can no longer be seen. */
export async function save(tx: Tx, userId: number, kind: Viewed, id: number) {
  const { table, column, of, isShown } = shelves[kind];
  await lockAccount(tx, userId);
  const { rows: known } = await tx.execute(
    sql`select from ${table} where user_id = ${userId} and ${column} = ${id}`,
  );
  if (known.length > 0) return {};
  // Locked: a listing that is being deleted is not found, rather than refused by the foreign key.
  const { rows: seen } = await tx.execute(sql`
    select kept.id from ${of} kept
    where kept.id = ${id} and ${isShown} and ${inGoodStanding(sql`kept.user_id`)}
      and ${notBlocked(userId, sql`kept.user_id`)}
    for key share of kept`);
  if (seen.length === 0) throw new AppError('notFound');
  const { rows: counted } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from ${table} where user_id = ${userId}`,
  );
  if ((counted[0]?.count ?? 0) >= mostSaved)
    throw new AppError('reachedLimit', { details: { limit: mostSaved } });
  await tx.execute(sql`insert into ${table} (user_id, ${column}) values (${userId}, ${id})`);
  return {};
}

export async function unsave(db: Db, userId: number, kind: Viewed, id: number) {
  const { table, column } = shelves[kind];
  await db.execute(sql`delete from ${table} where user_id = ${userId} and ${column} = ${id}`);
  return {};
}

/** What a block has hidden since is left out, also of the total. */
const keptBy = (userId: number, { table, column, of }: Shelf) => sql`
  from ${table} saved join ${of} kept on kept.id = saved.${column}
  where saved.user_id = ${userId} and ${notBlocked(userId, sql`kept.user_id`)}`;

export async function savedIds(db: Db, userId: number) {
  const read = async (kind: Viewed) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select kept.id ${keptBy(userId, shelves[kind])} order by saved.saved_at desc, kept.id desc`,
    );
    return rows.map(({ id }) => Number(id));
  };
  return { tutors: await read('tutor'), cases: await read('case') };
}

/** One page of what is kept, with the cards of what is still listed. */
export async function savedPage<Card>(
  db: Db,
  userId: number,
  kind: Viewed,
  { page, page_size }: Paging,
  cards: (ids: readonly number[]) => Promise<ReadonlyMap<number, Card>>,
) {
  const all = (await savedIds(db, userId))[kind === 'tutor' ? 'tutors' : 'cases'];
  const ids = all.slice((page - 1) * page_size, page * page_size);
  const found = await cards(ids);
  return {
    list: ids.map((id) => ({ id, card: found.get(id) ?? null })),
    total: all.length,
    page,
    page_size,
  };
}
