import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, or, sql } from 'drizzle-orm';
import { lockPeople, refuseAbsent, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { areBlocked, lockPair } from '#server/domains/blocks/blocks.ts';
import { caseById, lockCase } from '#server/domains/cases/case-status.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import { sendMessage } from '#server/domains/messages/talk-messages.ts';
import { listingById, listingOf } from '#server/domains/tutors/tutors.ts';
import type { Database, Db, Tx } from '#server/ground/db/db.ts';
import { transactionWithRetry } from '#server/ground/db/transaction-with-retry.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { caseStatus } from '#shared/cases.ts';
import type { InterestBody, Side } from '#shared/interest.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import type { WeeklySlot } from '#shared/weekly-slots.ts';
import { waitingTutors } from './closing.ts';
import { liveMatchOf, makeMatch } from './make-match.ts';
import { type InterestRow, interests } from './tables.ts';
import { acceptedSlots, commonSlots, slotIndexes } from './terms.ts';

/** Runs a transaction about interests and maps constraint violations to error codes. */
export const settleInterest = <T>(database: Database, work: (tx: Tx) => Promise<T>) =>
  transactionWithRetry(database, work, {
    one_live_match_per_case: 'caseTaken',
    match_slots_pkey: 'slotTaken',
    tutor_in_one_place: 'slotTaken',
    interests_pending_once: 'conflict',
    one_open_trial_proposal: 'trialChanged',
    one_agreed_trial: 'trialChanged',
  });

/** Limits against flooding. */
export type AskLimits = {
  /** Pending applications of one tutor, and pending invitations of one case. */
  applications: number;
  invitations: number;
  /** How often one side may ask the same other side about the same case in a day. */
  asksPerDay: number;
  /** How many days after a refusal the same side cannot ask again. */
  quietDays: number;
};
export const askLimits = { asksPerDay: 3, quietDays: 14 } as const;

type Listing = NonNullable<Awaited<ReturnType<typeof listingById>>>;
type AskInput = {
  userId: number;
  side: Side;
  caseId: number;
  listing: Listing;
  offer: { price?: number | undefined; slots?: WeeklySlot[] | undefined; message?: string | undefined };
  limits: AskLimits;
};
type Action<Name extends InterestBody['action']> = Extract<InterestBody, { action: Name }>;

/** Performs the requested action and answers the id of its interest. Repeating an action changes nothing. */
export function act(tx: Tx, userId: number, body: InterestBody, limits: AskLimits): Promise<number> {
  switch (body.action) {
    case 'apply':
      return apply(tx, userId, body, limits);
    case 'invite':
      return invite(tx, userId, body, limits);
    case 'accept':
      return accept(tx, userId, body);
    case 'decline':
      return decide(tx, userId, body.interest_id, { to: 'declined', message: body.message });
    case 'withdraw':
      return decide(tx, userId, body.interest_id, { to: 'withdrawn' });
  }
}

async function apply(tx: Tx, userId: number, body: Action<'apply'>, limits: AskLimits) {
  const listing = await listingOf(tx, userId);
  if (!listing?.isListed) throw new AppError('listingNeeded');
  return ask(tx, { userId, side: 'tutor', caseId: body.case_id, listing, offer: body, limits });
}

async function invite(tx: Tx, userId: number, body: Action<'invite'>, limits: AskLimits) {
  const { userId: ownerId } = await caseById(tx, body.case_id);
  if (ownerId !== userId) throw new AppError('notFound');
  const listing = await listingById(tx, body.listing_id);
  if (!listing?.isListed) throw new AppError('notFound');
  return ask(tx, { userId, side: 'family', caseId: body.case_id, listing, offer: body, limits });
}

async function ask(tx: Tx, { userId, side, caseId, listing, offer, limits }: AskInput): Promise<number> {
  const { userId: familyUserId } = await caseById(tx, caseId);
  const people = { familyUserId, tutorUserId: listing.userId };
  if (familyUserId === listing.userId) throw new AppError('ownCase');
  const other = userOn(people, otherSide(side));
  const askedFirst = (await pendingOf(tx, caseId, listing.id))?.askedBy === otherSide(side);
  await lockPeople(tx, userId, [other, ...(askedFirst ? await waitingTutors(tx, caseId) : [])]);
  await refuseAbsent(tx, userId, other);
  await lockPair(tx, userId, other);
  // Answered like a case or listing that is no longer on offer, so that nobody learns of a block.
  if (await areBlocked(tx, userId, other))
    throw new AppError(side === 'tutor' ? 'caseNotOnline' : 'notFound');

  const lockedCase = await lockCase(tx, caseId);
  if (lockedCase.status === caseStatus.matched) {
    const made = await liveMatchOf(tx, caseId);
    if (made?.listingId === listing.id) return made.interestId;
    throw new AppError('caseTaken');
  }
  if (lockedCase.status !== caseStatus.online) throw new AppError('caseNotOnline');

  const pending = await pendingOf(tx, caseId, listing.id);
  if (pending?.askedBy === side) return pending.id;
  const price = offer.price ?? lockedCase.price ?? listing.priceMin;
  const slots = slotIndexes(offer.slots);
  if (pending) {
    const free = { family: lockedCase.matchSlots, tutor: listing.matchSlots };
    const agreed = commonSlots(
      { slots: pending.slots, free: free[pending.askedBy] },
      { slots, free: free[side] },
    );
    // No match is made on terms that one side has not seen.
    if (pending.price !== price || !agreed)
      throw new AppError('otherAskedFirst', { details: { interest_id: pending.id } });
    await makeMatch(tx, pending, agreed);
    return pending.id;
  }

  await checkLimits(tx, { side, caseId, listingId: listing.id, limits });
  const [row] = await tx
    .insert(interests)
    .values({
      caseId,
      listingId: listing.id,
      ...people,
      askedBy: side,
      price,
      slots,
      message: offer.message ?? '',
    })
    .returning({ id: interests.id });
  if (!row) throw new Error('an inserted interest came back empty');
  await notify(tx, {
    userId: other,
    kind: side === 'tutor' ? 'interest_applied' : 'interest_invited',
    params: { interest: row.id, case: caseId },
  });
  return row.id;
}

/** The count of a tutor is exact because the tutor's row is locked; that of a case because the case is. */
async function checkLimits(
  tx: Tx,
  { side, caseId, listingId, limits }: { side: Side; caseId: number; listingId: number; limits: AskLimits },
) {
  const own = eq(interests.askedBy, side);
  const of = side === 'tutor' ? eq(interests.listingId, listingId) : eq(interests.caseId, caseId);
  const limit = side === 'tutor' ? limits.applications : limits.invitations;
  const [waiting] = await tx
    .select({ count: count() })
    .from(interests)
    .where(and(of, own, eq(interests.status, 'pending')));
  if ((waiting?.count ?? 0) >= limit) throw new AppError('reachedLimit', { details: { limit } });

  const pair = and(eq(interests.caseId, caseId), eq(interests.listingId, listingId), own);
  const within = (days: number) => sql`now() - make_interval(days => ${days})`;
  const [recent] = await tx
    .select({
      asked: sql<number>`count(*) filter (where ${gt(interests.askedAt, within(1))})::int`,
      declined: sql<number>`count(*) filter (where ${and(
        eq(interests.status, 'declined'),
        gt(interests.decidedAt, within(limits.quietDays)),
      )})::int`,
    })
    .from(interests)
    .where(pair);
  if (recent && (recent.asked >= limits.asksPerDay || recent.declined > 0))
    throw new AppError('askedTooOften');
}

async function accept(tx: Tx, userId: number, { interest_id, slots, price }: Action<'accept'>) {
  const { caseId, askedBy, ...peek } = await interestOf(tx, userId, interest_id);
  if (sideOf(peek, userId) === askedBy) throw new AppError('notAllowed');
  await lockPeople(tx, userId, [userOn(peek, askedBy), ...(await waitingTutors(tx, caseId))]);
  const lockedCase = await lockCase(tx, caseId);
  const row = await interestOf(tx, userId, interest_id);
  if (row.status === 'accepted') return row.id;
  if (row.status === 'closed' && lockedCase.status === caseStatus.matched) throw new AppError('caseTaken');
  if (row.status !== 'pending' || row.listingId === null) throw new AppError('interestClosed');
  const listing = await listingById(tx, row.listingId);
  const free = { family: lockedCase.matchSlots, tutor: listing?.matchSlots ?? [] }[askedBy];
  const agreed = acceptedSlots({ ...row, free }, { price, slots: slotIndexes(slots) });
  await makeMatch(tx, row, agreed);
  return row.id;
}

/** A refusal by the side that was asked, or a withdrawal by the side that asked. */
async function decide(
  tx: Tx,
  userId: number,
  id: number,
  { to, message }: { to: 'declined' | 'withdrawn'; message?: string | undefined },
) {
  const peek = await interestOf(tx, userId, id);
  const side = sideOf(peek, userId);
  if ((side === peek.askedBy) !== (to === 'withdrawn')) throw new AppError('notAllowed');
  const other = userOn(peek, otherSide(side));
  await lockPeople(tx, userId, [other]);
  await lockCase(tx, peek.caseId);
  const row = await interestOf(tx, userId, id);
  if (row.status === to) return id;
  if (row.status !== 'pending') throw new AppError('interestClosed');
  // While it is pending: afterwards nothing can be written any more.
  if (message) await sendMessage(tx, userId, id, { text: message, files: [], client_key: randomUUID() });
  await tx.update(interests).set({ status: to, decidedAt: sql`now()` }).where(eq(interests.id, id));
  await markDone(tx, 'interest', { about: { interest: id }, people: [userId, other] });
  const kind = to === 'declined' ? ('interest_declined' as const) : ('interest_withdrawn' as const);
  await notify(tx, { userId: other, kind, params: { interest: id, case: row.caseId } });
  return id;
}

/** An interest of which the user is a side. */
export async function interestOf(db: Db | Tx, userId: number, id: number): Promise<InterestRow> {
  const isSide = or(eq(interests.familyUserId, userId), eq(interests.tutorUserId, userId));
  const [row] = await db
    .select()
    .from(interests)
    .where(and(eq(interests.id, id), isSide));
  if (!row) throw new AppError('notFound');
  return row;
}

async function pendingOf(tx: Tx, caseId: number, listingId: number) {
  const [row] = await tx
    .select()
    .from(interests)
    .where(
      and(eq(interests.caseId, caseId), eq(interests.listingId, listingId), eq(interests.status, 'pending')),
    );
  return row;
}
