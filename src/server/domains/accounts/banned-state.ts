import { desc, eq } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldsOf } from '#server/ground/db/fields.ts';
import type { Phone } from '#server/ground/phone/phone.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { type BannedState, BanRequest } from '#shared/safety/ban-requests.ts';
import { copyDays } from '#shared/safety/limits.ts';
import { type BanRow, forgottenReason } from './bans.ts';
import { secondFactorState } from './second-factor.ts';
import { banRequests } from './tables.ts';
import { userByPhone } from './users.ts';

const copyMs = copyDays * 24 * 60 * 60 * 1000;

/** What is told to whoever has proved a number that is banned. */
export async function bannedState(
  db: Db | Tx,
  vault: PhoneEncryption,
  phone: Phone,
  ban: BanRow,
): Promise<BannedState> {
  const user = await userByPhone(db, vault, phone);
  const latest = await db
    .selectDistinctOn([banRequests.wish])
    .from(banRequests)
    .where(eq(banRequests.banId, ban.id))
    .orderBy(banRequests.wish, desc(banRequests.id));
  return {
    reason: ban.reason === forgottenReason ? '' : ban.reason,
    has_account: user !== undefined,
    needs_factor: user !== undefined && (await secondFactorState(db, user.id)).isOn,
    requests: latest.map((row) => ({
      ...fieldsOf(BanRequest, row),
      download_until: user?.id === row.userId ? downloadUntil(row) : null,
    })),
  };
}

function downloadUntil({ wish, decision, decidedAt }: typeof banRequests.$inferSelect) {
  if (wish !== 'copy' || decision !== 'granted' || !decidedAt) return null;
  const until = decidedAt.getTime() + copyMs;
  return until > Date.now() ? new Date(until).toISOString() : null;
}
