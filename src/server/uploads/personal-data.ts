import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../db.ts';
import { rowsOf } from './evidence.ts';
import { evidence } from './tables.ts';

/** Rows name their files, so that an export can hold those too. */
export const uploadsPersonalData = {
  name: 'uploads',
  tables: ['evidence'],

  async exportRows(db: Db, userId: number): Promise<Record<string, unknown[]>> {
    return { evidence: await rowsOf(db, userId) };
  },

  async forget(tx: Tx, userId: number): Promise<{ files: string[] }> {
    const rows = await tx.delete(evidence).where(eq(evidence.userId, userId)).returning();
    return { files: rows.map(({ fileKey }) => fileKey) };
  },
};
