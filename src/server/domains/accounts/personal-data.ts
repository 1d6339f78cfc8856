import { eq, inArray, sql } from 'drizzle-orm';
import { hongKongToday } from '#server/ground/db/columns.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { type PersonalData, readAll } from '#server/ground/db/personal-data.ts';
import { forgottenReason } from './bans.ts';
import {
  banRequests,
  bans,
  measureAppeals,
  measures,
  operators,
  qrLogins,
  recoveryCodes,
  sealedAccounts,
  secondFactors,
  users,
  userTerms,
} from './tables.ts';

export const accountData: PersonalData = {
  name: 'accounts',
  tables: [
    'users',
    'user_terms',
    'sessions',
    'session_tokens',
    'bans',
    'ban_requests',
    'measures',
    'measure_appeals',
    'operators',
    'second_factors',
    'recovery_codes',
    'qr_logins',
    'sealed_accounts',
  ],

  async exportRows(db, { userId, phone, phoneHashes }) {
    const { account, ...rest } = await readAll(db, {
      account: sql`
        select id::float8 as id, created_at, name, gender, last_identity, registration_method, locale, is_remind, product_since,
          ai_since, marketing_consent_at, active_on::text as active_on from users where id = ${userId}`,
      agreed_terms: sql`
        select suffix, version, agreed_at from user_terms where user_id = ${userId} order by agreed_at`,
      sessions: sql`
        select face, browser, created_at, last_used_at, ends_at, second_factor_at, ended_at, ended_why
        from sessions where user_id = ${userId} order by created_at`,
      second_factor: sql`
        select created_at, confirmed_at, failures, blocked_until,
          (select count(*)::int from recovery_codes where user_id = ${userId} and used_at is null) as recovery_codes_left
        from second_factors where user_id = ${userId}`,
      warnings_and_suspensions: sql`
        select id::float8 as id, kind, cause, reason, until::text as until, made_at, lifted_at from measures
        where user_id = ${userId} order by id`,
      appeals: sql`
        select measure_id::float8 as measure_id, words, made_at, decision, decided_at from measure_appeals
        where user_id = ${userId} order by id`,
      requests_while_banned: sql`
        select wish, words, made_at, decision, answer, decided_at from ban_requests
        where user_id = ${userId} order by id`,
      sealed: sql`select sealed_at, delete_at from sealed_accounts where user_id = ${userId}`,
      confirmed_qr_logins: sql`select confirmed_at, used_at from qr_logins where confirmed_by = ${userId}`,
    });
    return {
      account: account.map((row) => ({ ...row, mobile: phone.e164 })),
      ...rest,
      bans: await db
        .select({
          cause: bans.cause,
          reason: bans.reason,
          banned_at: bans.bannedAt,
          lifted_at: bans.liftedAt,
        })
        .from(bans)
        .where(inArray(bans.phoneHash, phoneHashes)),
      operator: await db
        .select({ added_at: operators.addedAt })
        .from(operators)
        .where(eq(operators.userId, userId)),
    };
  },

  async forget(tx, { userId, phoneHashes }) {
    await tx.delete(userTerms).where(eq(userTerms.userId, userId));
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await tx.delete(secondFactors).where(eq(secondFactors.userId, userId));
    await tx.delete(operators).where(eq(operators.userId, userId));
    await tx.delete(sealedAccounts).where(eq(sealedAccounts.userId, userId));
    await tx.delete(qrLogins).where(eq(qrLogins.confirmedBy, userId));
    await tx.execute(sql`
      delete from session_tokens using sessions
      where session_tokens.session_id = sessions.id and sessions.user_id = ${userId}`);
    // Sessions are ended rather than deleted, so that a remaining token is answered as an ended session.
    await tx.execute(sql`
      update sessions set browser = '', browser_hash = null, second_factor_at = null,
        ended_why = case when ended_at is null then 'deleted' else ended_why end, ended_at = coalesce(ended_at, now())
      where user_id = ${userId}`);
    await outliveAccount(tx, userId);
    await tx
      .update(measureAppeals)
      .set({
        words: '',
        decision: sql`coalesce(${measureAppeals.decision}, 'over')`,
        decidedAt: sql`coalesce(${measureAppeals.decidedAt}, now())`,
      })
      .where(eq(measureAppeals.userId, userId));
    await tx
      .update(banRequests)
      .set({
        words: '',
        answer: '',
        decision: sql`coalesce(${banRequests.decision}, 'over')`,
        decidedAt: sql`coalesce(${banRequests.decidedAt}, now())`,
      })
      .where(eq(banRequests.userId, userId));
    await tx.update(measures).set({ reason: forgottenReason }).where(eq(measures.userId, userId));
    // A ban outlives the account, as a keyed hash; the operator's reason does not.
    await tx.update(bans).set({ reason: forgottenReason }).where(inArray(bans.phoneHash, phoneHashes));
    await tx
      .update(users)
      .set({
        phoneHash: null,
        phoneCipher: null,
        phoneKey: null,
        name: '',
        gender: 'U',
        lastIdentity: 0,
        registrationMethod: null,
        locale: 'zh-Hant',
        isRemind: false,
        productSince: null,
        aiSince: null,
        marketingConsentAt: null,
        activeOn: null,
        checkFailures: 0,
        deletedAt: sql`now()`,
      })
      .where(eq(users.id, userId));
  },
};

/**
 * A suspension cannot be escaped by deleting the account and registering again: until its last day the number is
 * banned, and the job that ends the suspension lifts that.
 */
async function outliveAccount(tx: Tx, userId: number) {
  await tx.execute(sql`
    with suspended as (
      select measures.id, cause, phone_hash, phone_key from measures join users on users.id = measures.user_id
      where measures.user_id = ${userId} and kind = 'suspension' and lifted_at is null
        and until >= ${hongKongToday} and phone_hash is not null
    ), banned as (
      insert into bans (phone_hash, phone_key, cause, reason)
      select phone_hash, phone_key, cause, ${forgottenReason} from suspended
      on conflict do nothing returning id
    )
    update measures set ban_id = banned.id from suspended, banned where measures.id = suspended.id`);
}
