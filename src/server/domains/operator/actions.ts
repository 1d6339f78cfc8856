import { notify } from '#server/domains/messages/notices.ts';
import type { Quota } from '#server/domains/quota/quota.ts';
import { familyOf } from '#server/ground/config/quota-values.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { recordAction } from './audit.ts';

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
