import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';
import { dayOf } from '#shared/hong-kong.ts';
import { type InterestStatus, isLive, type MatchStatus, type Side } from '#shared/interest.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';

type Asked = { interest_id: number; asked_by: Side; status: InterestStatus };
type Over = { how: 'declined' | 'withdrawn' | 'ended'; by: Side | null };
/** What became of the last invitation or application between a case and each tutor, or a tutor and each case. */
export type Standing = {
  /** Open, declined, or a live match. */
  asked: ReadonlyMap<number, Asked>;
  /** The day on which the last trial ended without success. */
  tried: ReadonlyMap<number, string>;
  /** Who said no, took their own request back, or whose match has ended. */
  over: ReadonlyMap<number, Over>;
};
export const noStanding: Standing = { asked: new Map(), tried: new Map(), over: new Map() };

export const standingOfCase = (db: Db, caseId: number) =>
  read(db, 'family', sql`listing_id`, sql`interests.case_id = ${caseId}`);
export const standingOfListing = (db: Db, listingId: number) =>
  read(db, 'tutor', sql`case_id`, sql`interests.listing_id = ${listingId}`);

type Row = {
  other: string | number;
  id: string | number;
  asked_by: Side;
  status: InterestStatus;
  match_status: MatchStatus | null;
  ended_at: Date | string | null;
};

async function read(db: Db, reader: Side, other: SQL, which: SQL): Promise<Standing> {
  const { rows } = await db.execute<Row>(sql`
    select distinct on (interests.${other}) interests.${other} as other, interests.id, asked_by,
      interests.status, matches.status as match_status, ended_at
    from interests left join matches on matches.interest_id = interests.id
    where ${which} and interests.${other} is not null
    order by interests.${other}, interests.id desc`);
  const asked = new Map<number, Asked>();
  const tried = new Map<number, string>();
  const over = new Map<number, Over>();
  for (const row of rows) {
    const { status, match_status, asked_by, ended_at } = row;
    if (match_status === 'failed' && ended_at) tried.set(Number(row.other), dayOf(new Date(ended_at)));
    else if (status === 'pending' || status === 'declined' || (match_status && isLive(match_status)))
      asked.set(Number(row.other), { interest_id: Number(row.id), asked_by, status });
    const how = overHow(row, reader);
    if (how) over.set(Number(row.other), how);
  }
  return { asked, tried, over };
}

/** Who takes a request of their own back may well ask again: for them it is not over. */
function overHow({ status, match_status, asked_by }: Row, reader: Side): Over | undefined {
  if (match_status === 'ended') return { how: 'ended', by: null };
  if (status === 'declined') return { how: 'declined', by: otherSide(asked_by) };
  if (status === 'withdrawn' && asked_by !== reader) return { how: 'withdrawn', by: asked_by };
  return undefined;
}
