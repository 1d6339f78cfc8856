import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { AppError } from '#server/ground/http/errors.ts';

export type AlgorithmKind = 'tutor_matcher' | 'case_matcher' | 'price_recommender';
type Whose = { userId: number; kind: AlgorithmKind; subjectId: number };

/** The latest takes the place of the one before. */
export async function keepResult(tx: Tx, { userId, kind, subjectId }: Whose, result: object) {
  const { rows } = await tx.execute<{ computed_at: Date | string }>(sql`
    insert into algorithm_results (user_id, kind, subject_id, result)
    values (${userId}, ${kind}, ${subjectId}, ${JSON.stringify(result)})
    on conflict (user_id, kind, subject_id)
    do update set result = excluded.result, computed_at = excluded.computed_at
    returning computed_at`);
  return momentOf(rows[0]);
}

export async function keptResult<Result>(db: Db, { userId, kind, subjectId }: Whose) {
  const { rows } = await db.execute<{ result: Result; computed_at: Date | string }>(sql`
    select result, computed_at from algorithm_results
    where user_id = ${userId} and kind = ${kind} and subject_id = ${subjectId}`);
  const [row] = rows;
  if (!row) throw new AppError('notFound');
  return { result: row.result, computedAt: momentOf(row) };
}

const momentOf = (row: { computed_at: Date | string } | undefined) =>
  new Date(row?.computed_at ?? Date.now()).toISOString();
