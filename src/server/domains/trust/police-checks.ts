import { and, desc, eq, sql } from 'drizzle-orm';
import { refuseAbsent, sideOf } from '#server/domains/accounts/sides.ts';
import { holdMatch } from '#server/domains/interest/matches.ts';
import { tell } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { fieldProblem } from '#server/ground/http/field-problem.ts';
import type { PhoneVault, Sealed } from '#server/ground/phone/phone-vault.ts';
import { addMonths, dayOf, today } from '#shared/hong-kong.ts';
import { isLive, type Side } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import { badgeMonths, type PoliceCheck } from '#shared/trust.ts';
import { giveBadge } from './badges.ts';
import { watchCheck } from './police-check-job.ts';
import {
  aboutMatch,
  checkById,
  endCheck,
  isOpen,
  latestOfPair,
  mayAskFrom,
  noCode,
  ofUser,
  openUntil,
  otherOf,
} from './police-check-steps.ts';
import { type PoliceCheckRow, policeChecks } from './tables.ts';

/** Every check belongs to a match: whoever ends the one ends the other, and both people and the case are held. */

export const codePurpose = 'police_checks.code';
const listed = 50;

export async function listChecks(db: Db, userId: number, matchId: number | undefined) {
  const rows = await db
    .select()
    .from(policeChecks)
    .where(and(ofUser(userId), matchId === undefined ? undefined : eq(policeChecks.matchId, matchId)))
    .orderBy(desc(policeChecks.id))
    .limit(listed);
  return { list: rows.map((row) => toCheck(row, userId)), total: rows.length };
}

/** The family of a live match asks. One that is open already is the answer; another has to wait. */
export async function askForCheck(tx: Tx, userId: number, matchId: number): Promise<PoliceCheck> {
  const { match, side, other } = await holdMatch(tx, userId, matchId);
  if (side !== 'family') throw new AppError('notAllowed');
  if (!isLive(match.status)) throw new AppError('matchOver');
  await refuseAbsent(tx, userId, other);
  const latest = await latestOfPair(tx, userId, other);
  if (latest && isOpen(latest)) return toCheck(latest, userId);
  if (latest && mayAskFrom(latest).getTime() > Date.now())
    throw new AppError('policeCheckAsked', { details: { may_ask_from: mayAskFrom(latest).toISOString() } });
  // Its time is over, and the job that says so is late.
  if (latest && openUntil(latest)) await endCheck(tx, latest, []);
  const [row] = await tx
    .insert(policeChecks)
    .values({ matchId, familyUserId: userId, tutorUserId: other })
    .returning();
  if (!row) throw new Error('an inserted check came back empty');
  await watchCheck(tx, row);
  await tell(tx, {
    userId: other,
    kind: 'police_check_asked',
    params: { match: matchId, case: match.caseId },
  });
  return toCheck(row, userId);
}

type Shared = { code: string; issuedOn: string; locale: Locale };

/** The tutor hands the code to that parent; a code that was mistyped may be replaced. */
export async function shareCode(tx: Tx, vault: PhoneVault, userId: number, id: number, given: Shared) {
  const check = openFor('tutor', await hold(tx, userId, id));
  checkIssue(given);
  const { cipher, key } = vault.seal(given.code.replace(/\D/g, ''), codePurpose);
  const [row] = await tx
    .update(policeChecks)
    .set({
      status: 'shared',
      codeCipher: cipher,
      codeKey: key,
      issuedOn: given.issuedOn,
      sharedAt: sql`now()`,
    })
    .where(eq(policeChecks.id, id))
    .returning();
  await watchCheck(tx, row as PoliceCheckRow);
  await tell(tx, {
    userId: check.familyUserId,
    kind: 'police_check_shared',
    params: await aboutMatch(tx, check),
  });
  return toCheck(row as PoliceCheckRow, userId);
}

/** What the police issued tomorrow, or so long ago that they answer no more, is no check. */
function checkIssue({ issuedOn, locale }: Shared) {
  if (issuedOn > today())
    throw fieldProblem(locale, {
      issued_on: { 'zh-Hant': '簽發日期不能在今天之後', en: 'This date is still to come' },
    });
  if (issuedOn <= addMonths(today(), -badgeMonths.police_check))
    throw fieldProblem(locale, {
      issued_on: {
        'zh-Hant': '查核結果有效 36 個月，這個日期已過期；請先向警方續期',
        en: 'A check holds for 36 months and this one is over; please renew it with the police first',
      },
    });
}

/** For that parent alone, and only as long as it may be used. */
export async function readCode(db: Db, vault: PhoneVault, userId: number, id: number) {
  const row = await checkById(db, userId, id);
  if (!row) throw new AppError('notFound');
  if (sideOf(row, userId) !== 'family') throw new AppError('notAllowed');
  const { codeCipher: cipher, codeKey: key, issuedOn } = row;
  if (!isOpen(row) || !cipher || !key || !issuedOn) throw new AppError('policeCheckOver');
  return { code: vault.open({ cipher, key } satisfies Sealed, codePurpose), issued_on: issuedOn };
}

/** The parent has heard what they wanted to hear. The code goes; the badge says that a parent confirmed. */
export async function confirmCheck(tx: Tx, userId: number, id: number): Promise<PoliceCheck> {
  const held = await hold(tx, userId, id);
  if (held.side === 'family' && held.check.status === 'confirmed') return toCheck(held.check, userId);
  const check = openFor('family', held);
  if (check.status !== 'shared' || !check.issuedOn) throw new AppError('conflict');
  const [row] = await tx
    .update(policeChecks)
    .set({ status: 'confirmed', ...noCode })
    .where(eq(policeChecks.id, id))
    .returning();
  const badge = await giveBadge(tx, {
    userId: check.tutorUserId,
    kind: 'police_check',
    confirmedBy: userId,
    since: check.issuedOn,
  });
  await tell(tx, {
    userId: check.tutorUserId,
    kind: 'police_check_confirmed',
    params: { ...(await aboutMatch(tx, check)), until: dayOf(badge.expiresAt) },
  });
  return toCheck(row as PoliceCheckRow, userId);
}

/** Either side, for whatever reason: declined, taken back, could not listen, heard something else. All look alike. */
export async function endByHand(tx: Tx, userId: number, id: number): Promise<PoliceCheck> {
  const { check } = await hold(tx, userId, id);
  if (check.status === 'confirmed') throw new AppError('policeCheckOver');
  if (check.status !== 'ended') await endCheck(tx, check, [otherOf(check, userId)]);
  return toCheck({ ...check, status: 'ended', ...noCode }, userId);
}

/** The check with both people and its case held. */
async function hold(tx: Tx, userId: number, id: number) {
  const peek = await checkById(tx, userId, id);
  if (!peek) throw new AppError('notFound');
  const { match, side } = await holdMatch(tx, userId, peek.matchId);
  const [check] = await tx.select().from(policeChecks).where(eq(policeChecks.id, id)).for('update');
  if (!check) throw new AppError('notFound');
  return { check, match, side };
}

function openFor(who: Side, { check, match, side }: Awaited<ReturnType<typeof hold>>) {
  if (side !== who) throw new AppError('notAllowed');
  if (!isOpen(check) || !isLive(match.status)) throw new AppError('policeCheckOver');
  return check;
}

function toCheck(row: PoliceCheckRow, userId: number): PoliceCheck {
  const over = openUntil(row) !== undefined && !isOpen(row);
  return {
    id: row.id,
    match_id: row.matchId,
    my_side: sideOf(row, userId),
    status: over ? 'ended' : row.status,
    asked_at: row.askedAt.toISOString(),
    open_until: over ? null : (openUntil(row)?.toISOString() ?? null),
    may_ask_from: mayAskFrom(row).toISOString(),
  };
}
