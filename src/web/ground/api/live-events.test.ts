import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { followEvents } from './live-events.ts';

/** The browser's end of a connection, opened and broken by the test. */
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
const turns = (to: string) => {
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

it('shares one connection, and closes it when nobody listens any more', () => {
  const one = vi.fn();
  const other = vi.fn();
  const stopOne = followEvents('/events', one);
  const stopOther = followEvents('/events', other);
  expect(Connection.all).toHaveLength(1);
  last().onmessage({ data: '{"kind":"notice"}' });
  for (const heard of [one, other]) expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'notice' });
  stopOne();
  expect(last().readyState).toBe(0);
  stopOther();
  expect(last().readyState).toBe(Connection.CLOSED);
});

it('tells of a gap when it is connected again, after a lost network or a tab long out of sight', () => {
  const heard = vi.fn();
  const stop = followEvents('/events', heard);
  last().onopen();
  expect(heard).not.toHaveBeenCalled();
  last().onerror();
  last().onopen();
  expect(heard).toHaveBeenCalledExactlyOnceWith({ kind: 'gap' });

  turns('hidden');
  vi.advanceTimersByTime(60_000);
  expect(last().readyState).toBe(Connection.CLOSED);
  turns('visible');
  last().onopen();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});
