import { sql } from 'drizzle-orm';
import { StartError } from '#server/ground/config/start-error.ts';
import type { Database, Tx } from '#server/ground/db/db.ts';
import { recordset, type SeedRow, toColumns } from '#server/ground/db/seed-rows.ts';
import { type OfficialSchool, readSchoolFile } from './school-file.ts';
import { regions } from './tables.ts';

export type ImportSummary = Awaited<ReturnType<typeof importSchools>>;

/**
 * Imports the Education Bureau's school list. A known school keeps its id, so that cases refer to the same
 * school.
 */
export async function importSchools(database: Database, bytes: AsyncIterable<Uint8Array>) {
  const file = await readSchoolFile(bytes, await database.db.select().from(regions));
  if (file.schools.length === 0)
    throw new StartError('The file has no school that could be read; nothing was changed.');
  const changes = await database.transaction((tx) => writeSchools(tx, file.schools));
  return { ...file, ...changes };
}

async function writeSchools(tx: Tx, schools: OfficialSchool[]) {
  // Two concurrent imports would both find a new school missing.
  await tx.execute(sql`lock table schools in share row exclusive mode`);
  await tx.execute(sql`
    create temporary table official_schools on commit drop as
    select *, coalesce(name_zh_hant, name_en) as match_name
    from jsonb_to_recordset(${JSON.stringify(schools)}::jsonb) as official (
      name_zh_hant text, name_en text, level text, region_id integer, finance_type text, student_gender text
    )`);
  const updated = await tx.execute(sql`
    update schools set
      name_en = wanted.name_en, finance_type = wanted.finance_type,
      student_gender = wanted.student_gender, source = 'import'
    from (
      select known.id,
        -- The file writes in capitals; a name that differs in nothing else keeps its spelling.
        case when school_fold(known.name_en) = school_fold(official.name_en) then known.name_en
          else official.name_en end as name_en,
        coalesce(official.finance_type, known.finance_type) as finance_type,
        coalesce(official.student_gender, known.student_gender) as student_gender
      from schools as known join official_schools as official using (match_name, level, region_id)
    ) as wanted
    where schools.id = wanted.id
      and (schools.name_en, schools.finance_type, schools.student_gender, schools.source)
        is distinct from (wanted.name_en, wanted.finance_type, wanted.student_gender, 'import')`);
  const added = await tx.execute(sql`
    insert into schools (level, region_id, name_zh_hant, name_en, finance_type, student_gender, source)
    select level, region_id, name_zh_hant, name_en, finance_type, student_gender, 'import'
    from official_schools
    where not exists (
      select from schools
      where schools.match_name = official_schools.match_name
        and schools.level = official_schools.level and schools.region_id = official_schools.region_id
    )`);
  const { rows: absent } = await tx.execute(sql`
    select from schools
    where source = 'import' and not exists (
      select from official_schools
      where official_schools.match_name = schools.match_name
        and official_schools.level = schools.level and official_schools.region_id = schools.region_id
    )`);
  return { added: added.rowCount ?? 0, updated: updated.rowCount ?? 0, absent: absent.length };
}

/** The short list of schools that comes with the product; imported rows are not changed. */
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
