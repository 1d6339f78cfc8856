import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followEvents } from './live-events.ts';

/** A fake EventSource, opened and broken by the test. */
class Connection {
  static CLOSED = 2;
  static all: Connection[] = [];
  readyState = 0;
  onopen = () => {};
  onerror = () => {};
  onmessage = (_: { data: string }) => {};
  constructor() {
    Connection.all.push(this);
  }
  close() {
    this.readyState = Connection.CLOSED;
  }
}
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const setVisibility = (to: string) => {
  page.visibilityState = to;
  page.dispatchEvent(new Event('visibilitychange'));
};
const last = () => Connection.all.at(-1) ?? expect.fail('nothing is connected');

beforeEach(() => {
  vi.useFakeTimers();
  Connection.all = [];
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('EventSource', Connection);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('listeners of one address share one connection, which closes when the last of them stops', () => {
  const one = vi.fn();
  const other = vi.fn();
  const stopOne = followEvents('/events', one);
  const stopOther = followEvents('/events', other);
  expect(Connection.all).toHaveLength(1);
  last().onmessage({ data: '{"kind":"notice"}' });
  for (const received of [one, other]) expect(received).toHaveBeenCalledExactlyOnceWith({ kind: 'notice' });
  stopOne();
  expect(last().readyState).toBe(0);
  stopOther();
  expect(last().readyState).toBe(Connection.CLOSED);
});

it('after a lost network or a long-hidden tab, listeners receive a gap event on reconnection', () => {
  const received = vi.fn();
  const stop = followEvents('/events', received);
  last().onopen();
  expect(received).not.toHaveBeenCalled();
  last().onerror();
  last().onopen();
  expect(received).toHaveBeenCalledExactlyOnceWith({ kind: 'gap' });

  setVisibility('hidden');
  vi.advanceTimersByTime(60_000);
  expect(last().readyState).toBe(Connection.CLOSED);
  setVisibility('visible');
  last().onopen();
  expect(received).toHaveBeenCalledTimes(2);
  stop();
});
