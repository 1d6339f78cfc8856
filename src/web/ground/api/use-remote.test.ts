import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRemote, poll, refreshOnReturn } from './use-remote.ts';

/** A fake server: the test decides when each read is answered, and in which order. */
function fakeServer() {
  const reads: { answer: (value: string) => void; fail: (problem: Error) => void }[] = [];
  const read = () =>
    new Promise<string>((answer, fail) => {
      reads.push({ answer, fail });
    });
  const at = (index: number) => reads[index] ?? expect.fail(`read ${index} has not begun`);
  return {
    read,
    count: () => reads.length,
    async answers(index: number, value: string) {
      at(index).answer(value);
      await vi.advanceTimersByTimeAsync(0);
    },
    async fails(index: number) {
      at(index).fail(new TypeError('Failed to fetch'));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

function open(loaded?: string) {
  const { read, ...reads } = fakeServer();
  const remote = createRemote<string>({ key: '', loaded }, read);
  return { remote, reads, value: () => remote.state().last?.value };
}

let page: EventTarget & { visibilityState: string };
let network: EventTarget;
beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  network = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network));
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('a value is read once, and `reading` is true meanwhile', async () => {
  const { remote, reads, value } = open();
  remote.reload();
  expect(remote.state().reading).toBe(true);
  await reads.answers(0, 'here');
  expect(value()).toBe('here');
  expect(remote.state().reading).toBe(false);
  await advance(60_000);
  expect(reads.count()).toBe(1);
});

it('a burst of events causes one read', async () => {
  const { remote, reads } = open('drawn');
  for (let event = 0; event < 20; event += 1) remote.soon();
  expect(reads.count()).toBe(0);
  await advance(1000);
  expect(reads.count()).toBe(1);
});

it('reads never overlap: requests made during a read share one further read', async () => {
  const { remote, reads, value } = open();
  remote.reload();
  const done = vi.fn();
  remote.reload().then(done);
  remote.soon();
  await advance(1000);
  expect(reads.count()).toBe(1);
  await reads.answers(0, 'old');
  expect(done).not.toHaveBeenCalled();
  expect(reads.count()).toBe(2);
  await reads.answers(1, 'new');
  expect(done).toHaveBeenCalledOnce();
  expect(value()).toBe('new');
  await advance(1000);
  expect(reads.count()).toBe(2);
});

it('a late answer for an earlier key is ignored', async () => {
  const { remote, reads, value } = open();
  remote.turnTo({ key: 'first', loaded: undefined });
  remote.reload();
  remote.turnTo({ key: 'second', loaded: undefined });
  remote.reload();
  await reads.answers(1, 'of the second');
  await reads.answers(0, 'of the first');
  expect(value()).toBe('of the second');
  expect(remote.state()).toMatchObject({ reading: false, last: { key: 'second' } });
});

it('after drop, late answers are ignored and no further read begins', async () => {
  const { remote, reads, value } = open('drawn');
  const heard = vi.fn();
  remote.reload();
  remote.reload();
  remote.soon();
  remote.drop();
  remote.subscribe(heard);
  await reads.answers(0, 'late');
  await advance(1000);
  expect(reads.count()).toBe(1);
  expect(value()).toBe('drawn');
  expect(heard).not.toHaveBeenCalled();
});

it('a failed reload leaves the value in place, and the problem stays until the next successful read', async () => {
  const { remote, reads, value } = open('drawn');
  remote.reload();
  await reads.fails(0);
  expect(value()).toBe('drawn');
  expect(remote.state()).toMatchObject({ reading: false, problem: { message: 'Failed to fetch' } });
  remote.reload();
  await reads.answers(1, 'read');
  expect(value()).toBe('read');
  expect(remote.state().problem).toBeUndefined();
});

it('new loader data replaces the value and cancels a read under way', async () => {
  const { remote, reads, value } = open('drawn');
  remote.reload();
  expect(remote.turnTo({ key: '', loaded: 'drawn anew' })).toBe(true);
  await reads.answers(0, 'older than that');
  expect(value()).toBe('drawn anew');
  // The same loader data again changes nothing.
  remote.put(() => 'put');
  expect(remote.turnTo({ key: '', loaded: 'drawn anew' })).toBe(true);
  expect(value()).toBe('put');
});

it('a key for which there is no loader data must be read', () => {
  const { remote } = open('of the first');
  expect(remote.turnTo({ key: '', loaded: 'of the first' })).toBe(true);
  expect(remote.turnTo({ key: 'second', loaded: 'of the first' })).toBe(false);
});

it('the result of an action is shown at once, and a read that began before it is repeated', async () => {
  const { remote, reads, value } = open('a');
  remote.reload();
  remote.put((now) => `${now}b`);
  expect(value()).toBe('ab');
  await reads.answers(0, 'a');
  expect(value()).toBe('ab');
  await reads.answers(1, 'abc');
  expect(value()).toBe('abc');
  expect(reads.count()).toBe(2);
});

it('a value is read again when the tab becomes visible, not when it is hidden', async () => {
  const { remote, reads } = open('drawn');
  const stop = refreshOnReturn(remote, true);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await advance(1000);
  expect(reads.count()).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await advance(1000);
  expect(reads.count()).toBe(1);
  stop();
  await reads.answers(0, 'read');
  page.dispatchEvent(new Event('visibilitychange'));
  await advance(1000);
  expect(reads.count()).toBe(1);
});

it('a value is read again when the network is back; without live events, only if its last read failed', async () => {
  const followed = open('drawn');
  const other = open('drawn');
  refreshOnReturn(followed.remote, true);
  refreshOnReturn(other.remote, false);
  network.dispatchEvent(new Event('online'));
  await advance(1000);
  expect([followed.reads.count(), other.reads.count()]).toEqual([1, 0]);
  other.remote.reload();
  await other.reads.fails(0);
  network.dispatchEvent(new Event('online'));
  page.dispatchEvent(new Event('visibilitychange'));
  await advance(1000);
  expect(other.reads.count()).toBe(2);
});

it('polling runs while the page is visible and never overlaps a slow read', async () => {
  const { remote, reads } = open('drawn');
  const stop = poll(remote, 3000);
  await advance(3000);
  expect(reads.count()).toBe(1);
  await advance(30_000);
  expect(reads.count()).toBe(1);
  await reads.answers(0, 'slow');
  await advance(3000);
  expect(reads.count()).toBe(2);
  await reads.answers(1, 'again');
  page.visibilityState = 'hidden';
  await advance(30_000);
  expect(reads.count()).toBe(2);
  page.visibilityState = 'visible';
  stop();
  await advance(30_000);
  expect(reads.count()).toBe(2);
});
