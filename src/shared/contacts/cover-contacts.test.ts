import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Harmless, type Hostile, scoreHostile } from '#tests/corpora/contacts/score.ts';
import { coverContacts, coverMessages } from './cover-contacts.ts';
import { nameProblem } from './person-name.ts';

const corpus = <Case>(file: string): Case[] =>
  readFileSync(new URL(`../../../tests/corpora/contacts/${file}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('at least 97% of the hostile spellings are covered', () => {
  const cases = corpus<Hostile>('hostile.jsonl');
  const open = cases.map(scoreHostile).filter(({ problem }) => problem !== '');
  expect(1 - open.length / cases.length, JSON.stringify(open)).toBeGreaterThanOrEqual(0.97);
});

test('at most 0.5% of the harmless sentences are altered', () => {
  const texts = corpus<Harmless>('harmless.jsonl').map(({ text }) => text);
  const altered = texts.filter((text) => coverContacts(text) !== text);
  expect(altered.length / texts.length, altered.join('\n')).toBeLessThanOrEqual(0.005);
});

test.each([
  ['電話 61234567', '電話 ▇▇▇'],
  ['61-23-45-67 找我', '▇▇▇ 找我'],
  ['+852 6123 4567', '▇▇▇'],
  ['六一二三四五六七，逢星期一', '▇▇▇，逢星期一'],
  ['〦〢〨〤〧〡〩〣', '▇▇▇'],
  ['九十一 八十三 七十二 六十四', '▇▇▇'],
  ['sixty-two eighty-four seventy-one ninety-three', '▇▇▇'],
  ['9183+7264', '▇▇▇'],
  ['a.chan@example.com', '▇▇▇'],
  ['chan (at) example (dot) com', '▇▇▇'],
  ['https://example.hk/x?y，逢星期一', '▇▇▇，逢星期一'],
  ['WeChat: chan_tutor', 'WeChat: ▇▇▇'],
  ['我 IG 叫 chan_l', '我 IG 叫 ▇▇▇'],
  ['@chan_tutor', '▇▇▇'],
  ['住沙田第一城 12 座', '住沙田第一城 ▇▇▇'],
  ['Flat 12A, 5/F, 33 Nathan Road, Jordan', '▇▇▇, Jordan'],
])('"%s" becomes "%s"', (text, covered) => expect(coverContacts(text)).toBe(covered));

test.each([
  '數學 M2，DSE 5**，2024 年',
  '星期三 17:00-18:30、星期六 10:00',
  '9856 + 6749 = 16605',
  '測驗 85、92、78、61 分',
  '座標 (3,4)、(5,6)、(7,2)、(9,1)',
  '六六三十六，六九五十四',
  '由 2115 至 2230 上堂',
  '學校 5 樓 503 室上課',
  '3 students on Nathan Road',
  'IMG_20250301_091837.jpg',
])('"%s" stays as it is', (text) => expect(coverContacts(text)).toBe(text));

test('what is covered stays so when it is covered again', () => {
  for (const { messages } of corpus<Hostile>('hostile.jsonl'))
    for (const covered of messages.map(coverContacts)) expect(coverContacts(covered)).toBe(covered);
});

const said = (texts: string[], minutesApart = 1) =>
  coverMessages(texts.map((text, place) => ({ text, at: place * minutesApart * 60_000 })));

test('a number told in up to four messages within ten minutes is covered in all of them', () => {
  expect(said(['搵我：973', '628', '14 得閒傾'])).toEqual(['搵我：▇▇▇', '▇▇▇', '▇▇▇ 得閒傾']);
  expect(said(['91', '83', '72', '64'])).toEqual(['▇▇▇', '▇▇▇', '▇▇▇', '▇▇▇']);
  expect(said(['9183', '等等', '7264'])).toEqual(['▇▇▇', '等等', '▇▇▇']);
  expect(said(['9183', '7264'], 10)).toEqual(['▇▇▇', '▇▇▇']);
});

test('numbers of several messages that are no phone number stay', () => {
  expect(said(['9183', '7264'], 11)).toEqual(['9183', '7264']);
  expect(said(['9', '18', '37', '26', '4'])).toEqual(['9', '18', '37', '26', '4']);
  expect(said(['星期三 4:30', '定係 5:30？'])).toEqual(['星期三 4:30', '定係 5:30？']);
  expect(said(['每堂 $280', '收 $350'])).toEqual(['每堂 $280', '收 $350']);
});

test.each([
  ['陳大文', undefined],
  ['陳一心', undefined],
  ['Miss Chan', undefined],
  ['Ben 61938074', 'digits'],
  ['Ben⑥', 'digits'],
  ['九一八三七二六四', 'contacts'],
  ['ben.com', 'contacts'],
  ['IG: ben_chan', 'contacts'],
])('the name "%s" is refused for %s', (name, problem) => expect(nameProblem(name)).toBe(problem));

test.each([
  '9 ',
  'a.',
  'a@a.',
  'a.com/',
  'http://',
  '九啊',
  'one',
  'double ',
  '1樓',
  '道1號',
  '1.',
  '1/',
  '微信係',
  '\u200b',
  '頭9',
])(
  '100 kB of "%s" are read in time',
  (part) => {
    const text = part.repeat(Math.ceil(100_000 / part.length));
    const began = process.cpuUsage();
    coverContacts(text);
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5000);
  },
  30_000,
);
