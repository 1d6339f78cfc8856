import { eq, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Strength } from '#shared/eraser/limits.ts';
import { eraserSettings } from './tables.ts';

/** The strength that the user chose last. */
export async function rememberedStrength(db: Db | Tx, userId: number): Promise<Strength> {
  const [row] = await db.select().from(eraserSettings).where(eq(eraserSettings.userId, userId));
  return row?.strength ?? 'standard';
}

export async function rememberStrength(tx: Tx, userId: number, strength: Strength) {
  await tx
    .insert(eraserSettings)
    .values({ userId, strength })
    .onConflictDoUpdate({ target: eraserSettings.userId, set: { strength, chosenAt: sql`now()` } });
}
