import { beforeEach, expect, test, vi } from 'vitest';
import type { NotificationSettings, SettingsChange } from '#shared/notices/notification-settings.ts';
import { ApiError, NotReached } from '#web/ground/api/api.ts';
import { applied } from './change.ts';
import { offerOf } from './offer.ts';
import { createSaver } from './saver.ts';

const settings: NotificationSettings = {
  is_remind: true,
  digest_hour: null,
  channels: [{ channel: 'push', is_usable: false }],
  topics: [{ topic: 'offers', must_stay: false, channels: [{ channel: 'push', is_on: true }] }],
  may_ask: true,
};
const offers = (is_on: boolean): SettingsChange => ({
  choices: [{ topic: 'offers', channel: 'push', is_on }],
});

const stored = new Map<string, string>();
const online = new Set<() => void>();
beforeEach(() => {
  stored.clear();
  online.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', (_name: string, listener: () => void) => online.add(listener));
  vi.stubGlobal('removeEventListener', (_name: string, listener: () => void) => online.delete(listener));
});

/** A saver whose calls end when the test says so. */
function start() {
  const calls: { change: SettingsChange; end: PromiseWithResolvers<NotificationSettings> }[] = [];
  const around = {
    send: (change: SettingsChange) => {
      const end = Promise.withResolvers<NotificationSettings>();
      calls.push({ change, end });
      return end.promise;
    },
    onSaved: vi.fn(),
    onWaiting: vi.fn(),
    onRefused: vi.fn(),
  };
  const saver = createSaver('key', () => around);
  const stop = saver.start();
  const nth = async (place: number) => {
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(place));
    return calls[place] as (typeof calls)[number];
  };
  return { ...around, ...saver, calls, nth, stop };
}

test('what is changed during a call is sent after it, as one', async () => {
  const { change, waiting, nth, onSaved, calls } = start();
  change(offers(false));
  change({ digest_hour: 9 });
  change(offers(true));
  change({ digest_hour: 20 });
  const first = await nth(0);
  expect(first.change).toEqual(offers(false));
  first.end.resolve(settings);
  const second = await nth(1);
  expect(second.change).toEqual({ ...offers(true), digest_hour: 20 });
  second.end.resolve(settings);
  await vi.waitFor(() => expect(waiting()).toEqual({}));
  expect(onSaved).toHaveBeenCalledTimes(2);
  expect(calls).toHaveLength(2);
});

test('without a network the change is kept, shown, and sent once it is back', async () => {
  const { change, waiting, nth, onWaiting, onSaved } = start();
  change(offers(false));
  (await nth(0)).end.reject(new NotReached());
  await vi.waitFor(() => expect(online.size).toBe(1));
  expect(onWaiting).toHaveBeenCalled();
  expect(applied(settings, waiting()).topics[0]?.channels).toEqual([{ channel: 'push', is_on: false }]);
  change({ is_remind: false });
  for (const back of online) back();
  const again = await nth(1);
  expect(again.change).toEqual({ ...offers(false), is_remind: false });
  again.end.resolve(settings);
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledTimes(1));
});

test('what was not sent is taken up by the next visit of the page', async () => {
  const { change, nth, stop } = start();
  change(offers(false));
  (await nth(0)).end.reject(new NotReached());
  await vi.waitFor(() => expect(online.size).toBe(1));
  stop();
  const next = start();
  expect((await next.nth(0)).change).toEqual(offers(false));
});

test('what the server refuses is taken back', async () => {
  const { change, waiting, nth, onRefused } = start();
  change(offers(false));
  const refusal = new ApiError({ code: 1001, data: {}, message: 'no' });
  (await nth(0)).end.reject(refusal);
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalledWith(refusal));
  expect(waiting()).toEqual({});
  expect(stored.size).toBe(0);
});

test('push is offered where the browser has it, else e-mail, and nothing after a no or to who is told', () => {
  const reach = (channel: 'push' | 'email' | 'sms', is_usable = false) => ({ channel, is_usable });
  const both = { may_ask: true, channels: [reach('push'), reach('email'), reach('sms', true)] };
  expect(offerOf(both, 'off')).toBe('push');
  expect(offerOf(both, 'denied')).toBe('email');
  expect(offerOf(both, 'unsupported')).toBe('email');
  expect(offerOf({ may_ask: true, channels: [reach('push')] }, 'denied')).toBeUndefined();
  expect(offerOf({ ...both, may_ask: false }, 'off')).toBeUndefined();
  expect(offerOf({ may_ask: true, channels: [reach('push'), reach('email', true)] }, 'off')).toBeUndefined();
  expect(offerOf(both, 'on')).toBeUndefined();
});
