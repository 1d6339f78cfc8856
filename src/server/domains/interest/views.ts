import { and, count, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { haltsOf } from '#server/domains/accounts/standing.ts';
import { areBlocked, hiddenFrom, notBlocked } from '#server/domains/blocks/blocks.ts';
import { type CaseOutline, caseOutlines, ownNicknamesOf } from '#server/domains/cases/case-outline.ts';
import { coverLines } from '#server/domains/messages/offer-line.ts';
import { isWrittenIn } from '#server/domains/messages/talk-access.ts';
import { portraitsOf } from '#server/domains/tutors/portraits.ts';
import { displayNamesOf } from '#server/domains/tutors/tutors.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { type Paging, pageOfTable } from '#server/ground/db/paging.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import {
  feesOf,
  Interest,
  type InterestStatus,
  isLive,
  Match,
  type MatchStatus,
  type Side,
  type TrialOfMatch,
} from '#shared/interest.ts';
import { slotAt } from '#shared/rules/half-hours.ts';
import { trialRules } from '#shared/rules/offer-rules.ts';
import { nameShown } from '#shared/tutor-name.ts';
import { maskedContacts, revealContact } from './contact.ts';
import { interestOf } from './interest.ts';
import { hasSharedContacts, matchOf } from './matches.ts';
import { type InterestRow, interests, type MatchRow, matches } from './tables.ts';
import { toTrial, trialStatesOf } from './trial-state.ts';

type Filter<Status> = Paging & { side?: Side | undefined; status?: Status | undefined };

export async function readInterest(db: Db | Tx, userId: number, id: number): Promise<Interest> {
  const row = await interestOf(db, userId, id);
  if (await areBlocked(db, row.familyUserId, row.tutorUserId)) throw new AppError('notFound');
  return only(await toInterests(db, userId, [row]));
}

export async function listInterests(db: Db, userId: number, filter: Filter<InterestStatus>) {
  const { side, status } = filter;
  const { rows, counted } = await pageOfTable(db, interests, filter, {
    wanted: and(
      sidesIn(interests, userId, side),
      status && eq(interests.status, status),
      notBlocked(userId, otherIn(interests, userId)),
    ),
    order: [desc(interests.id)],
  });
  return { list: await toInterests(db, userId, rows), ...counted };
}

/** Between two of whom one blocked the other, a match that is over is not found. */
export async function refuseHiddenMatch(db: Db | Tx, userId: number, id: number) {
  const { status, familyUserId, tutorUserId } = await matchOf(db, userId, id);
  if (!isLive(status) && (await areBlocked(db, familyUserId, tutorUserId))) throw new AppError('notFound');
}

/** A match for one of its sides. May reveal a number, which is recorded, so it needs a transaction. */
export async function readMatch(tx: Tx, vault: PhoneEncryption, userId: number, id: number): Promise<Match> {
  const row = await matchOf(tx, userId, id);
  const contacts = (await areBlocked(tx, row.familyUserId, row.tutorUserId))
    ? await maskedContacts(tx, vault, userId, [row])
    : [await revealContact(tx, vault, userId, row)];
  return only(await toMatches(tx, userId, [row], contacts));
}

/** Its trial lesson only: nothing is revealed. */
export async function readTrial(db: Db | Tx, userId: number, id: number): Promise<TrialOfMatch> {
  await refuseHiddenMatch(db, userId, id);
  const row = await matchOf(db, userId, id);
  const [halt = null] = await haltsOf(db, [{ ...row, isLive: isLive(row.status) }]);
  const [state] = await trialStatesOf(db, [row], trialRules.silentDays);
  return {
    match_id: row.id,
    case_id: row.caseId,
    listing_id: row.listingId,
    my_side: sideOf(row, userId),
    status: row.status,
    halt,
    slots: row.slots.map(slotAt),
    trial: state ? toTrial(state) : null,
  };
}

export async function listMatches(
  db: Db,
  vault: PhoneEncryption,
  userId: number,
  filter: Filter<MatchStatus>,
) {
  const { side, status } = filter;
  const { rows, counted } = await pageOfTable(db, matches, filter, {
    wanted: and(
      sidesIn(matches, userId, side),
      status && eq(matches.status, status),
      or(isLiveMatch, notBlocked(userId, otherIn(matches, userId))),
    ),
    order: [desc(matches.id)],
  });
  const contacts = await maskedContacts(db, vault, userId, rows);
  return { list: await toMatches(db, userId, rows, contacts), ...counted };
}

/** A match that goes on is shown despite a block: its class has to be ended by one of the two. */
const isLiveMatch = inArray(matches.status, ['trial', 'going']);

const otherIn = (table: typeof interests | typeof matches, userId: number): SQL =>
  sql`case when ${table.familyUserId} = ${userId} then ${table.tutorUserId} else ${table.familyUserId} end`;

function sidesIn(table: typeof interests | typeof matches, userId: number, side: Side | undefined) {
  const asFamily = eq(table.familyUserId, userId);
  const asTutor = eq(table.tutorUserId, userId);
  if (side) return side === 'family' ? asFamily : asTutor;
  return or(asFamily, asTutor);
}

async function toInterests(db: Db | Tx, userId: number, rows: InterestRow[]): Promise<Interest[]> {
  if (rows.length === 0) return [];
  const describe = await loadSharedFields(db, userId, rows);
  const made = await db
    .select()
    .from(matches)
    .where(
      inArray(
        matches.interestId,
        rows.map(({ id }) => id),
      ),
    );
  const halts = await haltsOf(
    db,
    made.map((match) => ({ ...match, isLive: isLive(match.status) })),
  );
  const waiting = await db
    .select({ caseId: interests.caseId, count: count() })
    .from(interests)
    .where(
      and(
        eq(interests.status, 'pending'),
        inArray(
          interests.caseId,
          rows.map(({ caseId }) => caseId),
        ),
      ),
    )
    .groupBy(interests.caseId);
  const talking = await talkingIn(db, userId, rows);
  const lines = await coverLines(
    db,
    rows
      .filter(({ message }) => message !== '')
      .map((row) => ({
        ...{ id: row.id, text: row.message, at: row.askedAt },
        author: userOn(row, row.askedBy),
      })),
  );
  return rows.map((row) => {
    const at = made.findIndex(({ interestId }) => interestId === row.id);
    const match = made[at];
    const isShared = match !== undefined && hasSharedContacts(match) && !halts[at];
    const others = (waiting.find(({ caseId }) => caseId === row.caseId)?.count ?? 1) - 1;
    return {
      ...fieldsOf(Interest, row),
      ...describe(row),
      message: isShared ? row.message : (lines.get(row.id) ?? ''),
      others_waiting: row.status === 'pending' ? others : 0,
      match_id: match?.id ?? null,
      match_status: match?.status ?? null,
      can_talk: talking.has(row.id),
    };
  });
}

/** Those with a conversation to open: not between two of whom one blocked the other, nor where nothing was said. */
async function talkingIn(db: Db | Tx, userId: number, rows: readonly InterestRow[]): Promise<Set<number>> {
  if (rows.length === 0) return new Set();
  const found = await db
    .select({ id: interests.id })
    .from(interests)
    .where(
      and(
        inArray(
          interests.id,
          rows.map(({ id }) => id),
        ),
        notBlocked(userId, otherIn(interests, userId)),
        or(inArray(interests.status, ['pending', 'accepted']), isWrittenIn(interests.id)),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

async function toMatches(db: Db | Tx, userId: number, rows: MatchRow[], contacts: Match['contact'][]) {
  const describe = await loadSharedFields(db, userId, rows);
  const halts = await haltsOf(
    db,
    rows.map((row) => ({ ...row, isLive: isLive(row.status) })),
  );
  const hidden = (await hiddenFrom(db, userId)).users;
  const trials = await trialStatesOf(db, rows, trialRules.silentDays);
  return rows.map((row, at): Match => {
    const contact = contacts[at];
    if (!contact) throw new Error('a match has lost its contact');
    const trial = trials.find(({ matchId }) => matchId === row.id);
    return {
      ...fieldsOf(Match, row),
      ...describe(row),
      halt: halts[at] ?? null,
      contact,
      trial: trial ? toTrial(trial) : null,
      can_talk: !hidden.includes(row.familyUserId) && !hidden.includes(row.tutorUserId),
    };
  });
}

/** Reads the fields that interests and matches share, for all rows at once. */
async function loadSharedFields(db: Db | Tx, userId: number, rows: readonly (InterestRow | MatchRow)[]) {
  const caseIds = rows.map(({ caseId }) => caseId);
  const outlines = await caseOutlines(db, caseIds);
  const nicknames = await ownNicknamesOf(db, userId, caseIds);
  const listingIds = rows.flatMap(({ listingId }) => listingId ?? []);
  const names = await displayNamesOf(db, listingIds);
  const portraits = await portraitsOf(db, listingIds);
  const known = await tutorsKnownTo(db, userId, listingIds);
  return (row: InterestRow | MatchRow) => ({
    my_side: sideOf(row, userId),
    case: outlines.get(row.caseId) as CaseOutline,
    children: nicknames.get(row.caseId) ?? [],
    tutor: {
      display_name: nameShown(
        (row.listingId !== null && names.get(row.listingId)) || '',
        sideOf(row, userId) === 'tutor' ||
          ('familyAgreedAt' in row && hasSharedContacts(row)) ||
          known.has(row.listingId ?? 0),
      ),
      portrait: portraits.get(row.listingId ?? 0) ?? null,
    },
    slots: row.slots.map(slotAt),
    fees: feesOf(row.price),
  });
}

/** The listings whose tutors share their contacts with this family already: they keep one name. */
async function tutorsKnownTo(db: Db | Tx, userId: number, listingIds: readonly number[]) {
  if (listingIds.length === 0) return new Set<number>();
  const shared = await db
    .select()
    .from(matches)
    .where(and(eq(matches.familyUserId, userId), inArray(matches.listingId, [...listingIds]), isLiveMatch));
  const halts = await haltsOf(
    db,
    shared.map((match) => ({ ...match, isLive: true })),
  );
  const known = shared.filter((match, at) => hasSharedContacts(match) && !halts[at]);
  return new Set(known.flatMap(({ listingId }) => listingId ?? []));
}

function only<Item>([item]: Item[]): Item {
  if (item === undefined) throw new Error('a list of one is empty');
  return item;
}
