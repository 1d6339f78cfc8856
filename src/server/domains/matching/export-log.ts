import { sql } from 'drizzle-orm';
import { featureNames } from '#engine/matching/pair/features.ts';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Db } from '#server/ground/db/db.ts';

/** What `npm run learn:matching` reads: what was shown, and what became of it. No line leads to anybody. */
export type LogLine = {
  features: number[];
  /** From 1 on. */
  position: number;
  invited: boolean;
  accepted: boolean | null;
};

type Options = {
  /** Shown so many days ago at least: later ones may still be answered. */
  ripeDays?: number;
  batch?: number;
};

/**
 * Tutors as families were shown them, a line each. An invitation counts for the last list before it, not for those that
 * came earlier or later. Lines come in an order that has nothing to do with who or when. Samples say nothing of people,
 * and what was shown by other features than today's nothing of their weights.
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

/** As precise as they are kept. */
const rounded = (value: number) => Number(value.toPrecision(7));
