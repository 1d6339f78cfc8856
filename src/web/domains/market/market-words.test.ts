import { beforeAll, expect, it } from 'vitest';
import { zhHant } from '#web/ground/i18n/all-translations.ts';
import { addTranslations, type Translate } from '#web/ground/i18n/i18n.ts';
import { timeInShort, weekLines } from '#web/ground/i18n/times.ts';
import { stretches } from './names.ts';
import { slugOf } from './slugs.ts';

let t: Translate;
beforeAll(() => {
  t = addTranslations('zh-Hant', zhHant);
});

const noTimes = {
  match_time: [],
  weekday: [],
  start_tutoring_time: null,
  weekend_start_tutoring_time: null,
};
const slots = (...pairs: [weekday: number, start: string][]) =>
  pairs.map(([weekday, start]) => ({ weekday, start }));

it('the times of a case are summarised, day by day where the days differ', () => {
  expect(timeInShort(t, noTimes)).toBe('時間可商議');
  const match_time = slots([3, '17:30'], [3, '17:00'], [6, '17:00']);
  expect(timeInShort(t, { ...noTimes, match_time })).toBe('星期三、六 17:00 起');
  expect(timeInShort(t, { ...noTimes, match_time: slots([3, '18:00'], [6, '10:30']) })).toBe(
    '星期三 18:00 起、星期六 10:30 起',
  );
  expect(timeInShort(t, { ...noTimes, match_time: slots([1, '18:00'], [2, '19:00'], [6, '10:30']) })).toBe(
    '星期一 18:00 起、星期二 19:00 起…',
  );
  const weekday = [1, 2, 3, 4, 5];
  expect(timeInShort(t, { ...noTimes, weekday })).toBe('平日');
  expect(timeInShort(t, { ...noTimes, weekday, start_tutoring_time: '16:00' })).toBe('平日 16:00 起');
  expect(timeInShort(t, { ...noTimes, weekday: [6, 7], weekend_start_tutoring_time: '10:00' })).toBe(
    '週末 10:00 起',
  );
});

it('a week is written as a line for each day', () => {
  const weekdays = [
    { id: 1, name: '星期一' },
    { id: 3, name: '星期三' },
  ];
  expect(
    weekLines(slots([3, '17:00'], [3, '17:30'], [3, '18:00'], [3, '23:30'], [1, '09:00']), weekdays),
  ).toEqual([
    { name: '星期一', ranges: ['09:00–09:30'] },
    { name: '星期三', ranges: ['17:00–18:30', '23:30–24:00'] },
  ]);
});

it('adjacent grades are written as a range', () => {
  const grades = ['小一', '小二', '小三', '小四', '小五'].map((name, at) => ({ id: at + 4, name }));
  const words = { to: '至', and: '、' };
  expect(stretches(grades, [4, 5, 6], words)).toBe('小一至小三');
  expect(stretches(grades, [8, 4, 5, 5], words)).toBe('小一、小二、小五');
  expect(stretches(grades, [99], words)).toBe('');
});

it('slugs are made from English names', () => {
  expect(slugOf('Central and Western')).toBe('central-and-western');
  expect(slugOf('Business, Accounting and Financial Studies (BAFS)')).toBe(
    'business-accounting-and-financial-studies',
  );
  expect(slugOf('A-Level')).toBe('a-level');
});
