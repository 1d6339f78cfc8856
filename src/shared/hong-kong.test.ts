import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addToMonth,
  clockOf,
  dayOf,
  formatDay,
  formatLongDay,
  formatMonth,
  formatShortDay,
  formatShortTime,
  formatTime,
  isDay,
  isMonth,
  isoTimeAt,
  lastDayOf,
  mondayOf,
  startOfDay,
  weekdayOf,
} from './hong-kong.ts';

describe('Hong Kong calendar', () => {
  test('a day begins at 16:00 UTC of the day before, all year round', () => {
    expect(dayOf('2026-11-14T15:59:59.999Z')).toBe('2026-11-14');
    expect(dayOf(new Date('2026-11-14T16:00:00Z'))).toBe('2026-11-15');
    expect(dayOf(Date.parse('2026-07-14T15:59:59.999Z'))).toBe('2026-07-14');
    expect(dayOf('2026-12-31T16:00:00Z')).toBe('2027-01-01');
    expect(new Date(isoTimeAt('2026-07-01', '00:00')).toISOString()).toBe('2026-06-30T16:00:00.000Z');
    expect(startOfDay('2026-12-01').toISOString()).toBe('2026-11-30T16:00:00.000Z');
    for (const day of ['1980-01-01', '2026-07-01', '2028-02-29']) expect(dayOf(startOfDay(day))).toBe(day);
  });

  test('midnight is 00:00 and not 24:00', () => {
    expect(clockOf('2026-11-14T16:00:00Z')).toBe('00:00');
    expect(clockOf('2026-11-14T15:59:59Z')).toBe('23:59');
  });

  test('nights on which other countries change their clocks are an ordinary day here', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01']) {
      expect(addDays(addDays(day, 1), -1)).toBe(day);
      expect(addDays(day, 1)).not.toBe(day);
    }
  });

  test('months end on their last day, in leap years too', () => {
    expect(lastDayOf('2026-02')).toBe('2026-02-28');
    expect(lastDayOf('2028-02')).toBe('2028-02-29');
    expect(lastDayOf('2100-02')).toBe('2100-02-28');
    expect(lastDayOf('2026-12')).toBe('2026-12-31');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-12-31', 1)).toBe('2027-01-31');
    expect(addToMonth('2026-01', -1)).toBe('2025-12');
  });

  test('a week is Monday to Sunday', () => {
    expect(weekdayOf('2026-11-15')).toBe(7);
    expect(mondayOf('2026-11-15')).toBe('2026-11-09');
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
  });

  test('isDay and isMonth accept only dates that exist', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '', null].some(isDay)).toBe(false);
    expect(isMonth('2026-12')).toBe(true);
    expect(['2026-00', '2026-13', '1999-01', null].some(isMonth)).toBe(false);
  });

  test('days and times are formatted in both languages', () => {
    const midnight = '2026-11-14T16:05:00Z';
    const formatted = (locale: 'zh-Hant' | 'en') => [
      formatMonth('2026-11', locale),
      formatDay('2026-11-05', locale),
      formatLongDay('2026-11-15', locale),
      formatShortDay('2026-01-01', locale),
      formatTime(midnight, locale),
      formatShortTime(midnight, locale),
    ];
    expect(formatted('zh-Hant')).toEqual([
      '2026 年 11 月',
      '2026 年 11 月 5 日',
      '2026 年 11 月 15 日 星期日',
      '1 月 1 日',
      '2026 年 11 月 15 日 00:05',
      '11 月 15 日 00:05',
    ]);
    expect(formatted('en')).toEqual([
      'Nov 2026',
      '5 Nov 2026',
      'Sun, 15 Nov 2026',
      '1 Jan',
      '15 Nov 2026, 00:05',
      '15 Nov, 00:05',
    ]);
  });
});
