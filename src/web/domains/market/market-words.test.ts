import { beforeAll, expect, it } from 'vitest';
import { en, zhHant } from '#web/ground/i18n/all-translations.ts';
import { addTranslations, type Translate } from '#web/ground/i18n/i18n.ts';
import { keepUnits } from '#web/ground/i18n/numbers.ts';
import { timeInShort, weekLines } from '#web/ground/i18n/times.ts';
import { lessonsOf } from './case-view.ts';
import { type Names, stretches } from './names.ts';
import { slugOf } from './slugs.ts';
import { resultsFor, studiesInFull, teachingInWords } from './tutor-view.ts';

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
  const match_time = slots([3, '17:30'], [3, '17:00'], [6, '17:00'], [6, '17:30']);
  expect(timeInShort(t, { ...noTimes, match_time })).toBe('星期三、六 17:00–18:00');
  expect(timeInShort(t, { ...noTimes, match_time: slots([3, '18:00'], [6, '10:30']) })).toBe(
    '星期三 18:00–18:30、星期六 10:30–11:00',
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

it('a school that is in no list is told as it was typed', () => {
  const names = { educations: [], majors: [], levels: [], experiences: [] } as unknown as Names;
  const card = { school: null, school_name: 'Imperial College London', dse_results: [], subject_grades: [] };
  expect(studiesInFull(t, names, [], card as never)).toBe('Imperial College London');
});

it('adjacent grades are written as a range', () => {
  const grades = ['小一', '小二', '小三', '小四', '小五'].map((name, at) => ({ id: at + 4, name }));
  const words = { to: '至', and: '、' };
  expect(stretches(grades, [4, 5, 6], words)).toBe('小一至小三');
  expect(stretches(grades, [8, 4, 5, 5], words)).toBe('小一、小二、小五');
  expect(stretches(grades, [99], words)).toBe('');
});

it('a number stays on the line of its unit', () => {
  expect(keepUnits('每週 2 堂，每堂 1.5 小時')).toBe('每週 2\u00a0堂，每堂 1.5\u00a0小時');
  expect(keepUnits('6–10 年')).toBe('6\u2060–\u206010\u00a0年');
  expect(keepUnits('3年')).toBe('3\u2060年');
  expect(keepUnits('1 lesson a week, 10+ years')).toBe('1\u00a0lesson a week, 10+\u00a0years');
  expect(keepUnits('DSE M2')).toBe('DSE M2');
});

it('lessons a week and experience are told in words of their own where there is one or none', () => {
  const english = addTranslations('en', en);
  const names = {
    lengths: [{ id: 1, name: '1 hour' }],
    experiences: [
      { id: 1, name: 'No experience', min_years: 0, max_years: 0 },
      { id: 3, name: '1–2 years', min_years: 1, max_years: 2 },
    ],
  } as unknown as Names;
  const lessons = (days: number) =>
    lessonsOf(english, names, { tutoring_days_per_week: days, tutoring_time_per_class: 1 });
  expect([lessons(1), lessons(2)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    '1 lesson a week, 1 hour',
    '2 lessons a week, 1 hour each',
  ]);
  expect(teachingInWords(t, names, 1)).toBe('未有教學經驗');
  expect(teachingInWords(english, names, 3)).toBe('1–2 years of teaching');
});

it('slugs are made from English names', () => {
  expect(slugOf('Central and Western')).toBe('central-and-western');
  expect(slugOf('Business, Accounting and Financial Studies (BAFS)')).toBe(
    'business-accounting-and-financial-studies',
  );
  expect(slugOf('A-Level')).toBe('a-level');
});

it('DSE results begin with what is looked for, then what is taught, whatever the grade', () => {
  const [chinese, english, mathematics] = [1, 2, 3];
  const result = (major_subject: number, dse_level: number) => ({ major_subject, dse_level });
  const card = {
    dse_results: [result(english, 7), result(chinese, 6), result(mathematics, 4)],
    subject_grades: [{ major_subject: mathematics, other_subject: null, grade: [11] }],
  };
  const order = (...major_subject: number[]) =>
    resultsFor(card, { major_subject }).map((one) => one.major_subject);
  expect(order()).toEqual([mathematics, english, chinese]);
  expect(order(chinese)).toEqual([chinese, mathematics, english]);
});
