import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { sideOf } from '#server/domains/accounts/lock-account.ts';
import { refuseResting, suspensionsOf } from '#server/domains/accounts/standing.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { users } from '#server/domains/accounts/tables.ts';
import { areBlocked, hiddenFrom } from '#server/domains/blocks/blocks.ts';
import { nicknamesOf, ownNicknamesOf } from '#server/domains/cases/case-outline.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { maskPhone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { isLive, type Match } from '#shared/interest.ts';
import { otherOf } from './leaving.ts';
import { hasSharedContacts, lockMatch } from './matches.ts';
import { contactReveals, type MatchRow, matches } from './tables.ts';

type Contact = Match['contact'];

/** Agrees to share the number with the other side, or withdraws it until the other side has agreed too. */
export async function agreeToContact(tx: Tx, userId: number, id: number, agree: boolean) {
  const { match, side, other } = await lockMatch(tx, userId, id);
  if (!isLive(match.status) || (await areBlocked(tx, userId, other))) throw new AppError('matchOver');
  await refuseResting(tx, match);
  const { mine, theirs } = consentOf(match, userId);
  if (mine === agree) return;
  if (!agree && theirs) throw new AppError('contactShared');
  const at = agree ? sql`now()` : null;
  await tx
    .update(matches)
    .set(side === 'family' ? { familyAgreedAt: at } : { tutorAgreedAt: at })
    .where(eq(matches.id, id));
  if (!agree) return;
  await markDone(tx, 'contact', { about: { match: id }, people: [userId] });
  const kind = theirs ? ('contact_agreed' as const) : ('contact_asked' as const);
  await notify(tx, {
    userId: other,
    kind,
    params: { match: id, case: match.caseId, interest: match.interestId },
  });
}

/**
 * The other side's number in plain text, once both agreed and while the match is live and does not rest; every
 * reveal is recorded.
 */
export async function revealContact(
  tx: Tx,
  vault: PhoneEncryption,
  userId: number,
  match: MatchRow,
): Promise<Contact> {
  const [masked] = await maskedContacts(tx, vault, userId, [match]);
  if (!masked) throw new Error('a match has lost its contact');
  if (!isLive(match.status) || !masked.i_agreed || !masked.other_agreed) return masked;
  const numberOf = otherOf(match, userId);
  if ((await suspensionsOf(tx, [userId, numberOf])).size > 0) return masked;
  const [other] = await tx.select().from(users).where(eq(users.id, numberOf));
  const phone = other && openPhone(vault, other);
  if (!phone) return masked;
  await tx.insert(contactReveals).values({ matchId: match.id, shownTo: userId, numberOf });
  return { ...masked, mobile: `+${phone.dialCode} ${phone.national}` };
}

/** The same for lists, where numbers are always masked; names are shown once both agreed. */
export async function maskedContacts(
  db: Db | Tx,
  vault: PhoneEncryption,
  userId: number,
  rows: readonly MatchRow[],
): Promise<Contact[]> {
  if (rows.length === 0) return [];
  const others = rows.map((row) => otherOf(row, userId));
  const people = await db.select().from(users).where(inArray(users.id, others));
  const isShared = await sharing(db, userId, rows);
  const nicknames = await nicknamesOf(
    db,
    rows.map(({ caseId }) => caseId),
  );
  return rows.map((row, at) => {
    const person = people.find(({ id }) => id === others[at]);
    const phone = person && openPhone(vault, person);
    const { mine, theirs } = consentOf(row, userId);
    const isForTutor = row.tutorUserId === userId;
    return {
      i_agreed: mine,
      other_agreed: theirs,
      mobile: phone ? maskPhone(phone) : '',
      name: isShared(row) ? (person?.name ?? '') : '',
      children: isShared(row) && isForTutor ? (nicknames.get(row.caseId) ?? []) : [],
    };
  });
}

/** Whether a match shares names now: both agreed, it goes on, and nobody rests or has blocked the other. */
async function sharing(db: Db | Tx, userId: number, rows: readonly MatchRow[]) {
  const resting = await suspensionsOf(db, [userId, ...rows.map((row) => otherOf(row, userId))]);
  const hidden = (await hiddenFrom(db, userId)).users;
  const isOut = (id: number) => resting.has(id) || hidden.includes(id);
  return (row: MatchRow) =>
    hasSharedContacts(row) && isLive(row.status) && ![userId, otherOf(row, userId)].some(isOut);
}

/** The children that a person may know by name: those of one's own cases, and of families that share their contacts. */
export async function nicknamesKnownTo(db: Db | Tx, userId: number, caseIds: readonly number[]) {
  const own = await ownNicknamesOf(db, userId, caseIds);
  if (caseIds.length === 0) return own;
  const taught = await db
    .select()
    .from(matches)
    .where(and(eq(matches.tutorUserId, userId), inArray(matches.caseId, [...caseIds])));
  if (taught.length === 0) return own;
  const isShared = await sharing(db, userId, taught);
  const shared = taught.filter(isShared).map(({ caseId }) => caseId);
  return new Map([...(await nicknamesOf(db, shared)), ...own]);
}

/** The names of the families of these matches that share their contacts, by match, for either of the two. */
export async function familyNamesKnownTo(db: Db | Tx, userId: number, matchIds: readonly number[]) {
  if (matchIds.length === 0) return new Map<number, string>();
  const isSide = or(eq(matches.familyUserId, userId), eq(matches.tutorUserId, userId));
  const own = await db
    .select()
    .from(matches)
    .where(and(inArray(matches.id, [...matchIds]), isSide));
  const isShared = await sharing(db, userId, own);
  const shared = own.filter(isShared);
  if (shared.length === 0) return new Map<number, string>();
  const people = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      inArray(
        users.id,
        shared.map(({ familyUserId }) => familyUserId),
      ),
    );
  return new Map(
    shared.map(({ id, familyUserId }) => [id, people.find((one) => one.id === familyUserId)?.name ?? '']),
  );
}

function consentOf(match: MatchRow, userId: number) {
  const family = match.familyAgreedAt !== null;
  const tutor = match.tutorAgreedAt !== null;
  return sideOf(match, userId) === 'family'
    ? { mine: family, theirs: tutor }
    : { mine: tutor, theirs: family };
}
