import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/ground/api/api.ts';
import { connectAgain } from './connect.ts';
import type { Peer } from './peer.ts';

const peer = { close() {} } as unknown as Peer;
const refusal = (code: number) => new ApiError({ code, data: null, message: '' });
const network = { onLine: true };
const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  network.onLine = true;
  vi.stubGlobal('navigator', network);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Fails this many times with the error, then connects. */
const failing = (error: unknown, times: number) => {
  const attempt = vi.fn(async () => {
    if (attempt.mock.calls.length <= times) throw error;
    return peer;
  });
  return attempt;
};
const settled = (promise: Promise<unknown>) => promise.then(() => 'connected', String);

it('reconnecting is retried while the network fails or the service is busy', async () => {
  for (const error of [new TypeError('Failed to fetch'), refusal(2702), refusal(1010)]) {
    const attempt = failing(error, 3);
    const result = settled(connectAgain(attempt, new AbortController().signal));
    // Attempts at once, then after 0.5, 1 and 2 seconds.
    await vi.advanceTimersByTimeAsync(3_499);
    expect(attempt).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('connected');
  }
});

it('a permanent refusal is not retried', async () => {
  const attempt = failing(refusal(2009), 9);
  await expect(connectAgain(attempt, new AbortController().signal)).rejects.toMatchObject({ code: 2009 });
  expect(attempt).toHaveBeenCalledTimes(1);
});

it('reconnecting waits while offline and continues as soon as the network is back', async () => {
  network.onLine = false;
  const attempt = failing(undefined, 0);
  const result = settled(connectAgain(attempt, new AbortController().signal));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(attempt).not.toHaveBeenCalled();
  network.onLine = true;
  page.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(await result).toBe('connected');
});

it('reconnecting gives up after two minutes, and at once when the call is over', async () => {
  const failed = settled(connectAgain(failing(new TypeError('no'), 999), new AbortController().signal));
  await vi.advanceTimersByTimeAsync(130_000);
  expect(await failed).toMatch('TypeError');
  network.onLine = false;
  const offline = settled(connectAgain(failing(undefined, 0), new AbortController().signal));
  await vi.advanceTimersByTimeAsync(130_000);
  expect(await offline).toMatch('noRoute');

  const over = new AbortController();
  const left = settled(connectAgain(failing(undefined, 0), over.signal));
  over.abort();
  expect(await left).toMatch('AbortError');
});
