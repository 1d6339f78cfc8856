import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';
import type { PracticeMastery } from '#shared/practice.ts';
import { kindName, subjectOf } from './kinds.ts';

const learningRate = 1 / 5;

/**
 * m' = m + (1 − m)/5 for a right answer, m' = m − m/5 for a wrong one; it begins at 0. Five right answers in a row make
 * 67 %, ten 89 %, and one wrong answer at 89 % leaves 71 %.
 */
export const masteryAfter = (mastery: number, isCorrect: boolean): number =>
  mastery + learningRate * ((isCorrect ? 1 : 0) - mastery);

type Row = {
  kind: string;
  mastery: number;
  attempts: number;
  correct: number;
  due: number;
  last_attempt_at: Date | null;
};

const shownMastery = (row: Row, locale: Locale): PracticeMastery => ({
  kind: row.kind,
  kind_name: kindName(row.kind, locale),
  subject: subjectOf(row.kind),
  mastery: Math.round(row.mastery * 100),
  attempts: row.attempts,
  correct: row.correct,
  due: Number(row.due),
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
});

export async function listMastery(
  db: Db | Tx,
  { userId, locale, kind }: { userId: number; locale: Locale; kind?: string },
): Promise<PracticeMastery[]> {
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select kind, mastery, attempts, correct, last_attempt_at,
      (select count(*) from practice_cards cards
        where cards.user_id = ${userId} and cards.kind = mastery.kind and due_at <= now()) as due
    from practice_mastery mastery
    where user_id = ${userId} and attempts > 0 and (${kind ?? null}::text is null or kind = ${kind ?? null})
    order by mastery.mastery, kind`);
  return rows.map((row) =>
    shownMastery({ ...row, last_attempt_at: row.last_attempt_at && new Date(row.last_attempt_at) }, locale),
  );
}

/**
 * Locks the user's mastery of a kind until the transaction ends: two answers of one kind are counted one
 * after the other.
 */
export async function lockMastery(tx: Tx, userId: number, kind: string): Promise<number> {
  await tx.execute(sql`
    insert into practice_mastery (user_id, kind) values (${userId}, ${kind}) on conflict do nothing`);
  const { rows } = await tx.execute<{ mastery: number }>(sql`
    select mastery from practice_mastery where user_id = ${userId} and kind = ${kind} for update`);
  return rows[0]?.mastery ?? 0;
}

export async function moveMastery(
  tx: Tx,
  {
    userId,
    kind,
    before,
    isCorrect,
    now,
  }: { userId: number; kind: string; before: number; isCorrect: boolean; now: Date },
) {
  await tx.execute(sql`
    update practice_mastery
    set mastery = ${masteryAfter(before, isCorrect)}, attempts = attempts + 1,
      correct = correct + ${isCorrect ? 1 : 0}, last_attempt_at = ${now.toISOString()}
    where user_id = ${userId} and kind = ${kind}`);
}
