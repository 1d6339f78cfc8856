import { beforeAll, expect, test } from 'vitest';
import type { CallData } from '#shared/call.ts';
import type { referenceCalls } from '#shared/reference.ts';
import { serve } from '#tests/serve.ts';

const { database, get } = await serve();
beforeAll(async () => {
  await database.pool.query(`
    insert into schools (level, region_id, name_zh_hant, name_en, source) values
      ('kindergarten', 7, '九龍幼稚園', 'KOWLOON KINDERGARTEN', 'import'),
      ('primary', 17, null, 'CLEARWATER BAY SCHOOL', 'import'),
      ('primary', 3, '北角衞理小學', 'NORTH POINT METHODIST PRIMARY SCHOOL', 'import')`);
});

type Answer = CallData<(typeof referenceCalls)['GET /api/common_info/school']>;
async function schools(query: Record<string, string | number> = {}, language?: string) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const data: Answer = (await get(`/api/common_info/school?${search}`, language)).data;
  return { ...data, names: data.list.map(({ name }) => name) };
}

test('without parameters 20 schools are answered, and up to 2000 can be requested', async () => {
  const plain = await schools();
  expect(plain).toMatchObject({ total: 42, page: 1, page_size: 20 });
  expect(plain.list).toHaveLength(20);
  expect((await schools({ page_size: 2000 })).list).toHaveLength(42);
  const second = await schools({ page: 2 });
  expect(second.names.filter((name) => plain.names.includes(name))).toEqual([]);
});

test('kindergartens are listed only when requested', async () => {
  const levels = ({ list }: Answer) => [...new Set(list.map(({ level }) => level))].sort();
  expect(levels(await schools({ page_size: 2000 }))).toEqual(['primary', 'secondary', 'university']);
  expect((await schools({ level: 'kindergarten' })).names).toEqual(['九龍幼稚園']);
  expect((await schools({ level: 'all' })).total).toBe(43);
  expect((await schools({ level: 'university' })).total).toBe(13);
  expect((await schools({ search: '幼稚園' })).names).toEqual([]);
});

test('schools can be filtered by district', async () => {
  const { list } = await schools({ region_id: 1, level: 'secondary' });
  expect(list.length).toBeGreaterThan(0);
  expect(new Set(list.map(({ region }) => region))).toEqual(new Set([1]));
});

test.each([
  ['one character', '喇', ['喇沙書院', '喇沙小學']],
  ['two characters', '拔萃', ['拔萃男書院', '拔萃女書院', '拔萃女小學']],
  ['the whole name first', '聖保羅書院', ['聖保羅書院', '聖保羅書院小學']],
  ['what people call it', '港大', ['香港大學']],
  ['another way to write a character', '衛理', ['北角衞理小學']],
  ['full-width letters', 'ＨＫＵＳＴ', ['香港科技大學']],
  ['English on a Chinese page', "queen's", ['皇仁書院']],
  ['a name that is only almost right', '拔萃男校', ['拔萃男書院']],
  ['a school without a Chinese name', 'clearwater', ['CLEARWATER BAY SCHOOL']],
])('finds by %s', async (_how, search, expected) => {
  const { names } = await schools({ search });
  expect(names.slice(0, expected.length).sort()).toEqual([...expected].sort());
  expect(names[0]).toBe(expected[0]);
});

test.each([
  [
    'part of a word',
    'dioces',
    ["Diocesan Boys' School", "Diocesan Girls' School", "Diocesan Girls' Junior School"],
  ],
  ['words in any order', 'boys diocesan', ["Diocesan Boys' School"]],
  [
    'no full stop, no apostrophe',
    'st pauls college',
    ["St. Paul's College", "St. Paul's College Primary School"],
  ],
  ['a spelling mistake', 'diocesen boys', ["Diocesan Boys' School"]],
  ['Chinese on an English page', '皇仁', ["Queen's College"]],
])('finds in English by %s', async (_how, search, expected) => {
  const { names } = await schools({ search }, 'en');
  expect(names).toEqual(expect.arrayContaining(expected));
  expect(names[0]).toBe(expected[0]);
});

test.each(['%', '_', '\\', "'; drop table schools; --", 'zzzqqq'])('%s finds nothing', async (search) => {
  expect((await schools({ search })).total).toBe(0);
});

test('a school is answered by its id, in both languages', async () => {
  const path = '/api/common_info/school/101';
  expect((await get(path)).data).toEqual({
    id: 101,
    name: '皇仁書院',
    level: 'secondary',
    region: 2,
    finance_type: 'government',
    student_gender: 'M',
  });
  expect((await get(path, 'en')).data.name).toBe("Queen's College");
});

test('an unknown school is answered with 404', async () => {
  expect(await get('/api/common_info/school/999')).toMatchObject({
    status: 404,
    code: 1005,
    data: null,
  });
});
