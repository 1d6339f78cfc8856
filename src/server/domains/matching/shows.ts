import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';

type Shown = { caseId: number; listingId: number; features: Float64Array };

/** Only the first showing of a day is stored: on a second look the list is already known. */
export async function noteShown(tx: Tx, direction: 'tutors' | 'cases', list: readonly Shown[]) {
  if (list.length === 0) return;
  const rows = list.map(({ caseId, listingId, features }, position) => ({
    case_id: caseId,
    listing_id: listingId,
    direction,
    position,
    features: [...features],
  }));
  // Skips rows that were deleted in the meantime.
  await tx.execute(sql`
    insert into matching_shows (case_id, listing_id, direction, position, features)
    select shown.case_id, shown.listing_id, shown.direction, shown.position, shown.features
    from jsonb_populate_recordset(null::matching_shows, ${JSON.stringify(rows)}::jsonb) shown
    join cases on cases.id = shown.case_id
    join tutor_listings on tutor_listings.id = shown.listing_id
    on conflict do nothing`);
}
