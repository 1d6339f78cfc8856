import { eq } from 'drizzle-orm';
import { ban, lift } from '#server/domains/accounts/bans.ts';
import { openPhone } from '#server/domains/accounts/stored-phone.ts';
import { users } from '#server/domains/accounts/tables.ts';
import { closeAllOf } from '#server/domains/interest/closing.ts';
import { notify } from '#server/domains/messages/notices.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import { familyOf } from '#server/ground/config/quota-values.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { recordAction } from './audit.ts';
import { toBan } from './users.ts';

type Whom = { userId: number } | { e164: string };

export async function banSomebody(
  tx: Tx,
  vault: PhoneEncryption,
  { whom, reason, operatorId }: { whom: Whom; reason: string; operatorId: number },
) {
  const e164 = 'e164' in whom ? whom.e164 : await numberOf(tx, vault, whom.userId);
  const made = await ban(tx, vault, { e164, reason, operatorId });
  if (made.userId !== null) await closeAllOf(tx, made.userId);
  await recordAction(tx, {
    operatorId,
    action: 'bans.made',
    aboutUser: made.userId,
    params: { ban: made.ban.id },
  });
  return toBan(made.ban, made.userId);
}

async function numberOf(tx: Tx, vault: PhoneEncryption, userId: number) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  const phone = user && openPhone(vault, user);
  if (!phone) throw new AppError('notFound');
  return phone.e164;
}

export async function liftBan(tx: Tx, { banId, operatorId }: { banId: number; operatorId: number }) {
  const lifted = await lift(tx, { banId, operatorId });
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.phoneHash, lifted.phoneHash));
  await recordAction(tx, {
    operatorId,
    action: 'bans.lifted',
    aboutUser: user?.id ?? null,
    params: { ban: banId },
  });
  if (user) await notify(tx, { userId: user.id, kind: 'ban_lifted', params: {} });
  return toBan(lifted, user?.id ?? null);
}

type QuotaGiven = {
  userId: number;
  kind: string;
  amount: number | null;
  days?: number | undefined;
  key: string;
  operatorId: number;
};

export async function grantQuota(tx: Tx, quota: Quota, given: QuotaGiven) {
  const { userId, kind, amount, days, key, operatorId } = given;
  const expiresAt = days === undefined ? null : new Date(Date.now() + days * 24 * 3600 * 1000);
  const isNew = await quota.grant(tx, { userId, kind, amount, reason: 'operator', key, expiresAt });
  if (!isNew) return {};
  await recordAction(tx, {
    operatorId,
    action: 'users.quota_granted',
    aboutUser: userId,
    params: { kind, amount, days: days ?? null },
  });
  const family = familyOf(kind) as 'paper' | 'assistant' | 'voice';
  await notify(tx, { userId, kind: 'quota_granted', params: { family, amount } });
  return {};
}
