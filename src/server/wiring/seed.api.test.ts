import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#server/ground/db/db.ts';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { seedDatabase } from './seed.ts';

let testDatabase: TestDatabase;
let database: Database;
let directory: string;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = testDatabase.database;
  directory = await mkdtemp(join(tmpdir(), 'mingshi-seed-'));
  await cp(fileURLToPath(new URL('../../../db/seed', import.meta.url)), directory, { recursive: true });
});
afterEach(async () => {
  await rm(directory, { recursive: true });
  await testDatabase.drop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests change seed files of different shapes
async function edit(file: string, change: (content: any) => void) {
  const path = join(directory, `${file}.json`);
  const content = JSON.parse(await readFile(path, 'utf8'));
  change(content);
  await writeFile(path, JSON.stringify(content));
}
const seed = () => seedDatabase(database, pathToFileURL(`${directory}/`));
const rows = async (query: string) => (await database.pool.query(query)).rows;

/** All rows of all tables, to compare before and after. */
async function allRows() {
  const tables = await rows(`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_name <> 'migrations' order by 1`);
  const contents = tables.map(async ({ table_name }) => [
    table_name,
    await rows(`select * from ${table_name} t order by t::text`),
  ]);
  return Object.fromEntries(await Promise.all(contents));
}

test('seeding again with an unchanged seed costs one query and changes no rows', async () => {
  const before = await allRows();
  const query = vi.spyOn(database.pool, 'query');
  await seedDatabase(database);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
  expect(await allRows()).toEqual(before);
});

test('a changed seed is written once, even when ten processes seed concurrently', async () => {
  await edit('reference/lists', (lists) => {
    lists.grades[0].name.en = 'Nursery';
    lists.channels.push({ id: 10, name: { 'zh-Hant': '電台', en: 'Radio' } });
  });
  await Promise.all(Array.from({ length: 10 }, seed));
  expect(await rows('select name_en from grades where id = 1')).toEqual([{ name_en: 'Nursery' }]);
  expect(await rows('select name_en, sort from channels where id = 10')).toEqual([
    { name_en: 'Radio', sort: 10 },
  ]);
  expect(await rows('select count(*)::int from grades')).toEqual([{ count: 19 }]);
});

test('a seed that fails half-way is rolled back completely', async () => {
  await edit('reference/lists', (lists) => {
    lists.grades[0].name.en = 'Nursery';
  });
  await edit('content/faq', (faq) => {
    faq.questions[0].category = 'nowhere';
  });
  const before = await allRows();
  await expect(seed()).rejects.toThrow();
  expect(await allRows()).toEqual(before);
});

test('a new version of the terms is added beside the old version', async () => {
  await edit('content/terms', (terms) => {
    terms.push({ ...terms[0], version: '2027-01', effective_date: '2027-01-01' });
  });
  await seed();
  expect(await rows(`select version from terms where suffix = '' order by effective_date`)).toEqual([
    { version: '2026-11' },
    { version: '2027-01' },
  ]);
});

test('published terms cannot be changed under the same version', async () => {
  await edit('content/terms', (terms) => {
    terms[1].sections[0].body.en[0] = 'Something else.';
  });
  await expect(seed()).rejects.toThrow(
    /already published \(privacy 2026-11\); give the new text a new version/,
  );
});

test('the seed does not overwrite or duplicate schools that the importer has loaded', async () => {
  await database.pool.query(`
    update schools set name_en = 'QUEENS COLLEGE', source = 'import' where id = 101;
    insert into schools (id, level, region_id, name_zh_hant, name_en, source)
    values (5000, 'primary', 16, '新校', 'NEW SCHOOL', 'import')`);
  await edit('reference/schools', ({ schools }) => {
    const queensCollege = schools.find(({ id }: { id: number }) => id === 101);
    queensCollege.name.en = 'Seeded name';
    schools.push({
      ...queensCollege,
      id: 900,
      level: 'primary',
      region_id: 16,
      name: { 'zh-Hant': '新校', en: 'New' },
    });
  });
  await seed();
  expect(await rows('select id, name_en from schools where id in (101, 900, 5000) order by id')).toEqual([
    { id: 101, name_en: 'QUEENS COLLEGE' },
    { id: 5000, name_en: 'NEW SCHOOL' },
  ]);
});

test('the seed keeps the URL that an operator set for a media channel', async () => {
  await database.pool.query(`update media_companies set url = 'https://example.com/blog' where id = 1`);
  await edit('content/company', (company) => {
    company.media_companies[0].name.en = 'Renamed';
  });
  await seed();
  expect(await rows('select name_en, url from media_companies where id = 1')).toEqual([
    { name_en: 'Renamed', url: 'https://example.com/blog' },
  ]);
});
