import { and, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { sqlStatement } from '#server/ground/db/statement.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { Grant } from './owner.ts';
import { quotaReservations } from './tables.ts';

// The rows of the ledger: how they are written, always under their owner's lock.

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
  /** Names the work, such as `task 17`; never anything personal. */
  key: string;
  holdSeconds?: number;
};
type Asked = Required<ReserveOptions>;

export async function findByKey(tx: Tx, userId: number, kind: string, key: string) {
  const { userId: owner, kind: kindColumn, key: keyColumn } = quotaReservations;
  const [found] = await tx
    .select()
    .from(quotaReservations)
    .where(and(eq(owner, userId), eq(kindColumn, kind), eq(keyColumn, key)));
  return found;
}

export type Draw = { grant: Grant; amount: number };

const given = sql.placeholder;

/** The reservation, what it draws on and what is held of that, in one statement. */
const held = (name: string, reservation: ReturnType<typeof sql>) =>
  sqlStatement<{ id: number }>(
    name,
    sql`
    with made as (${reservation}),
    wanted as (
      select * from unnest(${given('grantIds')}::bigint[], ${given('amounts')}::int[]) as wanted (grant_id, amount)),
    drawn as (
      insert into quota_draws (reservation_id, grant_id, amount) select made.id, grant_id, amount from made, wanted),
    holding as (
      update quota_grants set held = held + wanted.amount from wanted, made where quota_grants.id = wanted.grant_id)
    select id::float8 as id from made`,
  );

const insertion = sql`
  insert into quota_reservations (id, user_id, kind, amount, key, day, deadline) overriding system value
  values (${given('id')}, ${given('userId')}, ${given('kind')}, ${given('amount')}, ${given('key')},
    hong_kong_day(), now() + make_interval(secs => ${given('holdSeconds')}))`;
const holdAsNew = held(
  'quota_hold_new',
  sql`${insertion} on conflict (user_id, kind, key) do nothing returning id`,
);
const holdAsUnused = held('quota_hold_unused', sql`${insertion} returning id`);
const holdAgain = held(
  'quota_hold_again',
  sql`update quota_reservations set state = 'held', day = hong_kong_day(),
        deadline = now() + make_interval(secs => ${given('holdSeconds')})
      where id = ${given('id')} returning id`,
);

const drawnOn = (draws: Draw[]) => ({
  grantIds: draws.map(({ grant }) => grant.id),
  amounts: draws.map(({ amount }) => amount),
});

/** Undefined where its key is known. */
export async function holdNew(tx: Tx, asked: Asked, id: number, draws: Draw[]) {
  const { rows } = await holdAsNew(tx, { ...asked, ...drawnOn(draws), id });
  return rows[0]?.id;
}

/** Under a key that nobody has used; one that somebody has breaks the transaction. */
export const holdUnused = (tx: Tx, asked: Asked, id: number, draws: Draw[]) =>
  holdAsUnused(tx, { ...asked, ...drawnOn(draws), id });

/** One that was given back or has lapsed, under its old id. */
export async function holdAnew(tx: Tx, { holdSeconds }: Asked, id: number, draws: Draw[]) {
  await holdAgain(tx, { ...drawnOn(draws), holdSeconds, id });
  return id;
}

const lockOwnerOf = sqlStatement(
  'quota_lock_by_reservation',
  sql`select from quota_owners
      where user_id = (select user_id from quota_reservations where id = ${given('id')}) for update`,
);
const reservationById = sqlStatement<Reservation>(
  'quota_reservation',
  sql`select id::float8 as id, amount, used, state, state = 'held' and deadline <= now() as lapsed
      from quota_reservations where id = ${given('id')}`,
);

/** The reservation as it stands under its owner's lock. */
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

/** Takes a reservation's holds off its grants and charges `used` to them, in the order they were drawn on. */
const endReservation = sqlStatement(
  'quota_end',
  sql`
    with drawn as (
      delete from quota_draws where reservation_id = ${given('id')} returning grant_id, amount),
    charged as (
      select grant_id, drawn.amount as held, least(drawn.amount, greatest(0, ${given('used')}::int - coalesce(
        sum(drawn.amount) over (order by position(':' in kind) = 0, expires_at nulls last, grants.id
          rows between unbounded preceding and 1 preceding), 0)))::int as used
      from drawn join quota_grants grants on grants.id = grant_id),
    grants as (
      update quota_grants set held = quota_grants.held - charged.held, used = quota_grants.used + charged.used
      from charged where quota_grants.id = charged.grant_id)
    update quota_reservations set state = ${given('state')}, used = ${given('used')} where id = ${given('id')}`,
);

export const end = (tx: Tx, id: number, state: 'settled' | 'returned', used: number) =>
  endReservation(tx, { id, state, used });
