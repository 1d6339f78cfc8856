import { sql } from 'drizzle-orm';
import { inGoodStanding } from '#server/domains/accounts/bans.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Portrait } from '#shared/portrait.ts';

/** The portrait of `listing`, as a subquery: the photo, else the drawing that the tutor chose. */
export const portraitOf = sql`coalesce(
  (select 'photo-' || photo from tutor_photos where tutor_photos.user_id = listing.user_id),
  'drawn-' || listing.drawn_portrait)`;

/** What the account's own listing adds to the user info; a photo may be there before the listing is. */
export async function ownShowing(db: Db | Tx, userId: number) {
  const { rows } = await db.execute<{ is_listed: boolean; portrait: Portrait | null }>(sql`
    select coalesce(is_listed, false) as is_listed, coalesce(
      (select 'photo-' || photo from tutor_photos
       where tutor_photos.user_id = own.id and ${inGoodStanding(sql`own.id`)}),
      'drawn-' || listing.drawn_portrait) as portrait
    from (select ${userId}::bigint as id) as own
    left join tutor_listings listing on listing.user_id = own.id`);
  const [own] = rows;
  return { has_shelves: own?.is_listed ?? false, portrait: own?.portrait ?? null };
}

/** Portraits by listing, for those who meet the tutor elsewhere than in the market. */
export async function portraitsOf(db: Db | Tx, ids: readonly number[]): Promise<Map<number, Portrait>> {
  const { rows } = await db.execute<{ id: string; portrait: Portrait }>(sql`
    select id, portrait from (
      select listing.id, case when ${inGoodStanding(sql`listing.user_id`)}
        then ${portraitOf} else 'drawn-' || listing.drawn_portrait end as portrait
      from tutor_listings listing where listing.id = any(${sql.param([...ids])}::bigint[])) as found
    where portrait is not null`);
  return new Map(rows.map(({ id, portrait }) => [Number(id), portrait]));
}
