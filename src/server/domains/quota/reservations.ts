import { and, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { sqlStatement } from '#server/ground/db/statement.ts';
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

const param = sql.placeholder;

/** Writes the reservation, its draws and the amounts held of the grants, in one statement. */
const reserveStatement = (name: string, reservation: ReturnType<typeof sql>) =>
  sqlStatement<{ id: number }>(
    name,
    sql`
    with made as (${reservation}),
    wanted as (
      select * from unnest(${param('grantIds')}::bigint[], ${param('amounts')}::int[]) as wanted (grant_id, amount)),
    drawn as (
      insert into quota_draws (reservation_id, grant_id, amount) select made.id, grant_id, amount from made, wanted),
    holding as (
      update quota_grants set held = held + wanted.amount from wanted, made where quota_grants.id = wanted.grant_id)
    select id::float8 as id from made`,
  );

const insertion = sql`
  insert into quota_reservations (id, user_id, kind, amount, key, day, deadline) overriding system value
  values (${param('id')}, ${param('userId')}, ${param('kind')}, ${param('amount')}, ${param('key')},
    hong_kong_day(), now() + make_interval(secs => ${param('holdSeconds')}))`;
const holdAsNew = reserveStatement(
  'quota_hold_new',
  sql`${insertion} on conflict (user_id, kind, key) do nothing returning id`,
);
const holdAsUnused = reserveStatement('quota_hold_unused', sql`${insertion} returning id`);
const holdAgain = reserveStatement(
  'quota_hold_again',
  sql`update quota_reservations set state = 'held', day = hong_kong_day(),
        deadline = now() + make_interval(secs => ${param('holdSeconds')})
      where id = ${param('id')} returning id`,
);

const drawnOn = (draws: Draw[]) => ({
  grantIds: draws.map(({ grant }) => grant.id),
  amounts: draws.map(({ amount }) => amount),
});

/** Undefined if the key was used before. */
export async function holdNew(tx: Tx, request: AllOptions, id: number, draws: Draw[]) {
  const { rows } = await holdAsNew(tx, { ...request, ...drawnOn(draws), id });
  return rows[0]?.id;
}

/** For a key that was never used; a used one fails the transaction. */
export const holdUnused = (tx: Tx, request: AllOptions, id: number, draws: Draw[]) =>
  holdAsUnused(tx, { ...request, ...drawnOn(draws), id });

/** Reserves again, under the old id, what was given back or has lapsed. */
export async function holdAnew(tx: Tx, { holdSeconds }: AllOptions, id: number, draws: Draw[]) {
  await holdAgain(tx, { ...drawnOn(draws), holdSeconds, id });
  return id;
}

const lockOwnerOf = sqlStatement(
  'quota_lock_by_reservation',
  sql`select from quota_owners
      where user_id = (select user_id from quota_reservations where id = ${param('id')}) for update`,
);
const reservationById = sqlStatement<Reservation>(
  'quota_reservation',
  sql`select id::float8 as id, amount, used, state, state = 'held' and deadline <= now() as lapsed
      from quota_reservations where id = ${param('id')}`,
);

/** The reservation as it is under its owner's lock. */
export async function lockReservation(tx: Tx, id: number): Promise<Reservation> {
  const [, { rows }] = await Promise.all([lockOwnerOf(tx, { id }), reservationById(tx, { id })]);
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

/**
 * Releases the amounts that a reservation holds of its grants and charges `used` to them, in the order they
 * were drawn on.
 */
const endReservation = sqlStatement(
  'quota_end',
  sql`
    with drawn as (
      delete from quota_draws where reservation_id = ${param('id')} returning grant_id, amount),
    charged as (
      select grant_id, drawn.amount as held, least(drawn.amount, greatest(0, ${param('used')}::int - coalesce(
        sum(drawn.amount) over (order by position(':' in kind) = 0, expires_at nulls last, grants.id
          rows between unbounded preceding and 1 preceding), 0)))::int as used
      from drawn join quota_grants grants on grants.id = grant_id),
    grants as (
      update quota_grants set held = quota_grants.held - charged.held, used = quota_grants.used + charged.used
      from charged where quota_grants.id = charged.grant_id)
    update quota_reservations set state = ${param('state')}, used = ${param('used')} where id = ${param('id')}`,
);

export const end = (tx: Tx, id: number, state: 'settled' | 'returned', used: number) =>
  endReservation(tx, { id, state, used });
