import { type SQL, sql } from 'drizzle-orm';

/** Where somebody reported or was reported, and the reviews that they wrote or received. */
const placesOf = (userId: number) => sql`
  select place, place_id::text from reports where ${userId} in (reporter_user_id, about_user_id)
  union all
  select 'review', id::text from reviews where ${userId} in (author_user_id, about_user_id)`;

/** SQL condition: the user is a party to what is reported at a place, and as an operator learns nothing of it. */
export const isPartyAt = (userId: number, place: SQL, placeId: SQL) =>
  sql`(${place}, ${placeId}) in (${placesOf(userId)})`;
