import { expect, test } from 'vitest';
import { serve } from '#tests/serve.ts';

const { app, get } = await serve();
const list = (path: string, language?: string) => get(`/api/common_info/${path}`, language);

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const upToPrimary = upTo(9);
const chinese = { id: 1, subject_type: 1, grades: upTo(19), former_ids: [32] };

/** name, length, an item in Chinese, the same in English */
const lists = [
  ['grade', 19, { id: 4, name: '小一', stage: 2 }, { id: 4, name: 'Primary 1', stage: 2 }],
  [
    'region',
    18,
    { id: 16, name: '沙田區', area: '新界' },
    { id: 16, name: 'Sha Tin', area: 'New Territories' },
  ],
  ['identity', 2, { id: 1, name: '家長/學生' }, { id: 1, name: 'Parent or student' }],
  [
    'major_subject',
    39,
    { ...chinese, name: '中文', stage_names: [{ stage: 4, name: '中國語文' }] },
    { ...chinese, name: 'Chinese', stage_names: [{ stage: 4, name: 'Chinese Language' }] },
  ],
  [
    'other_subject',
    20,
    { id: 34, name: '珠心算', subject_type: 8, grades: upToPrimary },
    { id: 34, name: 'Abacus and mental arithmetic', subject_type: 8, grades: upToPrimary },
  ],
  ['tutoring_type', 5, { id: 2, name: '視像', is_online: true }, { id: 2, name: 'Online', is_online: true }],
  [
    'tutoring_days_per_week',
    7,
    { id: 3, name: '每週 3 日', value: 3 },
    { id: 3, name: '3 days a week', value: 3 },
  ],
  [
    'tutoring_time_per_class',
    5,
    { id: 2, name: '1.5 小時', hours: 1.5 },
    { id: 2, name: '1.5 hours', hours: 1.5 },
  ],
  ['weekday', 7, { id: 7, name: '星期日' }, { id: 7, name: 'Sunday' }],
  ['education', 8, { id: 4, name: '學士' }, { id: 4, name: "Bachelor's degree" }],
  ['channel', 9, { id: 4, name: '小紅書' }, { id: 4, name: 'Xiaohongshu' }],
  ['teaching_language', 4, { id: 1, name: '廣東話' }, { id: 1, name: 'Cantonese' }],
  [
    'education_grade_view',
    7,
    {
      id: 5,
      name: '國際課程',
      grades: [
        { id: 16, name: 'IB' },
        { id: 17, name: 'A-Level' },
      ],
    },
    {
      id: 5,
      name: 'International curricula',
      grades: [
        { id: 16, name: 'IB' },
        { id: 17, name: 'A-Level' },
      ],
    },
  ],
  ['rank', 5, { id: 1, name: '首 5%', top_percent: 5 }, { id: 1, name: 'Top 5%', top_percent: 5 }],
  [
    'experience',
    6,
    { id: 6, name: '10 年以上', min_years: 10, max_years: null },
    { id: 6, name: 'More than 10 years', min_years: 10, max_years: null },
  ],
  [
    'gpa',
    5,
    { id: 4, name: '3.5–3.69', min_gpa: 3.5, max_gpa: 3.69 },
    { id: 4, name: '3.5–3.69', min_gpa: 3.5, max_gpa: 3.69 },
  ],
  [
    'subject_type',
    8,
    { id: 1, name: '主要科目', slug: 'core' },
    { id: 1, name: 'Core subjects', slug: 'core' },
  ],
  [
    'dse_level',
    9,
    { id: 12, name: '達標', scale: 'attainment' },
    { id: 12, name: 'Attained', scale: 'attainment' },
  ],
] as const;

test.each(lists)('%s is complete, in both languages', async (name, length, chinese, english) => {
  const inChinese = await list(name);
  expect(inChinese).toMatchObject({ status: 200, code: 0, message: '' });
  expect(inChinese.data).toMatchObject({ total: length, page: 1, page_size: 100 });
  expect(inChinese.data.list).toHaveLength(length);
  expect(inChinese.data.list).toContainEqual(chinese);
  expect(new Set(inChinese.data.list.map(({ id }: { id: number }) => id)).size).toBe(length);

  const inEnglish = await list(name, 'en-GB,en;q=0.9');
  expect(inEnglish.data.list).toContainEqual(english);
  expect(JSON.stringify(inEnglish.data)).not.toMatch(/\p{Script=Han}/u);
});

test('an unsupported language is answered in Chinese', async () => {
  expect((await list('weekday', 'fr')).data.list[0].name).toBe('星期一');
});

test('the districts are sorted by their areas', async () => {
  const { data } = await list('region');
  expect([...new Set(data.list.map(({ area }: { area: string }) => area))]).toEqual(['港島', '九龍', '新界']);
});

test('lists are paged', async () => {
  const { data } = await list('grade?page=2&page_size=5');
  expect(data).toMatchObject({ total: 19, page: 2, page_size: 5 });
  expect(data.list.map(({ name }: { name: string }) => name)).toEqual([
    '小三',
    '小四',
    '小五',
    '小六',
    '中一',
  ]);
  expect((await list('grade?page=9')).data).toMatchObject({ list: [], total: 19 });
});

test.each([
  ['grade?page=0', 'page', '不可小於 1', 'Must be 1 or more'],
  ['grade?page=-1', 'page', '不可小於 1', 'Must be 1 or more'],
  ['grade?page=abc', 'page', '請輸入數字', 'Please enter a number'],
  ['grade?page=1.5', 'page', '請輸入整數', 'Please enter a whole number'],
  ['grade?page_size=0', 'page_size', '不可小於 1', 'Must be 1 or more'],
  ['grade?page_size=-1', 'page_size', '不可小於 1', 'Must be 1 or more'],
  ['grade?page_size=abc', 'page_size', '請輸入數字', 'Please enter a number'],
  ['grade?page_size=101', 'page_size', '不可大於 100', 'Must be 100 or less'],
  ['school?page_size=2001', 'page_size', '不可大於 2000', 'Must be 2000 or less'],
  ['school?page_size=0', 'page_size', '不可小於 1', 'Must be 1 or more'],
  ['school?level=college', 'level', '請選擇列出的其中一項', 'Please choose one of the options listed'],
  ['school?region_id=x', 'region_id', '請輸入數字', 'Please enter a number'],
  ['school?search=%00', 'search', '輸入的資料不符合規則', 'Input data does not meet the rules'],
  ['school/abc', 'id', '請輸入數字', 'Please enter a number'],
  ['school/99999999999', 'id', '不可大於 2147483647', 'Must be 2147483647 or less'],
])('%s is a field error', async (path, field, chinese, english) => {
  for (const [language, words] of [
    ['zh-Hant', chinese],
    ['en', english],
  ]) {
    const answer = await list(path, language);
    expect(answer).toMatchObject({ status: 400, code: 1001, data: { fields: { [field]: words } } });
  }
});

test('answers are revalidated by ETag, separately for each language', async () => {
  const first = await list('region');
  expect(first.headers['cache-control']).toBe('no-cache');
  expect(first.headers.vary).toContain('Accept-Language');
  const again = (language: string) =>
    app.inject({
      url: '/api/common_info/region',
      headers: { 'accept-language': language, 'if-none-match': String(first.headers.etag) },
    });
  expect((await again('zh-Hant')).statusCode).toBe(304);
  expect((await again('en')).statusCode).toBe(200);
});
