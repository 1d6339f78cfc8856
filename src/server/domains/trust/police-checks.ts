import { and, desc, eq, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { lockAccountsShared, refuseAbsent, sideOf, userOn } from '#server/domains/accounts/lock-account.ts';
import { lockMatch, matchOf } from '#server/domains/interest/matches.ts';
import { markDone, notify } from '#server/domains/messages/notices.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import { AppError, fieldProblem } from '#server/ground/http/errors.ts';
import { addJob, defineJob } from '#server/ground/jobs/jobs.ts';
import type { Encrypted, PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { addMonths, dayOf, today } from '#shared/hong-kong.ts';
import { isLive, type Side } from '#shared/interest.ts';
import type { Locale } from '#shared/locale.ts';
import { otherSide } from '#shared/rules/offer-rules.ts';
import { badgeMonths, PoliceCheck, policeCheckRules } from '#shared/trust.ts';
import { giveBadge } from './badges.ts';
import { type PoliceCheckRow, policeChecks } from './tables.ts';

/**
 * Every check belongs to a match: ending the match ends the check, and changes lock both people and the case.
 */

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

/**
 * The family of a live match requests a check. An open check is returned as it is; after a closed one there
 * is a waiting period.
 */
export async function askForCheck(tx: Tx, userId: number, matchId: number): Promise<PoliceCheck> {
  const { match, side, other } = await lockMatch(tx, userId, matchId);
  if (side !== 'family') throw new AppError('notAllowed');
  if (!isLive(match.status)) throw new AppError('matchOver');
  await refuseAbsent(tx, userId, other);
  const latest = await latestOfPair(tx, userId, other);
  if (latest && isOpen(latest)) return toCheck(latest, userId);
  if (latest && mayAskFrom(latest).getTime() > Date.now())
    throw new AppError('policeCheckAsked', { details: { may_ask_from: mayAskFrom(latest).toISOString() } });
  // Its time is over, but the job has not ended it yet.
  if (latest && openUntil(latest)) await endCheck(tx, latest, []);
  const [row] = await tx
    .insert(policeChecks)
    .values({ matchId, familyUserId: userId, tutorUserId: other })
    .returning();
  if (!row) throw new Error('an inserted check came back empty');
  await watchCheck(tx, row);
  await notify(tx, {
    userId: other,
    kind: 'police_check_asked',
    params: { match: matchId, case: match.caseId },
  });
  return toCheck(row, userId);
}

export type GivenCode = { code: string; issuedOn: string; locale: Locale };

/** The tutor shares the code with that parent; a mistyped code can be replaced. */
export async function shareCode(
  tx: Tx,
  vault: PhoneEncryption,
  userId: number,
  id: number,
  given: GivenCode,
) {
  const check = openFor('tutor', await lockCheck(tx, userId, id));
  checkIssue(given);
  const { cipher, key } = vault.encrypt(given.code.replace(/\D/g, ''), codePurpose);
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
  await checkDone(tx, check);
  await notify(tx, {
    userId: check.familyUserId,
    kind: 'police_check_shared',
    params: await aboutMatch(tx, check),
  });
  return toCheck(row as PoliceCheckRow, userId);
}

/** Refuses an issue date in the future, or so long ago that the police no longer answer for it. */
export function checkIssue({ issuedOn, locale }: GivenCode) {
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

/** For that parent only, and only as long as it can be used. */
export async function readCode(db: Db, vault: PhoneEncryption, userId: number, id: number) {
  const row = await checkById(db, userId, id);
  if (!row) throw new AppError('notFound');
  if (sideOf(row, userId) !== 'family') throw new AppError('notAllowed');
  const { codeCipher: cipher, codeKey: key, issuedOn } = row;
  if (!isOpen(row) || !cipher || !key || !issuedOn) throw new AppError('policeCheckOver');
  return { code: vault.decrypt({ cipher, key } satisfies Encrypted, codePurpose), issued_on: issuedOn };
}

/** The parent confirms the result. The code is deleted; the badge says that a parent confirmed. */
export async function confirmCheck(tx: Tx, userId: number, id: number): Promise<PoliceCheck> {
  const locked = await lockCheck(tx, userId, id);
  if (locked.side === 'family' && locked.check.status === 'confirmed') return toCheck(locked.check, userId);
  const check = openFor('family', locked);
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
  await checkDone(tx, check);
  await notify(tx, {
    userId: check.tutorUserId,
    kind: 'police_check_confirmed',
    params: { ...(await aboutMatch(tx, check)), until: dayOf(badge.expiresAt) },
  });
  return toCheck(row as PoliceCheckRow, userId);
}

/**
 * Either side ends the check, for any reason: declined, withdrawn, could not listen, another result. The
 * stored row is the same for all.
 */
export async function endByHand(tx: Tx, userId: number, id: number): Promise<PoliceCheck> {
  const { check } = await lockCheck(tx, userId, id);
  if (check.status === 'confirmed') throw new AppError('policeCheckOver');
  if (check.status !== 'ended') await endCheck(tx, check, [otherOf(check, userId)]);
  return toCheck({ ...check, status: 'ended', ...noCode }, userId);
}

/** Locks both people, the case and the check. */
async function lockCheck(tx: Tx, userId: number, id: number) {
  const peek = await checkById(tx, userId, id);
  if (!peek) throw new AppError('notFound');
  const { match, side } = await lockMatch(tx, userId, peek.matchId);
  const [check] = await tx.select().from(policeChecks).where(eq(policeChecks.id, id)).for('update');
  if (!check) throw new AppError('notFound');
  return { check, match, side };
}

function openFor(who: Side, { check, match, side }: Awaited<ReturnType<typeof lockCheck>>) {
  if (side !== who) throw new AppError('notAllowed');
  if (!isOpen(check) || !isLive(match.status)) throw new AppError('policeCheckOver');
  return check;
}

function toCheck(row: PoliceCheckRow, userId: number): PoliceCheck {
  const over = openUntil(row) !== undefined && !isOpen(row);
  return {
    ...fieldsOf(PoliceCheck, row),
    my_side: sideOf(row, userId),
    status: over ? 'ended' : row.status,
    open_until: over ? null : (openUntil(row)?.toISOString() ?? null),
    may_ask_from: mayAskFrom(row).toISOString(),
  };
}

const dayMs = 24 * 3600_000;

const mayAskFrom = ({ askedAt }: PoliceCheckRow) =>
  new Date(askedAt.getTime() + policeCheckRules.askAgainDays * dayMs);

/** When a check expires; undefined when it is over. */
function openUntil(row: PoliceCheckRow): Date | undefined {
  if (row.status === 'asked') return mayAskFrom(row);
  if (row.status !== 'shared' || !row.sharedAt) return undefined;
  return new Date(row.sharedAt.getTime() + policeCheckRules.codeDays * dayMs);
}

/** An expired check is not open, even if the job has not ended it yet. */
const isOpen = (row: PoliceCheckRow) => (openUntil(row)?.getTime() ?? 0) > Date.now();

const ofUser = (userId: number) =>
  or(eq(policeChecks.familyUserId, userId), eq(policeChecks.tutorUserId, userId));

async function checkById(db: Db | Tx, userId: number, id: number) {
  const [row] = await db
    .select()
    .from(policeChecks)
    .where(and(eq(policeChecks.id, id), ofUser(userId)));
  return row;
}

/** Removes the code, its date, and the trace that there was one. */
const noCode = { codeCipher: null, codeKey: null, issuedOn: null, sharedAt: null };

const checkDone = (tx: Tx, { matchId, familyUserId, tutorUserId }: PoliceCheckRow) =>
  markDone(tx, 'policeCheck', { about: { match: matchId }, people: [familyUserId, tutorUserId] });

/** Ends a check without a badge: by whom and why is not stored. */
async function endCheck(tx: Tx, row: PoliceCheckRow, notifiedUsers: readonly number[]) {
  await tx
    .update(policeChecks)
    .set({ status: 'ended', ...noCode })
    .where(eq(policeChecks.id, row.id));
  await checkDone(tx, row);
  for (const userId of notifiedUsers)
    await notify(tx, { userId, kind: 'police_check_ended', params: await aboutMatch(tx, row) });
}

const otherOf = (row: PoliceCheckRow, userId: number) => userOn(row, otherSide(sideOf(row, userId)));

async function aboutMatch(tx: Tx, { matchId, familyUserId }: PoliceCheckRow) {
  const { caseId } = await matchOf(tx, familyUserId, matchId);
  return { match: matchId, case: caseId };
}

/** The latest check of the two, in any state. */
async function latestOfPair(tx: Tx, familyUserId: number, tutorUserId: number) {
  const [row] = await tx
    .select()
    .from(policeChecks)
    .where(and(eq(policeChecks.familyUserId, familyUserId), eq(policeChecks.tutorUserId, tutorUserId)))
    .orderBy(sql`id desc`)
    .limit(1);
  return row;
}

/** Ends checks with an unused code or without an answer. */
export const endPoliceCheck = defineJob({
  name: 'end_police_check',
  payload: z.object({ check: z.int() }),
  async run({ check }, { database }) {
    await database.transaction(async (tx) => {
      const [peek] = await tx.select().from(policeChecks).where(eq(policeChecks.id, check));
      if (!peek) return;
      const sides = [peek.familyUserId, peek.tutorUserId];
      await lockAccountsShared(tx, sides);
      const [row] = await tx.select().from(policeChecks).where(eq(policeChecks.id, check)).for('update');
      if (row && openUntil(row) && !isOpen(row)) await endCheck(tx, row, sides);
    });
  },
});

/** Queues the job for the expiry; a later call replaces the time. */
const watchCheck = (tx: Tx, row: PoliceCheckRow) =>
  addJob(
    tx,
    endPoliceCheck,
    { check: row.id },
    { key: `police check ${row.id}`, runAt: openUntil(row) ?? new Date() },
  );
