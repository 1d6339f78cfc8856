import { sql } from 'drizzle-orm';
import { StartError } from '#server/ground/config/start-error.ts';
import type { Tx } from '#server/ground/db/db.ts';
import { recordset, type SeedRow, toColumns } from '#server/ground/db/seed-rows.ts';

/** Adds versions that are new. A published version never changes: people agreed to it as it was. */
export async function seedTerms(tx: Tx, seedRows: SeedRow[]) {
  const seeded = recordset('terms', seedRows.map(toColumns));
  const { rows: changed } = await tx.execute<{ suffix: string; version: string }>(sql`
    select suffix, version from ${seeded} as seeded join terms as published using (suffix, version)
    where to_jsonb(seeded) - 'sort' <> to_jsonb(published) - 'sort'`);
  if (changed.length > 0) {
    const names = changed.map(({ suffix, version }) => `${suffix || 'terms of use'} ${version}`).join(', ');
    throw new StartError(
      `db/seed/content/terms.json changes what was already published (${names}); give the new text a new version.`,
    );
  }
  await tx.execute(sql`
    insert into terms select * from ${seeded} as seeded
    on conflict (suffix, version) do update set sort = excluded.sort`);
}
