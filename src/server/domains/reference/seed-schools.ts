import { sql } from 'drizzle-orm';
import type { Tx } from '#server/ground/db/db.ts';
import { recordset, type SeedRow, toColumns } from '#server/ground/db/seed-rows.ts';

/** The short list of schools the product brings itself; what the importer has loaded is left as it is. */
export async function seedSchools(tx: Tx, rows: SeedRow[]) {
  await tx.execute(sql`
    insert into schools (id, level, region_id, name_zh_hant, name_en, aliases, finance_type, student_gender, source)
    select id, level, region_id, name_zh_hant, name_en, aliases, finance_type, student_gender, 'seed'
    from ${recordset('schools', rows.map(toColumns))} as seeded
    where not exists (
      select from schools as known
      where known.match_name = coalesce(seeded.name_zh_hant, seeded.name_en)
        and known.level = seeded.level and known.region_id = seeded.region_id and known.id <> seeded.id
    )
    on conflict (id) do update set
      level = excluded.level, region_id = excluded.region_id,
      name_zh_hant = excluded.name_zh_hant, name_en = excluded.name_en, aliases = excluded.aliases,
      finance_type = excluded.finance_type, student_gender = excluded.student_gender
    where schools.source = 'seed'`);
}
