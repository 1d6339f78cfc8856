import { describe, expect, test } from 'vitest';
import { addToMonth, lastDayOf, weekdayOf } from '#shared/hong-kong.ts';
import { dayByKey, rowsOf, weeksOf } from './calendar-days.ts';

describe('the rows of a calendar', () => {
  test('a week is Monday to Sunday, also across the end of a year', () => {
    expect(rowsOf('week', '2027-01-01')).toEqual([
      ['2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02', '2027-01-03'],
    ]);
  });

  test('a month contains each of its days once, in whole weeks', () => {
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

  test('keys move by a day, by a week, to the ends of a week, and by a page', () => {
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
});
