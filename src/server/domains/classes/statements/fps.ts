import { eq, inArray, sql } from 'drizzle-orm';
import { lockAccount } from '#server/domains/accounts/lock-account.ts';
import { announce } from '#server/domains/messages/events.ts';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { fieldProblem } from '#server/ground/http/errors.ts';
import type { PhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import type { Locale } from '#shared/locale.ts';
import { type FpsId, fpsIdOf } from '#shared/money/fps-id.ts';
import { fpsIds } from '../tables.ts';

/** A value encrypted for it can be decrypted only with it. */
export const fpsPurpose = 'fps_ids.value';

type Row = typeof fpsIds.$inferSelect;
const opened = (vault: PhoneEncryption, { kind, valueCipher, valueKey }: Row): FpsId => ({
  kind,
  value: vault.decrypt({ cipher: valueCipher, key: valueKey }, fpsPurpose),
});

export async function ownFps(db: Db | Tx, vault: PhoneEncryption, userId: number) {
  const [row] = await db.select().from(fpsIds).where(eq(fpsIds.userId, userId));
  return { fps: row ? { ...opened(vault, row), changed_at: row.changedAt.toISOString() } : null };
}

const notFps = {
  'zh-Hant': '請輸入香港手提電話、電郵地址，或 7 或 9 個數字的轉數快識別碼',
  en: 'Please enter a Hong Kong mobile number, an e-mail address, or an FPS identifier of 7 or 9 digits',
};

type Typed = { userId: number; value: string; locale: Locale };

export async function saveFps(tx: Tx, vault: PhoneEncryption, { userId, value, locale }: Typed) {
  const wanted = fpsIdOf(value);
  if (!wanted) throw fieldProblem(locale, { value: notFps });
  await lockAccount(tx, userId);
  const { cipher, key } = vault.encrypt(wanted.value, fpsPurpose);
  const row = { kind: wanted.kind, valueCipher: cipher, valueKey: key, changedAt: sql`now()` };
  await tx
    .insert(fpsIds)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: fpsIds.userId, set: row });
  await announce(tx, userId, { kind: 'settings' });
}

export async function removeFps(tx: Tx, userId: number) {
  await tx.delete(fpsIds).where(eq(fpsIds.userId, userId));
  await announce(tx, userId, { kind: 'settings' });
}

/** Where these tutors are paid. Who may see it is for the caller to decide. */
export async function fpsOf(db: Db | Tx, vault: PhoneEncryption, userIds: readonly number[]) {
  if (userIds.length === 0) return new Map<number, FpsId>();
  const rows = await db
    .select()
    .from(fpsIds)
    .where(inArray(fpsIds.userId, [...userIds]));
  return new Map(rows.map((row) => [row.userId, opened(vault, row)]));
}
