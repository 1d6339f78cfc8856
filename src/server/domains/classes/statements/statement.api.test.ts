import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { signedIn } from '#tests/callers.ts';
import { classroom, type Pair } from '#tests/classes.ts';
import { marketOf } from '#tests/market.ts';
import { addPerson } from '#tests/people.ts';
import { serve } from '#tests/serve.ts';
import { printStatement } from './printer.ts';

const market = marketOf(await serve());
const { pair, age } = classroom(market);

/** Inserts a lesson of an earlier month directly, as it would have been stored. */
async function lesson({ classId, tutor }: Pair, from: string, minutes: number, state = 'confirmed') {
  await market.query(
    `insert into lessons (class_id, tutor_user_id, started_at, ended_at, ended_how, start_device_at, start_received_at,
       end_device_at, end_received_at, state, confirm_by, settled_how, settled_at)
     select $1, $2, at, at + make_interval(mins => $4), 'tutor', at, at, at, at, $5, now() + interval '9 days',
       case when $5 = 'confirmed' then 'family' end, case when $5 = 'confirmed' then at end
     from (select $3::timestamptz as at) as given`,
    [classId, tutor.id, from, minutes, state],
  );
}
async function download(person: object | undefined, classId: number, query: string, language = 'zh-Hant') {
  const response = await market.app.inject({
    url: `/api/users/classes/${classId}/${query}`,
    headers: signedIn(person as never, language),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes: response.rawPayload,
    text: response.body,
  };
}
async function opened(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { totalPages, text } = await extractText(pdf, { mergePages: true });
  return { totalPages, text: text.replace(/\s+/g, ' ') };
}

test('a PDF statement: both languages, the same totals as the CSV, disputed lessons shown but not counted', async () => {
  const couple = await pair();
  const { family, tutor, classId } = couple;
  await age(classId, 60);
  await lesson(couple, '2026-10-03T17:00:00+08:00', 90);
  await lesson(couple, '2026-10-10T17:00:00+08:00', 61, 'awaiting');
  await lesson(couple, '2026-10-17T17:00:00+08:00', 60, 'disputed');
  const csv = (await download(family, classId, 'statement.csv?month=2026-10')).text;
  expect(csv).toContain('合計,,,151,150,,700,');

  const chinese = await download(family, classId, 'statement.pdf?month=2026-10');
  expect(chinese.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'content-disposition': `attachment; filename="mingshi-${classId}-2026-10.pdf"`,
  });
  expect(chinese.bytes.length).toBeLessThan(300_000);
  // One font, subset to the glyphs that occur.
  expect(chinese.bytes.toString('latin1').match(/\/FontFile\d?\b/g)).toHaveLength(1);
  expect(chinese.bytes.toString('latin1')).toMatch(/\/BaseFont \/[A-Z]{6}\+NotoSansTC/);
  const { text, totalPages } = await opened(chinese.bytes);
  expect(totalPages).toBe(1);
  for (const words of ['明師', '每月課堂結算單', '2026 年 10 月', '陳導師', '示範', '第 1 頁，共 1 頁'])
    expect(text).toContain(words);
  expect(text).toContain('2026-10-03 17:00 18:30 90 90 已確認 420');
  expect(text).toContain('2026-10-17 17:00 18:00 — — 有爭議 —');
  expect(text).toContain('合計 2 節課 151 150 700');
  expect(text).toContain('不計入合計');

  const english = await opened((await download(tutor, classId, 'statement.pdf?month=2026-10', 'en')).bytes);
  expect(english.text).toContain('Monthly statement of lessons');
  expect(english.text).toContain('October 2026');
  expect(english.text).toContain('Total 2 lessons 151 150 700');
  expect(english.text).toContain('Page 1 of 1');
  const asked = await download(tutor, classId, 'statement.pdf?month=2026-10&locale=zh-Hant', 'en');
  expect((await opened(asked.bytes)).text).toContain('每月課堂結算單');

  const stranger = { ...(await addPerson(market.database)), identity: 1 };
  expect(await download(stranger, classId, 'statement.pdf?month=2026-10')).toMatchObject({ status: 404 });
  expect(await download(undefined, classId, 'statement.pdf?month=2026-10')).toMatchObject({ status: 401 });
});

test('a lesson belongs to the month it started in, in Hong Kong time; a long month has several pages', {
  tags: ['whole'],
}, async () => {
  const couple = await pair();
  await age(couple.classId, 400);
  await lesson(couple, '2026-08-31T23:30:00+08:00', 60);
  await lesson(couple, '2026-09-01T00:30:00+08:00', 30);
  const { classId, family } = couple;
  const august = await opened((await download(family, classId, 'statement.pdf?month=2026-08')).bytes);
  expect(august.text).toContain('2026-08-31 23:30 00:30 60 60');
  expect(august.text).toContain('合計 1 節課');
  const september = await opened((await download(family, classId, 'statement.pdf?month=2026-09')).bytes);
  expect(september.text).toContain('2026-09-01 00:30 01:00 30 30');
  expect(september.text).not.toContain('23:30');
  const empty = await opened((await download(family, classId, 'statement.pdf?month=2026-07')).bytes);
  expect(empty.text).toContain('沒有課堂紀錄');

  for (let day = 1; day <= 31; day++)
    for (const hour of [10, 14])
      await lesson(couple, `2026-03-${String(day).padStart(2, '0')}T${hour}:00:00+08:00`, 60);
  const march = await download(family, classId, 'statement.pdf?month=2026-03');
  const { text, totalPages } = await opened(march.bytes);
  expect(totalPages).toBe(3);
  expect(text).toContain('第 2 頁，共 3 頁');
  expect(text).toContain(`合計 62 節課 ${62 * 60}`);
  expect(march.bytes.length).toBeLessThan(300_000);
});

test('statements are printed concurrently, and printing is aborted after a timeout', {
  tags: ['whole'],
}, async () => {
  const totals = { lessons: 0, minutes: 0, charged_minutes: 0, amount: 0 };
  const part = {
    ...{ classId: 1, tutor: '', family: '', children: '', grades: '', subjects: '', price: 100 },
    ...{ feeRules: ['lesson' as const], lessons: [], totals },
  };
  const sheet = {
    month: '2026-10',
    fileName: 'mingshi.pdf',
    locale: 'zh-Hant' as const,
    parts: [part],
    totals,
    settled: null,
    isSample: false,
    madeAt: new Date().toISOString(),
  };
  const text = async () => {
    const parts: Buffer[] = [];
    for await (const part of (await printStatement(sheet)).content) parts.push(part);
    return (await opened(Buffer.concat(parts))).text;
  };
  const [first] = await Promise.all([text(), text(), text()]);
  expect(first).toContain('（帳戶已刪除）');
  expect(first).not.toContain('示範');
  expect(await text()).toBe(first);
  await expect(printStatement(sheet, 1)).rejects.toMatchObject({ code: 'tooSlow' });
});
