import { expect, test } from 'vitest';
import { masteryAfter } from './mastery.ts';
import { reviewed } from './scheduler.ts';

test('the interval of a card grows with each right answer, and is short after a wrong one', () => {
  const start = new Date('2026-01-05T10:00:00Z');
  const days = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 86_400_000;
  let memory = reviewed(undefined, true, start);
  const waits = [days(start, memory.due_at)];
  for (let turn = 0; turn < 4; turn += 1) {
    const now = memory.due_at;
    memory = reviewed(memory, true, now);
    waits.push(days(now, memory.due_at));
  }
  expect(waits[0]).toBeGreaterThanOrEqual(1);
  expect(waits.slice(1).every((wait, at) => wait > (waits[at] as number))).toBe(true);
  const forgotten = reviewed(memory, false, memory.due_at);
  expect(days(memory.due_at, forgotten.due_at)).toBeLessThan(0.1);
  expect(forgotten.lapses).toBe(1);
});

test('mastery follows its formula', () => {
  const after = (answers: string) => [...answers].reduce((m, one) => masteryAfter(m, one === '1'), 0);
  expect(after('')).toBe(0);
  expect(after('1')).toBeCloseTo(0.2);
  expect(after('11111')).toBeCloseTo(1 - 0.8 ** 5);
  expect(after('10')).toBeCloseTo(0.16);
  expect(after('0000')).toBe(0);
  expect(after('1'.repeat(200))).toBeLessThanOrEqual(1);
});
