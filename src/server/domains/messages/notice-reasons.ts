import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';

type Row = { userId: number; kind: string; params: Record<string, unknown> };

/** What operators wrote about what they decided; it is read with the notice, and goes with what it is about. */
export async function reasonsOf(db: Db | Tx, rows: readonly Row[]): Promise<(row: Row) => string | null> {
  const ids = (kind: string, name: string) =>
    rows.flatMap((row) =>
      row.kind === kind && typeof row.params[name] === 'number' ? row.params[name] : [],
    );
  const documents = ids('evidence_refused', 'document');
  const lessons = ids('lesson_dispute_decided', 'lesson');
  if (documents.length + lessons.length === 0) return () => null;
  const { rows: found } = await db.execute<{ about: string; reason: string }>(sql`
    select 'document ' || id || ' ' || user_id as about, reason from evidence
    where id = any(${sql.param(documents)}::bigint[])
    union all
    select 'lesson ' || lesson_id || ' ' || reader, lesson_disputes.reason
    from lesson_disputes join lessons on lessons.id = lesson_id join classes on classes.id = class_id,
      unnest(array[classes.family_user_id, classes.tutor_user_id]) as reader
    where lesson_id = any(${sql.param(lessons)}::bigint[])`);
  const reasons = new Map(found.map(({ about, reason }) => [about, reason]));
  return ({ userId, kind, params }) => {
    const about =
      kind === 'evidence_refused'
        ? `document ${params.document} ${userId}`
        : kind === 'lesson_dispute_decided'
          ? `lesson ${params.lesson} ${userId}`
          : '';
    return reasons.get(about) || null;
  };
}
