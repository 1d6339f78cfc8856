import { describe, expect, test } from 'vitest';
import { amountOf } from '#shared/money/fee-rules.ts';
import { slotIndex } from '#shared/rules/half-hours.ts';
import { countedTime } from './clock-in.ts';
import { monthRange } from './statements/accounts.ts';
import { minutesOf } from './totals.ts';
import { afterLesson, blocksOf, plannedBetween } from './weekly-plan.ts';

const hongKong = (time: string) => new Date(`${time}+08:00`);
const slots = [
  { weekday: 1, start: '00:00' },
  { weekday: 3, start: '17:00' },
  { weekday: 3, start: '17:30' },
  { weekday: 3, start: '19:00' },
  { weekday: 7, start: '23:30' },
].map(slotIndex);
const plan = {
  slots,
  weeks: [],
  beginsOn: '2026-12-28',
  weeklyFrom: hongKong('2026-12-01T12:00:00'),
  trialAt: null,
  lessonMinutes: 60,
  stoppedAt: null,
};

test('consecutive half hours are one lesson', () => {
  expect(blocksOf([...slots].reverse()).map(({ minutes }) => minutes)).toEqual([30, 60, 30, 30]);
  expect(blocksOf([])).toEqual([]);
});

test('a plan follows the weeks of Hong Kong time, across month and year ends', () => {
  const planned = plannedBetween(plan, hongKong('2026-12-20T00:00:00'), hongKong('2027-01-04T00:00:01'));
  expect(planned.map(({ plannedAt, minutes }) => [plannedAt.toISOString(), minutes])).toEqual([
    ['2026-12-27T16:00:00.000Z', 30],
    ['2026-12-30T09:00:00.000Z', 60],
    ['2026-12-30T11:00:00.000Z', 30],
    ['2027-01-03T15:30:00.000Z', 30],
    ['2027-01-03T16:00:00.000Z', 30],
  ]);
});

test('no lesson is planned before the trial has passed or after it stopped', () => {
  const [from, to] = [hongKong('2026-12-28T00:00:00'), hongKong('2027-02-01T00:00:00')];
  const onTrial = { ...plan, weeklyFrom: null, trialAt: hongKong('2026-12-29T10:00:00') };
  expect(plannedBetween(onTrial, from, to)).toEqual([{ plannedAt: onTrial.trialAt, minutes: 60 }]);
  const lateMade = { ...plan, weeklyFrom: hongKong('2027-01-20T18:00:00') };
  const first = plannedBetween(lateMade, from, to)[0]?.plannedAt;
  expect(first).toEqual(hongKong('2027-01-20T19:00:00'));
  const stopped = { ...plan, stoppedAt: hongKong('2026-12-30T19:00:00') };
  expect(plannedBetween(stopped, from, to)).toHaveLength(2);
  expect(plannedBetween({ ...plan, slots: [] }, from, to)).toEqual([]);
  expect(plannedBetween(plan, to, from)).toEqual([]);
});

test('other weekly times wait for the end of a lesson that is under way', () => {
  expect(afterLesson(plan, hongKong('2026-12-30T17:15:00'))).toEqual(hongKong('2026-12-30T18:00:00'));
  expect(afterLesson(plan, hongKong('2026-12-30T18:00:00'))).toEqual(hongKong('2026-12-30T18:00:00'));
});

test('a month begins and ends in Hong Kong time', () => {
  expect(monthRange('2026-12')).toEqual({
    from: hongKong('2026-12-01T00:00:00'),
    to: hongKong('2027-01-01T00:00:00'),
  });
  expect(monthRange('2028-02').to).toEqual(hongKong('2028-03-01T00:00:00'));
});

test('minutes are whole, and amounts are whole dollars with half a dollar rounded up', () => {
  const start = hongKong('2026-12-01T10:00:00');
  expect(minutesOf(start, hongKong('2026-12-01T11:29:59.999'))).toBe(89);
  expect(amountOf(281, 30)).toBe(141);
  expect(amountOf(280, 90)).toBe(420);
  expect(amountOf(50, 0)).toBe(0);
});

describe('the counted time of a clock-in', () => {
  const received = hongKong('2026-12-01T10:00:00');
  const minutes = (count: number) => new Date(received.getTime() + count * 60_000);
  const counted = (at: number, sent: number) => {
    const time = countedTime({ at: minutes(at), sentAt: minutes(sent) }, received);
    return time instanceof Date ? (time.getTime() - received.getTime()) / 60_000 : time;
  };

  test('is the phone’s own time while its clock is right, and corrected when the clock is off', () => {
    expect(counted(-30, 0)).toBe(-30);
    expect(counted(-30, -2)).toBe(-30);
    expect(counted(2, 2)).toBe(0);
    expect(counted(-30, -3)).toBe(-27);
    expect(counted(10, 30)).toBe(-20);
    expect(counted(-60, -60)).toBe(0);
    expect(counted(-7 * 24 * 60, 0)).toBe(-7 * 24 * 60);
  });

  test.each([
    [1, 0, 'clockWrong'],
    [-60.1, -60.1, 'clockWrong'],
    [60.1, 60.1, 'clockWrong'],
    [-7 * 24 * 60 - 0.1, 0, 'clockTooOld'],
  ] as const)('a time of %d minutes sent at %d minutes is refused', (at, sent, code) => {
    expect(counted(at, sent)).toMatchObject({ code });
  });
});
