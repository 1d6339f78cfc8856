import { sql } from 'drizzle-orm';
import { featureNames } from '#engine/matching/pair/features.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Db } from '#server/ground/db/db.ts';

/**
 * A line of the log that `npm run learn:matching` reads: what was shown, and the outcome. No line identifies
 * anybody.
 */
export type LogLine = {
  features: number[];
  /** Starts at 1. */
  position: number;
  invited: boolean;
  accepted: boolean | null;
};

type Options = {
  /** The minimum age in days: later showings may still be answered. */
  ripeDays?: number;
  batch?: number;
};

/**
 * Exports one line for each tutor shown to a family. An invitation counts for the last list before it, not
 * for earlier or later ones. The order of the lines is unrelated to person or time. Samples are left out, and
 * so are showings recorded with other features than today's.
 */
export async function exportMatchingLog(
  db: Db,
  write: (line: LogLine) => void,
  { ripeDays = 3, batch = 2_000 }: Options = {},
) {
  let lines = 0;
  for (let after = ''; ; ) {
    const { rows } = await db.execute<LogLine & { mark: string }>(sql`
      select shown.mark, features, position + 1 as position, asked.id is not null as invited,
        case asked.status when 'accepted' then true when 'declined' then false end as accepted
      from (
        select shows.*, md5(case_id || ' ' || listing_id || ' ' || shown_on) as mark,
          lead(shown_on) over (partition by case_id, listing_id order by shown_on) as next_on
        from matching_shows shows where direction = 'tutors' and cardinality(features) = ${featureNames.length}
      ) as shown
      join cases on cases.id = shown.case_id and not cases.is_sample
      join tutor_listings listing on listing.id = shown.listing_id and not listing.is_sample
      left join lateral (
        select id, status from interests
        where interests.case_id = shown.case_id and interests.listing_id = shown.listing_id and asked_by = 'family'
          and (asked_at at time zone 'Asia/Hong_Kong')::date >= shown_on
          and (next_on is null or (asked_at at time zone 'Asia/Hong_Kong')::date < next_on)
        order by id limit 1
      ) as asked on true
      where shown.mark > ${after} and shown_on <= ${hongKongToday} - ${ripeDays}::int
      order by shown.mark limit ${batch}`);
    for (const { features, position, invited, accepted } of rows)
      write({ features: features.map(rounded), position, invited, accepted });
    lines += rows.length;
    const last = rows.at(-1);
    if (!last) return lines;
    after = last.mark;
  }
}

/** Rounded to the precision of the database column. */
const rounded = (value: number) => Number(value.toPrecision(7));
