import { sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { notBlocked } from '#server/domains/blocks/blocks.ts';
import { caseShown } from '#server/domains/cases/case-status.ts';
import { notify } from '#server/domains/messages/notices.ts';
import { hasVisibleListing } from '#server/domains/tutors/tutors.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { defineJob } from '#server/ground/jobs/jobs.ts';
import { type CaseSearch, mostFoundADay, mostSearches } from '#shared/market.ts';
import { type OnlineCase, onlineCases } from './online-cases.ts';
import { isFoundBy } from './search-terms.ts';

type Row = { id: string; search: CaseSearch; saved_at: Date | string };
const searchOf = ({ id, search, saved_at }: Row) => ({
  id: Number(id),
  search,
  saved_at: new Date(saved_at).toISOString(),
});

export async function listSearches(db: Db, userId: number) {
  const { rows } = await db.execute<Row>(sql`
    select id, search, saved_at from saved_searches where user_id = ${userId} order by id desc`);
  return { list: rows.map(searchOf), limit: mostSearches };
}

export async function keepSearch(tx: Tx, userId: number, search: CaseSearch) {
  await lockAccount(tx, userId);
  if (!(await hasVisibleListing(tx, userId))) throw new AppError('listingNeeded');
  const json = JSON.stringify(inOrder(search));
  const { rows: known } = await tx.execute<Row>(sql`
    select id, search, saved_at from saved_searches where user_id = ${userId} and search = ${json}::jsonb`);
  if (known[0]) return searchOf(known[0]);
  const { rows: counted } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from saved_searches where user_id = ${userId}`,
  );
  if ((counted[0]?.count ?? 0) >= mostSearches)
    throw new AppError('reachedLimit', { details: { limit: mostSearches } });
  const { rows } = await tx.execute<Row>(sql`
    insert into saved_searches (user_id, search) values (${userId}, ${json}::jsonb)
    returning id, search, saved_at`);
  if (!rows[0]) throw new Error('a kept search came back empty');
  return searchOf(rows[0]);
}

/** The same search, whatever the order in which its terms were chosen. */
const inOrder = (search: CaseSearch) =>
  Object.fromEntries(
    Object.entries(search).map(([name, term]) => [
      name,
      Array.isArray(term) ? [...new Set(term)].sort((a, b) => a - b) : term,
    ]),
  );

export async function dropSearch(db: Db, userId: number, id: number) {
  const { rows } = await db.execute(
    sql`delete from saved_searches where user_id = ${userId} and id = ${id} returning id`,
  );
  if (rows.length === 0) throw new AppError('notFound');
  return {};
}

const batch = 1_000;

/** Tells tutors of a new case that a search of theirs finds; of each case once, and of a few in a day. */
export const tellFoundJob = defineJob({
  ...caseShown,
  async run({ case: caseId }, { database }) {
    const [found] = await onlineCases(database.db, [caseId]);
    if (!found) return;
    for (let last: number | undefined = 0; last !== undefined; ) {
      const rows = await searchesAfter(database.db, found, last);
      for (const row of rows)
        if (finds(row, found)) await database.transaction((tx) => tell(tx, row, caseId));
      last = rows.length < batch ? undefined : rows.at(-1)?.id;
    }
  },
});

type Searching = { id: number; userId: number; lowest: number; search: CaseSearch };

/** Of tutors who are on show, have not blocked the family, and are not the family themselves. */
async function searchesAfter(db: Db, { user }: OnlineCase, after: number): Promise<Searching[]> {
  const { rows } = await db.execute<{
    id: string;
    user_id: string;
    price_min: number;
    search: CaseSearch;
  }>(sql`
    select saved.id, saved.user_id, price_min, search
    from saved_searches saved join tutor_listings listing on listing.user_id = saved.user_id
    where saved.id > ${after} and is_listed and saved.user_id <> ${user}
      and ${inGoodStanding(sql`saved.user_id`)} and ${notBlocked(user, sql`saved.user_id`)}
    order by saved.id limit ${batch}`);
  return rows.map(({ id, user_id, price_min, search }) => ({
    id: Number(id),
    userId: Number(user_id),
    lowest: price_min,
    search,
  }));
}

/** As the list of cases shows it to this tutor. */
function finds({ search, lowest }: Searching, found: OnlineCase) {
  const { below, gender, price_min, price_max, ...ids } = search;
  const named = Object.fromEntries(Object.entries(ids).filter(([, list]) => list.length > 0));
  const asksForPrice = price_min !== null || price_max !== null;
  return isFoundBy(found, {
    ...named,
    gender: gender ?? undefined,
    price_min: price_min ?? undefined,
    price_max: price_max ?? undefined,
    pays_from: below || asksForPrice ? undefined : lowest,
  });
}

async function tell(tx: Tx, { id, userId }: Searching, caseId: number) {
  // Locked, so that the count holds while another case is told.
  const { rows: present } = await tx.execute(
    sql`select id from users where id = ${userId} and deleted_at is null for no key update`,
  );
  if (present.length === 0) return;
  const { rows } = await tx.execute<{ known: boolean; today: number }>(sql`
    select coalesce(bool_or((params ->> 'case')::bigint = ${caseId}), false) as known,
      (count(*) filter (where (told_at at time zone 'Asia/Hong_Kong')::date
         = (now() at time zone 'Asia/Hong_Kong')::date))::int as today
    from notices where user_id = ${userId} and kind = 'case_found'`);
  const [told] = rows;
  if (!told || told.known || told.today >= mostFoundADay) return;
  await notify(tx, { userId, kind: 'case_found', params: { case: caseId, search: id } });
}
