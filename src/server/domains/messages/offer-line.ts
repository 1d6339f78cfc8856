import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ground/db/db.ts';
import { coverMessages, splitMessages } from '#shared/contacts/cover-contacts.ts';

/**
 * SQL: the line that came with an application or invitation, as its writer's first message: a number may be begun in
 * it and ended in the next one.
 */
export const offerLine = sql`
  (select 0::bigint as id, interests.message as text, interests.asked_at as sent_at,
     case interests.asked_by when 'family' then interests.family_user_id else interests.tutor_user_id end as user_id
   where interests.message <> '')`;

type Line = { id: number; author: number; text: string; at: Date };

/** The lines of applications and invitations by their ids, covered together with what their writers sent next. */
export async function coverLines(db: Db | Tx, lines: readonly Line[]): Promise<Map<number, string>> {
  if (lines.length === 0) return new Map();
  const { rows } = await db.execute<{ interest_id: string; text: string; sent_at: Date | string }>(sql`
    select lines.interest_id, next.text, next.sent_at
    from unnest(${sql.param(lines.map(({ id }) => id))}::bigint[],
                ${sql.param(lines.map(({ author }) => author))}::bigint[]) as lines (interest_id, author)
    cross join lateral (
      select id, text, sent_at from conversation_messages
      where interest_id = lines.interest_id and user_id = lines.author
      order by id limit ${splitMessages - 1}) next
    order by next.id`);
  return new Map(
    lines.map(({ id, text, at }) => {
      const next = rows
        .filter((row) => Number(row.interest_id) === id)
        .map((row) => ({ text: row.text, at: new Date(row.sent_at).getTime() }));
      const [covered = ''] = coverMessages([{ text, at: at.getTime() }, ...next]);
      return [id, covered];
    }),
  );
}
