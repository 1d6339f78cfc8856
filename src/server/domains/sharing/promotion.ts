import { and, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { users } from '#server/domains/accounts/tables.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import type { Tx } from '#server/ground/db/db.ts';
import type { Cookies } from '#server/ground/http/calls.ts';
import { AppError } from '#server/ground/http/errors.ts';
import { randomText, sha256 } from '#server/ground/http/signing.ts';
import { promotionRules } from '#shared/eraser/limits.ts';
import { promotionAccesses, promotionLinks, promotionNumbers } from './tables.ts';

const cookieDays = 30;
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const codeLength = 9;

const newCode = () =>
  Array.from(
    crypto.getRandomValues(new Uint8Array(codeLength)),
    (byte) => alphabet[byte % alphabet.length],
  ).join('');

const cookieName = (cookies: Cookies) => (cookies.secure ? '__Host-promotion' : 'promotion');

/** Identifies a browser until its user logs in, by a cookie that only the browser knows. */
function browserOf(cookies: Cookies) {
  const known = cookies.get(cookieName(cookies));
  const secret = known && /^[\w-]{22}$/.test(known) ? known : randomText(16);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: cookies.secure } as const;
  cookies.set(cookieName(cookies), secret, { ...options, maxAge: cookieDays * 24 * 60 * 60 });
  return sha256(secret);
}

/**
 * The user's only link, made on the first request. The requesting browser counts as the owner's, not as a
 * newcomer's.
 */
export async function linkOf(tx: Tx, userId: number, cookies: Cookies) {
  await lockAccount(tx, userId);
  const [made] = await tx
    .insert(promotionLinks)
    .values({ userId, code: newCode() })
    .onConflictDoNothing({ target: promotionLinks.userId })
    .returning();
  const link = made ?? (await tx.select().from(promotionLinks).where(eq(promotionLinks.userId, userId)))[0];
  if (!link) throw new Error('a link was neither made nor found');
  await noteOwner(tx, link.id, userId, browserOf(cookies));
  const ofOthers = and(
    eq(promotionAccesses.linkId, link.id),
    or(isNull(promotionAccesses.userId), ne(promotionAccesses.userId, userId)),
  );
  const rewarded = await tx.$count(promotionAccesses, and(ofOthers, isNotNull(promotionAccesses.rewardedAt)));
  return {
    code: link.code,
    accesses: await tx.$count(promotionAccesses, ofOthers),
    rewarded,
    pages_earned: rewarded * promotionRules.ownerPages,
    newcomer_pages: promotionRules.newcomerPages,
    owner_pages: promotionRules.ownerPages,
  };
}

async function noteOwner(tx: Tx, linkId: number, userId: number, browserHash: Buffer) {
  // The owner has one row; a browser that followed the link before becomes the owner's.
  await tx
    .delete(promotionAccesses)
    .where(
      and(
        eq(promotionAccesses.linkId, linkId),
        or(
          eq(promotionAccesses.userId, userId),
          and(eq(promotionAccesses.browserHash, browserHash), isNull(promotionAccesses.userId)),
        ),
      ),
    );
  await tx.insert(promotionAccesses).values({ linkId, userId, browserHash }).onConflictDoNothing();
}

/**
 * Counted once per person, as far as persons can be told apart: by account, or by browser before there is
 * one.
 */
export async function noteAccess(tx: Tx, code: string, userId: number | undefined, cookies: Cookies) {
  const [link] = await tx.select().from(promotionLinks).where(eq(promotionLinks.code, code)).for('update');
  if (!link) throw new AppError('notFound');
  const browserHash = browserOf(cookies);
  if (userId === link.userId) {
    await noteOwner(tx, link.id, userId, browserHash);
    return { is_own: true, newcomer_pages: promotionRules.newcomerPages };
  }
  // Links that this browser followed before the login belong to the user, and not to a second person.
  if (userId !== undefined) await assignToUser(tx, browserHash, userId);
  const [known] = await tx
    .select()
    .from(promotionAccesses)
    .where(
      and(
        eq(promotionAccesses.linkId, link.id),
        or(eq(promotionAccesses.browserHash, browserHash), eq(promotionAccesses.userId, userId ?? 0)),
      ),
    );
  if (!known)
    await tx.insert(promotionAccesses).values({ linkId: link.id, browserHash, userId: userId ?? null });
  else if (known.userId === null)
    // The link that was followed last counts.
    await tx
      .update(promotionAccesses)
      .set({ accessedAt: sql`now()` })
      .where(eq(promotionAccesses.id, known.id));
  return { is_own: known?.userId === link.userId, newcomer_pages: promotionRules.newcomerPages };
}

/**
 * Called in the transaction that verified a phone number. If it made the account, both sides get pages, for
 * the link that this browser followed last; not for a number that was new before, nor beyond the limit of one
 * link.
 */
export async function rewardNewcomer(tx: Tx, quota: Quota, { userId, phoneHashes, cookies }: Verified) {
  const secret = cookies.get(cookieName(cookies));
  if (!secret) return;
  const browserHash = sha256(secret);
  const followed = await lastFollowed(tx, browserHash);
  await assignToUser(tx, browserHash, userId);
  if (!followed || !(await isNew(tx, userId, phoneHashes))) return;
  const ofLink = and(eq(promotionAccesses.linkId, followed.link.id), isNotNull(promotionAccesses.rewardedAt));
  if ((await tx.$count(promotionAccesses, ofLink)) >= promotionRules.rewardedNewcomers) return;
  const { access, link } = followed;
  await tx
    .update(promotionAccesses)
    .set({ rewardedAt: sql`now()` })
    .where(eq(promotionAccesses.id, access.id));
  await reward(tx, quota, userId, access.id, promotionRules.newcomerPages, true);
  await reward(tx, quota, link.userId, access.id, promotionRules.ownerPages, false);
}

type Verified = { userId: number; phoneHashes: Buffer[]; cookies: Cookies };

/**
 * Undefined if it already belongs to a user. Locks the link, so that its rewards are counted one at a time.
 */
async function lastFollowed(tx: Tx, browserHash: Buffer) {
  const [followed] = await tx
    .select({ access: promotionAccesses, link: promotionLinks })
    .from(promotionAccesses)
    .innerJoin(promotionLinks, eq(promotionLinks.id, promotionAccesses.linkId))
    .where(
      and(
        eq(promotionAccesses.browserHash, browserHash),
        gt(promotionAccesses.accessedAt, sql`now() - make_interval(days => ${cookieDays})`),
      ),
    )
    .orderBy(desc(promotionAccesses.accessedAt), desc(promotionAccesses.id))
    .limit(1)
    .for('update', { of: promotionLinks });
  return followed?.access.userId === null ? followed : undefined;
}

/** Makes the links that a browser followed those of its user, without counting any of them twice. */
async function assignToUser(tx: Tx, browserHash: Buffer, userId: number) {
  await tx.execute(sql`
    delete from promotion_accesses browsers where browser_hash = ${browserHash} and user_id is null and (
      exists (select from promotion_accesses known where known.link_id = browsers.link_id and known.user_id = ${userId})
      or exists (select from promotion_links where id = browsers.link_id and user_id = ${userId}))`);
  await tx
    .update(promotionAccesses)
    .set({ userId })
    .where(and(eq(promotionAccesses.browserHash, browserHash), isNull(promotionAccesses.userId)));
}

/**
 * The account was made in this transaction, in which now() is constant, with a number that was never new
 * before.
 */
async function isNew(tx: Tx, userId: number, phoneHashes: Buffer[]) {
  const [made] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.createdAt, sql`now()`)));
  if (!made) return false;
  const fresh = await tx
    .insert(promotionNumbers)
    .values(phoneHashes.map((phoneHash) => ({ phoneHash })))
    .onConflictDoNothing()
    .returning();
  return fresh.length === phoneHashes.length;
}

async function reward(
  tx: Tx,
  quota: Quota,
  userId: number,
  accessId: number,
  pages: number,
  isNewcomer: boolean,
) {
  const key = `promotion ${accessId}`;
  await quota.grant(tx, { userId, kind: 'paper', amount: pages, reason: 'promotion', key });
  await notify(tx, { userId, kind: 'promotion_rewarded', params: { pages, is_newcomer: isNewcomer } });
}
