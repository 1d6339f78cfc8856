import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRemote, lookEvery, lookOnReturn } from './use-remote.ts';

/** What is asked of the server, answered when the test says so, in whichever order. */
function server() {
  const asked: { answer: (value: string) => void; fail: (problem: Error) => void }[] = [];
  const read = () =>
    new Promise<string>((answer, fail) => {
      asked.push({ answer, fail });
    });
  const at = (index: number) => asked[index] ?? expect.fail(`read ${index} has not begun`);
  return {
    read,
    count: () => asked.length,
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
  const { read, ...asked } = server();
  const remote = createRemote<string>({ key: '', loaded }, read);
  return { remote, asked, value: () => remote.state().last?.value };
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
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('reads once, and says while it does', async () => {
  const { remote, asked, value } = open();
  remote.reload();
  expect(remote.state().reading).toBe(true);
  await asked.answers(0, 'here');
  expect(value()).toBe('here');
  expect(remote.state().reading).toBe(false);
  await passes(60_000);
  expect(asked.count()).toBe(1);
});

it('reads once for a burst of events', async () => {
  const { remote, asked } = open('drawn');
  for (let event = 0; event < 20; event += 1) remote.soon();
  expect(asked.count()).toBe(0);
  await passes(1000);
  expect(asked.count()).toBe(1);
});

it('never reads twice at once; whoever asks meanwhile is answered by one more read', async () => {
  const { remote, asked, value } = open();
  remote.reload();
  const done = vi.fn();
  remote.reload().then(done);
  remote.soon();
  await passes(1000);
  expect(asked.count()).toBe(1);
  await asked.answers(0, 'old');
  expect(done).not.toHaveBeenCalled();
  expect(asked.count()).toBe(2);
  await asked.answers(1, 'new');
  expect(done).toHaveBeenCalledOnce();
  expect(value()).toBe('new');
  await passes(1000);
  expect(asked.count()).toBe(2);
});

it('ignores the answer to an earlier question that comes after that to a later one', async () => {
  const { remote, asked, value } = open();
  remote.turnTo({ key: 'first', loaded: undefined });
  remote.reload();
  remote.turnTo({ key: 'second', loaded: undefined });
  remote.reload();
  await asked.answers(1, 'of the second');
  await asked.answers(0, 'of the first');
  expect(value()).toBe('of the second');
  expect(remote.state()).toMatchObject({ reading: false, last: { key: 'second' } });
});

it('ignores what comes when nobody shows it any more, and waits for nothing', async () => {
  const { remote, asked, value } = open('drawn');
  const heard = vi.fn();
  remote.reload();
  remote.reload();
  remote.soon();
  remote.drop();
  remote.subscribe(heard);
  await asked.answers(0, 'late');
  await passes(1000);
  expect(asked.count()).toBe(1);
  expect(value()).toBe('drawn');
  expect(heard).not.toHaveBeenCalled();
});

it('keeps what is shown when reading it again fails, and says why until it is read', async () => {
  const { remote, asked, value } = open('drawn');
  remote.reload();
  await asked.fails(0);
  expect(value()).toBe('drawn');
  expect(remote.state()).toMatchObject({ reading: false, problem: { message: 'Failed to fetch' } });
  remote.reload();
  await asked.answers(1, 'read');
  expect(value()).toBe('read');
  expect(remote.state().problem).toBeUndefined();
});

it('shows what the page was drawn with anew, whatever was being read before', async () => {
  const { remote, asked, value } = open('drawn');
  remote.reload();
  expect(remote.turnTo({ key: '', loaded: 'drawn anew' })).toBe(true);
  await asked.answers(0, 'older than that');
  expect(value()).toBe('drawn anew');
  // The same page once more says nothing new.
  remote.put(() => 'put');
  expect(remote.turnTo({ key: '', loaded: 'drawn anew' })).toBe(true);
  expect(value()).toBe('put');
});

it('reads what the page was not drawn with, also when it turns back', () => {
  const { remote } = open('of the first');
  expect(remote.turnTo({ key: '', loaded: 'of the first' })).toBe(true);
  expect(remote.turnTo({ key: 'second', loaded: 'of the first' })).toBe(false);
});

it('shows at once what an action answered; a read that began before it does not undo it', async () => {
  const { remote, asked, value } = open('a');
  remote.reload();
  remote.put((now) => `${now}b`);
  expect(value()).toBe('ab');
  await asked.answers(0, 'a');
  expect(value()).toBe('ab');
  await asked.answers(1, 'abc');
  expect(value()).toBe('abc');
  expect(asked.count()).toBe(2);
});

it('looks again when somebody comes back to the tab, not when they leave it', async () => {
  const { remote, asked } = open('drawn');
  const stop = lookOnReturn(remote, true);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(1000);
  expect(asked.count()).toBe(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(1000);
  expect(asked.count()).toBe(1);
  stop();
  await asked.answers(0, 'read');
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(1000);
  expect(asked.count()).toBe(1);
});

it('looks again when the network is back; what nobody follows, only where it had failed', async () => {
  const followed = open('drawn');
  const other = open('drawn');
  lookOnReturn(followed.remote, true);
  lookOnReturn(other.remote, false);
  network.dispatchEvent(new Event('online'));
  await passes(1000);
  expect([followed.asked.count(), other.asked.count()]).toEqual([1, 0]);
  other.remote.reload();
  await other.asked.fails(0);
  network.dispatchEvent(new Event('online'));
  page.dispatchEvent(new Event('visibilitychange'));
  await passes(1000);
  expect(other.asked.count()).toBe(2);
});

it('asks every so often while the page is seen, and waits for a slow answer', async () => {
  const { remote, asked } = open('drawn');
  const stop = lookEvery(remote, 3000);
  await passes(3000);
  expect(asked.count()).toBe(1);
  await passes(30_000);
  expect(asked.count()).toBe(1);
  await asked.answers(0, 'slow');
  await passes(3000);
  expect(asked.count()).toBe(2);
  await asked.answers(1, 'again');
  page.visibilityState = 'hidden';
  await passes(30_000);
  expect(asked.count()).toBe(2);
  page.visibilityState = 'visible';
  stop();
  await passes(30_000);
  expect(asked.count()).toBe(2);
});
