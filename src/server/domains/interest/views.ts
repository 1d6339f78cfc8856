import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import { type CaseOutline, caseOutlines } from '#server/domains/cases/case-outline.ts';
import { displayNamesOf } from '#server/domains/tutors/tutors.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import {
  feesOf,
  Interest,
  type InterestStatus,
  Match,
  type MatchStatus,
  type Side,
} from '#shared/interest.ts';
import { nameShown } from '#shared/tutor-name.ts';
import { slotAt } from '#shared/weekly-slots.ts';
import { maskedContacts, revealContact } from './contact.ts';
import { interestOf } from './interest.ts';
import { hasSharedContacts, matchOf } from './matches.ts';
import { type InterestRow, interests, type MatchRow, matches } from './tables.ts';

type Filter<Status> = Paging & { side?: Side | undefined; status?: Status | undefined };

export async function readInterest(db: Db | Tx, userId: number, id: number): Promise<Interest> {
  return only(await toInterests(db, userId, [await interestOf(db, userId, id)]));
}

export async function listInterests(db: Db, userId: number, filter: Filter<InterestStatus>) {
  const { side, status } = filter;
  const { rows, counted } = await pageOfTable(db, interests, filter, {
    wanted: and(sidesIn(interests, userId, side), status && eq(interests.status, status)),
    order: [desc(interests.id)],
  });
  return { list: await toInterests(db, userId, rows), ...counted };
}

/** A match for one of its sides. May reveal a number, which is recorded, so it needs a transaction. */
export async function readMatch(tx: Tx, vault: PhoneEncryption, userId: number, id: number): Promise<Match> {
  const row = await matchOf(tx, userId, id);
  return only(await toMatches(tx, userId, [row], [await revealContact(tx, vault, userId, row)]));
}

export async function listMatches(
  db: Db,
  vault: PhoneEncryption,
  userId: number,
  filter: Filter<MatchStatus>,
) {
  const { side, status } = filter;
  const { rows, counted } = await pageOfTable(db, matches, filter, {
    wanted: and(sidesIn(matches, userId, side), status && eq(matches.status, status)),
    order: [desc(matches.id)],
  });
  const contacts = await maskedContacts(db, vault, userId, rows);
  return { list: await toMatches(db, userId, rows, contacts), ...counted };
}

function sidesIn(table: typeof interests | typeof matches, userId: number, side: Side | undefined) {
  const asFamily = eq(table.familyUserId, userId);
  const asTutor = eq(table.tutorUserId, userId);
  if (side) return side === 'family' ? asFamily : asTutor;
  return or(asFamily, asTutor);
}

async function toInterests(db: Db | Tx, userId: number, rows: InterestRow[]): Promise<Interest[]> {
  const describe = await loadSharedFields(db, userId, rows);
  const made =
    rows.length > 0
      ? await db
          .select({ id: matches.id, interestId: matches.interestId })
          .from(matches)
          .where(
            inArray(
              matches.interestId,
              rows.map(({ id }) => id),
            ),
          )
      : [];
  return rows.map((row) => ({
    ...fieldsOf(Interest, row),
    ...describe(row),
    match_id: made.find(({ interestId }) => interestId === row.id)?.id ?? null,
  }));
}

async function toMatches(db: Db | Tx, userId: number, rows: MatchRow[], contacts: Match['contact'][]) {
  const describe = await loadSharedFields(db, userId, rows);
  return rows.map((row, at): Match => {
    const contact = contacts[at];
    if (!contact) throw new Error('a match has lost its contact');
    return {
      ...fieldsOf(Match, row),
      ...describe(row),
      contact,
    };
  });
}

/** Reads the fields that interests and matches share, for all rows at once. */
async function loadSharedFields(db: Db | Tx, userId: number, rows: readonly (InterestRow | MatchRow)[]) {
  const outlines = await caseOutlines(
    db,
    rows.map(({ caseId }) => caseId),
  );
  const names = await displayNamesOf(
    db,
    rows.flatMap(({ listingId }) => listingId ?? []),
  );
  return (row: InterestRow | MatchRow) => ({
    my_side: sideOf(row, userId),
    case: outlines.get(row.caseId) as CaseOutline,
    tutor: {
      display_name: nameShown(
        (row.listingId !== null && names.get(row.listingId)) || '',
        sideOf(row, userId) === 'tutor' || ('familyAgreedAt' in row && hasSharedContacts(row)),
      ),
    },
    slots: row.slots.map(slotAt),
    fees: feesOf(row.price),
  });
}

function only<Item>([item]: Item[]): Item {
  if (item === undefined) throw new Error('a list of one is empty');
  return item;
}
