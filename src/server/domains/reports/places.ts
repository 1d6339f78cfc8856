import { type SQL, sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import { areBlocked } from '#server/domains/blocks/blocks.ts';
import { personReviewed } from '#server/domains/reviews/write.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { caseStatus } from '#shared/cases.ts';
import type { Place, PlaceName } from '#shared/safety/reports.ts';

const other = (userId: number) =>
  sql`case when family_user_id = ${userId} then tutor_user_id else family_user_id end`;

/** The other person at a place, if the caller can see the place. */
const lookups: Record<Exclude<PlaceName, 'review'>, (userId: number, id: number) => SQL> = {
  tutor: (_, id) => sql`
    select user_id as person from tutor_listings listing
    where id = ${id} and is_listed and ${inGoodStanding(sql`listing.user_id`)}`,
  case: (_, id) => sql`
    select user_id as person from cases
    where id = ${id} and status = ${caseStatus.online} and ${inGoodStanding(sql`cases.user_id`)}`,
  interest: (userId, id) => sql`
    select ${other(userId)} as person from interests
    where id = ${id} and ${userId} in (family_user_id, tutor_user_id)`,
  conversation: (userId, id) => sql`
    select ${other(userId)} as person from interests
    where id = ${id} and ${userId} in (family_user_id, tutor_user_id)`,
  shared_paper: (_, id) => sql`
    select user_id as person from eraser_records where id = ${id} and shared_at is not null`,
  shared_thread: (userId, id) => sql`
    select shared_by as person from chat_threads
    where id = ${id} and user_id = ${userId} and shared_by is not null`,
};

/** Anybody may come upon these; at the other places the caller is a party, and at a review may be one. */
const publicPlaces: readonly PlaceName[] = ['tutor', 'case', 'shared_paper'];

/**
 * Whom the caller meets at a place. What a block hides is not found, except by somebody who is a party to it:
 * whoever harasses cannot prevent a report by blocking first.
 */
export async function personAt(tx: Tx, userId: number, { place, place_id }: Place): Promise<number> {
  const { person, isParty } = await lookUp(tx, userId, { place, place_id });
  if (person === userId) throw new AppError('notAllowed');
  if (!isParty && (await areBlocked(tx, userId, person))) throw new AppError('notFound');
  return person;
}

async function lookUp(tx: Tx, userId: number, { place, place_id }: Place) {
  if (place === 'review') return personReviewed(tx, userId, place_id);
  const { rows } = await tx.execute<{ person: string }>(lookups[place](userId, place_id));
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  return { person: Number(row.person), isParty: !publicPlaces.includes(place) };
}
