import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  addToMonth,
  dayAt,
  dayByKey,
  isDay,
  isMonth,
  lastDayOf,
  momentAt,
  mondayOf,
  rowsOf,
  weekdayOf,
  weeksOf,
} from './calendar-days.ts';

describe('days of Hong Kong', () => {
  test('a day begins at 16:00 of the day before in UTC, the whole year round', () => {
    expect(dayAt(Date.parse('2026-11-14T15:59:59.999Z'))).toBe('2026-11-14');
    expect(dayAt(Date.parse('2026-11-14T16:00:00Z'))).toBe('2026-11-15');
    expect(dayAt(Date.parse('2026-07-14T15:59:59.999Z'))).toBe('2026-07-14');
    expect(dayAt(Date.parse('2026-12-31T16:00:00Z'))).toBe('2027-01-01');
    expect(new Date(momentAt('2026-07-01', '00:00')).toISOString()).toBe('2026-06-30T16:00:00.000Z');
    expect(new Date(momentAt('2026-12-01', '00:00')).toISOString()).toBe('2026-11-30T16:00:00.000Z');
  });

  test('nights on which other places change their clocks are a day long', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01']) {
      expect(addDays(addDays(day, 1), -1)).toBe(day);
      expect(addDays(day, 1)).not.toBe(day);
    }
  });

  test('months end where they end, in leap years too', () => {
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
    expect(rowsOf('week', '2027-01-01')).toEqual([
      ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'],
    ]);
  });

  test('a month has every one of its days once, in whole weeks', () => {
    for (let month = '2024-01'; month <= '2032-12'; month = addToMonth(month, 1)) {
      const weeks = weeksOf(month);
      const days = weeks.flat();
      expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0] ?? '') === 1)).toBe(true);
      expect(new Set(days).size).toBe(days.length);
      expect(days.filter((day) => day.startsWith(month)).length).toBe(Number(lastDayOf(month).slice(8)));
      expect(weeks.length).toBeLessThanOrEqual(6);
    }
    expect(weeksOf('2027-02').length).toBe(4);
    expect(weeksOf('2026-08').length).toBe(6);
  });

  test('keys move by a day, a week, to the ends of a week, and by a page', () => {
    const by = (key: string, view: 'week' | 'month' = 'month') => dayByKey(key, '2026-01-31', view);
    expect(by('ArrowLeft')).toBe('2026-01-30');
    expect(by('ArrowRight')).toBe('2026-02-01');
    expect(by('ArrowUp')).toBe('2026-01-24');
    expect(by('ArrowDown')).toBe('2026-02-07');
    expect(by('Home')).toBe('2026-01-26');
    expect(by('End')).toBe('2026-02-01');
    expect(by('PageDown')).toBe('2026-02-28');
    expect(by('PageUp')).toBe('2025-12-31');
    expect(by('PageDown', 'week')).toBe('2026-02-07');
    expect(by('Tab')).toBeUndefined();
  });

  test('what an address says is believed only when there is such a day', () => {
    expect(isDay('2028-02-29')).toBe(true);
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '', null].some(isDay)).toBe(false);
    expect(['2026-00', '2026-13', '1999-01', null].some(isMonth)).toBe(false);
  });
});
