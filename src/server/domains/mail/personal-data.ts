import { eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { addressPurpose } from './addresses.ts';
import { emailAddresses, emailClaims } from './tables.ts';

export const mailData: PersonalData = {
  name: 'mail',
  tables: ['email_addresses', 'email_claims'],

  async exportRows(db, { userId, decrypt }) {
    const addresses = await db.select().from(emailAddresses).where(eq(emailAddresses.userId, userId));
    const claims = await db.select().from(emailClaims).where(eq(emailClaims.userId, userId));
    const opened = ({
      addressCipher,
      addressKey,
    }: Pick<typeof emailClaims.$inferSelect, 'addressCipher' | 'addressKey'>) =>
      decrypt({ cipher: addressCipher, key: addressKey }, addressPurpose);
    return {
      email_addresses: addresses.map((row) => ({
        email: opened(row),
        verified_at: row.verifiedAt,
        off_reason: row.offReason,
        off_at: row.offAt,
      })),
      email_claims: claims.map((row) => ({ email: opened(row), asked_at: row.askedAt })),
    };
  },

  async forget(tx, { userId }) {
    await tx.delete(emailClaims).where(eq(emailClaims.userId, userId));
    await tx.delete(emailAddresses).where(eq(emailAddresses.userId, userId));
  },
};
