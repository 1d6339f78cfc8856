import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/database.ts';
import { importSchools } from './import-schools.ts';

let testDatabase: TestDatabase;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(() => testDatabase.drop());

// The Education Bureau's columns, each in English and Chinese.
const header =
  'SCHOOL NO.,ENGLISH CATEGORY,中文類別,ENGLISH NAME,中文名稱,ENGLISH ADDRESS,中文地址,LONGITUDE,經度,LATITUDE,緯度,EASTING,坐標東,NORTHING,坐標北,STUDENTS GENDER,就讀學生性別,SESSION,學校授課時間,DISTRICT,分區,FINANCE TYPE,資助種類,SCHOOL LEVEL,學校類型,TELEPHONE,聯絡電話,FAX NUMBER,傳真號碼,WEBSITE,網頁,RELIGION,宗教';

type RowParts = {
  english?: string;
  chinese?: string;
  district?: string;
  level?: string;
  session?: string;
  finance?: string;
};
let number = 100_000_000_000;
function row(parts: RowParts = {}) {
  const { english = 'SAMPLE SCHOOL', chinese = '樣本學校', district = 'SHA TIN,沙田區' } = parts;
  const { level = 'PRIMARY,小學', session = 'WHOLE DAY,全日', finance = 'AIDED,資助' } = parts;
  number += 1;
  return [
    `${number},Category,類別,${english},${chinese},"1, SAMPLE ROAD",樣本道1號,114.1,114.1,22.3,22.3,1.0,1.0,1.0,1.0`,
    `CO-ED,男女,${session},${district},${finance},${level},23456789,23456789,N.A.,N.A.,N.A.,N.A.,NOT APPLICABLE,不適用`,
  ].join(',');
}
const file = (...rows: string[]) =>
  Readable.from([Buffer.from(`\uFEFF${[header, ...rows].join('\r\n')}\r\n`)]);
const load = (...rows: string[]) => importSchools(testDatabase.database, file(...rows));
const imported = async () =>
  (
    await testDatabase.database.pool.query(
      `select id, name_zh_hant, name_en, level, region_id from schools where source = 'import' order by id`,
    )
  ).rows;

test('sessions and sites of one school are one school', async () => {
  const summary = await load(
    row({ session: 'A.M.,上午' }),
    row({ session: 'P.M.,下午' }),
    row({ level: 'SECONDARY,中學' }),
    row({ district: 'TAI PO,大埔區' }),
  );
  expect(summary).toMatchObject({ rows: 4, added: 3, updated: 0, problems: [] });
  expect((await imported()).map(({ level, region_id }) => [level, region_id])).toEqual([
    ['primary', 16],
    ['secondary', 16],
    ['primary', 15],
  ]);
});

test('both kindergarten levels are one level', async () => {
  const { schools } = await load(
    row({ level: 'KINDERGARTEN,幼稚園' }),
    row({ level: 'KINDERGARTEN-CUM-CHILD CARE CENTRES,幼稚園暨幼兒中心' }),
  );
  expect(schools.map(({ level }) => level)).toEqual(['kindergarten']);
});

test('an English name in the Chinese column is not stored as the Chinese name', async () => {
  await load(
    row({ english: 'ISLAND SCHOOL', chinese: 'ISLAND SCHOOL' }),
    row({ english: 'PEAK SCHOOL', chinese: 'N.A.' }),
  );
  expect(await imported()).toMatchObject([
    { name_zh_hant: null, name_en: 'ISLAND SCHOOL' },
    { name_zh_hant: null, name_en: 'PEAK SCHOOL' },
  ]);
});

test('a second import changes nothing, and ids stay when the file grows or is sorted differently', async () => {
  const [a, b, c] = [row({ chinese: '甲校' }), row({ chinese: '乙校' }), row({ chinese: '丙校' })];
  await load(a, b);
  const before = await imported();
  expect(await load(a, b)).toMatchObject({ added: 0, updated: 0, absent: 0 });
  expect(await imported()).toEqual(before);
  expect(await load(c, b, a)).toMatchObject({ added: 1, updated: 0, absent: 0 });
  expect((await imported()).slice(0, 2)).toEqual(before);
});

test('a school that is no longer in the file is kept and counted', async () => {
  const [a, b] = [row({ chinese: '甲校' }), row({ chinese: '乙校' })];
  await load(a, b);
  expect(await load(a)).toMatchObject({ added: 0, updated: 0, absent: 1 });
  expect(await imported()).toHaveLength(2);
});

test('a seeded school keeps its id and spelling, and is updated from the file afterwards', async () => {
  const queensCollege = {
    english: "QUEEN'S COLLEGE",
    chinese: '皇仁書院',
    district: 'WAN CHAI,灣仔區',
    level: 'SECONDARY,中學',
  };
  expect(await load(row(queensCollege))).toMatchObject({ added: 0, updated: 1 });
  expect(await load(row(queensCollege))).toMatchObject({ added: 0, updated: 0 });
  expect(await imported()).toEqual([
    { id: 101, name_zh_hant: '皇仁書院', name_en: "Queen's College", level: 'secondary', region_id: 2 },
  ]);
  await load(row({ ...queensCollege, english: "THE QUEEN'S COLLEGE" }));
  expect(await imported()).toMatchObject([{ id: 101, name_en: "THE QUEEN'S COLLEGE" }]);
});

test('a broken row is reported with its line number, and the other rows are imported', async () => {
  const summary = await load(
    row({ chinese: '甲校' }),
    'not a row at all',
    row({ chinese: '乙校', district: 'ATLANTIS,亞特蘭提斯' }),
    '',
    row({ chinese: '丙校', level: 'ACADEMY,學院' }),
    row({ chinese: '丁校' }).replace('"1, SAMPLE ROAD"', '"1, SAMPLE ROAD'),
    row({ chinese: '戊校' }),
    row({ english: '', chinese: '' }),
    row({ chinese: '己校' }).replace('SAMPLE ROAD"', 'SAMPLE ROAD" x'),
    row({ chinese: '庚校' }).replace('1, SAMPLE ROAD', '1,\r\nSAMPLE ROAD'),
    row({ chinese: '辛校', finance: 'LOTTERY,彩票' }),
    row({ chinese: '壬校' }),
  );
  expect((await imported()).map(({ name_zh_hant }) => name_zh_hant)).toEqual([
    '甲校',
    '戊校',
    '庚校',
    '辛校',
    '壬校',
  ]);
  expect(summary.problems).toEqual([
    { line: 3, message: 'it has 1 columns instead of 33' },
    { line: 4, message: 'the district “ATLANTIS” is unknown' },
    { line: 6, message: 'the school level “ACADEMY” is unknown' },
    { line: 7, message: 'its quotation marks do not match' },
    { line: 9, message: 'it has no name' },
    { line: 10, message: 'its quotation marks do not match' },
    { line: 13, message: 'FINANCE TYPE “LOTTERY” is unknown; the school is kept without it' },
  ]);
});

test.each([
  ['another CSV', 'a,b,c\n1,2,3\n', /lacks the columns ENGLISH NAME, 中文名稱/],
  ['an empty file', '', /lacks the columns/],
  ['Big5', Buffer.from([0xa4, 0xa4, 0xa4, 0xe5]), /not a UTF-8 text/],
  ['only the header', `${header}\n`, /has no school that could be read/],
])('%s is refused with one sentence', async (_what, content, sentence) => {
  const before = await imported();
  const bytes = Readable.from([Buffer.from(content as string)]);
  await expect(importSchools(testDatabase.database, bytes)).rejects.toThrow(sentence);
  expect(await imported()).toEqual(before);
});

test('a file split into any chunks gives the same result', async () => {
  const whole = Buffer.from(`\uFEFF${header}\n${row({ chinese: '甲校' })}\n${row({ chinese: '乙校' })}`);
  const bytes = Readable.from([...whole].map((byte) => Buffer.from([byte])));
  expect(await importSchools(testDatabase.database, bytes)).toMatchObject({
    rows: 2,
    added: 2,
    problems: [],
  });
});

test('two concurrent imports add each school once', async () => {
  const rows = [row({ chinese: '甲校' }), row({ chinese: '乙校' })];
  const summaries = await Promise.all([load(...rows), load(...rows)]);
  expect(summaries.map(({ added }) => added).sort()).toEqual([0, 2]);
  expect(await imported()).toHaveLength(2);
});

// The official file is not part of the project; where it exists beside the project, the numbers are checked.
const officialFile = new URL('../../../../../shared/reference/SCH_LOC_EDB.csv', import.meta.url);

test.skipIf(!existsSync(officialFile))(
  'the list of December 2025 has 2,240 schools, also when it is imported twice',
  { tags: ['whole'] },
  async () => {
    const summary = await importSchools(testDatabase.database, createReadStream(officialFile));
    const count = (level: string) => summary.schools.filter((school) => school.level === level).length;
    expect(summary).toMatchObject({ rows: 3513, added: 2213, updated: 27, problems: [] });
    expect(summary.schools).toHaveLength(2240);
    expect([count('secondary'), count('primary'), count('kindergarten')]).toEqual([598, 668, 974]);
    const before = await imported();
    const again = await importSchools(testDatabase.database, createReadStream(officialFile));
    expect(again).toMatchObject({ added: 0, updated: 0, absent: 0 });
    expect(await imported()).toEqual(before);
  },
);
