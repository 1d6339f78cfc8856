import { eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ground/db/personal-data.ts';
import { evidenceOf, fileNameOf, rowsOf } from './evidence.ts';
import { evidence } from './tables.ts';

/** Evidence that tutors uploaded, with the files. */
export const evidenceData: PersonalData = {
  name: 'uploads',
  tables: ['evidence'],

  async exportRows(db, { userId }) {
    return { evidence: (await rowsOf(db, userId)).map(evidenceOf) };
  },

  async files(db, { userId }) {
    return (await rowsOf(db, userId)).map((row) => ({ key: row.fileKey, name: fileNameOf(row) }));
  },

  async forget(tx, { userId }) {
    await tx.delete(evidence).where(eq(evidence.userId, userId));
  },
};
