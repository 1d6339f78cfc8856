import { and, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Grant } from './owner.ts';
import { quotaReservations } from './tables.ts';

// Writes the rows of the ledger, always under their owner's lock.

type Reservation = {
  id: number;
  amount: number;
  used: number;
  state: typeof quotaReservations.$inferSelect.state;
  lapsed: boolean;
};

export type ReserveOptions = {
  userId: number;
  kind: string;
  amount: number;
  /** Names the work, such as `task 17`; never personal data. */
  key: string;
  holdSeconds?: number;
};
type AllOptions = Required<ReserveOptions>;

export async function findByKey(tx: Tx, userId: number, kind: string, key: string) {
  const { userId: owner, kind: kindColumn, key: keyColumn } = quotaReservations;
  const [found] = await tx
    .select()
    .from(quotaReservations)
    .where(and(eq(owner, userId), eq(kindColumn, kind), eq(keyColumn, key)));
  return found;
}

export type Draw = { grant: Grant; amount: number };

/** The reservation, what it draws on and what is held of that, in one statement. */
async function hold(tx: Tx, reservation: SQL, draws: Draw[]) {
  const grantIds = sql.param(draws.map(({ grant }) => grant.id));
  const amounts = sql.param(draws.map(({ amount }) => amount));
  const { rows } = await tx.execute<{ id: number }>(sql`
    with made as (${reservation}),
    wanted as (
      select * from unnest(${grantIds}::bigint[], ${amounts}::int[]) as wanted (grant_id, amount)),
    drawn as (
      insert into quota_draws (reservation_id, grant_id, amount) select made.id, grant_id, amount from made, wanted),
    holding as (
      update quota_grants set held = held + wanted.amount from wanted, made where quota_grants.id = wanted.grant_id)
    select id::float8 as id from made`);
  return rows[0]?.id;
}

const deadlineIn = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
const insertion = ({ userId, kind, amount, key, holdSeconds }: AllOptions, id: number) => sql`
  insert into quota_reservations (id, user_id, kind, amount, key, day, deadline) overriding system value
  values (${id}, ${userId}, ${kind}, ${amount}, ${key}, hong_kong_day(), ${deadlineIn(holdSeconds)})`;

/** Undefined where its key is known. */
export const holdNew = (tx: Tx, options: AllOptions, id: number, draws: Draw[]) =>
  hold(tx, sql`${insertion(options, id)} on conflict (user_id, kind, key) do nothing returning id`, draws);

/** Under a key that nobody has used; one that somebody has breaks the transaction. */
export const holdUnused = (tx: Tx, options: AllOptions, id: number, draws: Draw[]) =>
  hold(tx, sql`${insertion(options, id)} returning id`, draws);

/** One that was given back or has lapsed, under its old id. */
export async function holdAnew(tx: Tx, { holdSeconds }: AllOptions, id: number, draws: Draw[]) {
  const update = sql`update quota_reservations set state = 'held', day = hong_kong_day(),
    deadline = ${deadlineIn(holdSeconds)} where id = ${id} returning id`;
  await hold(tx, update, draws);
  return id;
}

/** The reservation as it stands under its owner's lock. */
export async function lockReservation(tx: Tx, id: number): Promise<Reservation> {
  await tx.execute(sql`select from quota_owners
    where user_id = (select user_id from quota_reservations where id = ${id}) for update`);
  const { rows } = await tx.execute<Reservation>(sql`
    select id::float8 as id, amount, used, state, state = 'held' and deadline <= now() as lapsed
    from quota_reservations where id = ${id}`);
  const [found] = rows;
  if (!found) throw new AppError('notFound');
  if (!found.lapsed) return found;
  await end(tx, id, 'returned', 0);
  return { ...found, state: 'returned' };
}

export async function returnLapsed(tx: Tx, userId: number) {
  const lapsed = await tx
    .select({ id: quotaReservations.id })
    .from(quotaReservations)
    .where(
      and(
        eq(quotaReservations.userId, userId),
        eq(quotaReservations.state, 'held'),
        lte(quotaReservations.deadline, sql`now()`),
      ),
    );
  for (const { id } of lapsed) await end(tx, id, 'returned', 0);
}

/** Takes a reservation's holds off its grants and charges `used` to them, in the order they were drawn on. */
export async function end(tx: Tx, id: number, state: 'settled' | 'returned', used: number) {
  await tx.execute(sql`
    with drawn as (
      delete from quota_draws where reservation_id = ${id} returning grant_id, amount),
    charged as (
      select grant_id, drawn.amount as held, least(drawn.amount, greatest(0, ${used}::int - coalesce(
        sum(drawn.amount) over (order by position(':' in kind) = 0, expires_at nulls last, grants.id
          rows between unbounded preceding and 1 preceding), 0)))::int as used
      from drawn join quota_grants grants on grants.id = grant_id),
    grants as (
      update quota_grants set held = quota_grants.held - charged.held, used = quota_grants.used + charged.used
      from charged where quota_grants.id = charged.grant_id)
    update quota_reservations set state = ${state}, used = ${used} where id = ${id}`);
}
