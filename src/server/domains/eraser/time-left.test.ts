import { expect, test } from 'vitest';
import { secondsLeft } from './tasks.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const done = (from: number, to: number) => ({
  status: 'done' as const,
  startedAt: at(from),
  endedAt: at(to),
});
const waiting = { status: 'waiting' as const, startedAt: null, endedAt: null };
const running = (from: number) => ({ status: 'running' as const, startedAt: at(from), endedAt: null });

test('the remaining time is unknown before the first page is done', () => {
  expect(secondsLeft([running(0), waiting], at(5))).toBeNull();
});

test('the remaining time follows the pace of the latest pages, less the time since the last one', () => {
  // Two pages in parallel took ten seconds: five seconds a page, and four are left.
  const pages = [done(0, 9), done(0, 10), running(10), running(10), waiting, waiting];
  expect(secondsLeft(pages, at(10))).toBe(20);
  expect(secondsLeft(pages, at(13))).toBe(17);
});

test('failed pages do not count towards the pace, and pauses between pages do', () => {
  const failed = { status: 'failed' as const, startedAt: at(0), endedAt: at(1) };
  expect(secondsLeft([failed, done(0, 4), done(60, 64), waiting], at(64))).toBe(32);
});

test('only the latest eight pages count, and the estimate never falls below one second', () => {
  const slow = Array.from({ length: 4 }, (_, index) => done(index * 100, index * 100 + 100));
  const quick = Array.from({ length: 8 }, (_, index) => done(400 + index, 401 + index));
  expect(secondsLeft([...slow, ...quick, waiting, waiting], at(408))).toBe(2);
  expect(secondsLeft([...quick, waiting], at(900))).toBe(1);
});
