import { sql } from 'drizzle-orm';
import type { Db } from '#server/ground/db/db.ts';
import type { Locale } from '#shared/locale.ts';

type Wanted = { assistantId: number | undefined; locale: Locale; isDomestic: boolean };

/** Questions to begin with, of one assistant or of all that are offered. */
export async function listExamples(db: Db, { assistantId, locale, isDomestic }: Wanted) {
  const of = sql.raw(locale === 'en' ? 'en' : 'zh_hant');
  const { rows } = await db.execute<{ id: string; subject: string; text: string }>(sql`
    select examples.id, subject_${of} as subject, text_${of} as text
    from chat_examples examples left join chat_assistants assistants on assistants.path_name = examples.assistant
    where (assistants.id is null or (is_shown and not (is_hidden_domestic and ${isDomestic})))
      and ${assistantId === undefined ? sql`true` : sql`(examples.assistant is null or assistants.id = ${assistantId})`}
    order by examples.sort`);
  const list = rows.map((row) => ({ ...row, id: Number(row.id) }));
  return { list, total: list.length };
}
