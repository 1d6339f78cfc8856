import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';
import { dayOf } from '#shared/hong-kong.ts';
import { type InterestStatus, isLive, type MatchStatus, type Side } from '#shared/interest.ts';

type Asked = { interest_id: number; asked_by: Side; status: InterestStatus };
/** What became of the last invitation or application between a case and each tutor, or a tutor and each case. */
export type Standing = {
  /** Open, declined, or a live match. */
  asked: ReadonlyMap<number, Asked>;
  /** The day on which the last trial ended without success. */
  tried: ReadonlyMap<number, string>;
};
export const noStanding: Standing = { asked: new Map(), tried: new Map() };

export const standingOfCase = (db: Db, caseId: number) =>
  read(db, sql`listing_id`, sql`interests.case_id = ${caseId}`);
export const standingOfListing = (db: Db, listingId: number) =>
  read(db, sql`case_id`, sql`interests.listing_id = ${listingId}`);

type Row = {
  other: string | number;
  id: string | number;
  asked_by: Side;
  status: InterestStatus;
  match_status: MatchStatus | null;
  ended_at: Date | string | null;
};

async function read(db: Db, other: SQL, which: SQL): Promise<Standing> {
  const { rows } = await db.execute<Row>(sql`
    select distinct on (interests.${other}) interests.${other} as other, interests.id, asked_by,
      interests.status, matches.status as match_status, ended_at
    from interests left join matches on matches.interest_id = interests.id
    where ${which} and interests.${other} is not null
    order by interests.${other}, interests.id desc`);
  const asked = new Map<number, Asked>();
  const tried = new Map<number, string>();
  for (const row of rows) {
    const { status, match_status, asked_by, ended_at } = row;
    if (match_status === 'failed' && ended_at) tried.set(Number(row.other), dayOf(new Date(ended_at)));
    else if (status === 'pending' || status === 'declined' || (match_status && isLive(match_status)))
      asked.set(Number(row.other), { interest_id: Number(row.id), asked_by, status });
  }
  return { asked, tried };
}
