import { describe, expect, test } from 'vitest';
import type { ClockBody } from '#shared/classes.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { classNameIn, isHasty, type NewClockIn, type QueuedClockIn, runningOf } from './queued-clock-in.ts';
import { sendWaiting } from './send.ts';
import type { ClockInStore } from './store.ts';

const start = Date.parse('2026-11-15T10:00:00Z');
const minute = 60_000;

function memoryStore(): ClockInStore & { taps: QueuedClockIn[] } {
  let order = 0;
  const store = {
    taps: [] as QueuedClockIn[],
    async add(tap: NewClockIn) {
      order += 1;
      store.taps.push({ ...tap, order, refused: null });
    },
    of: async (owner: number) => store.taps.filter((tap) => tap.owner === owner),
    async refuse({ order: of }: QueuedClockIn, refused: QueuedClockIn['refused']) {
      store.taps = store.taps.map((tap) => (tap.order === of ? { ...tap, refused } : tap));
    },
    async remove({ order: of }: Pick<QueuedClockIn, 'order'>) {
      store.taps = store.taps.filter((tap) => tap.order !== of);
    },
    async forget(owner: number) {
      store.taps = store.taps.filter((tap) => tap.owner !== owner);
    },
  };
  return store;
}

const tap = (status: 1 | 2, key: string, minutes: number, more: Partial<NewClockIn> = {}): NewClockIn => ({
  key,
  owner: 7,
  classId: 1,
  className: '中三 數學',
  status,
  at: new Date(start + minutes * minute).toISOString(),
  startKey: null,
  ...more,
});

const refusal = (code: number) => new ApiError({ code, data: null, message: `no ${code}` });

function createSender(store: ClockInStore, answers: Record<string, Error> = {}, now = start + 90 * minute) {
  const sent: ClockBody[] = [];
  const calls: string[] = [];
  return {
    sent,
    calls,
    flush: (here = 7) =>
      sendWaiting({
        owner: 7,
        store,
        now: () => now,
        whoIsHere: async () => {
          calls.push('who');
          return here;
        },
        send: async (body) => {
          calls.push(body.key);
          const error = answers[body.key];
          if (error) throw error;
          sent.push(body);
        },
      }),
  };
}

describe('sending queued clock-ins', () => {
  test('sends them in order, with the times of clock-in and sending, and empties the queue', async () => {
    const store = memoryStore();
    await store.add(tap(1, 'a', 0));
    await store.add(tap(2, 'b', 60, { startKey: 'a' }));
    const { sent, calls, flush } = createSender(store);
    expect(await flush()).toBeUndefined();
    expect(calls).toEqual(['who', 'a', 'b']);
    expect(sent).toMatchObject([
      { status: 1, key: 'a', at: '2026-11-15T10:00:00.000Z', sent_at: '2026-11-15T11:30:00.000Z' },
      { status: 2, key: 'b', start_key: 'a', at: '2026-11-15T11:00:00.000Z' },
    ]);
    expect(store.taps).toEqual([]);
  });

  test('without a network no clock-in is lost or skipped', async () => {
    const store = memoryStore();
    await store.add(tap(1, 'a', 0));
    await store.add(tap(2, 'b', 60));
    const { sent, flush } = createSender(store, { a: new TypeError('Failed to fetch') });
    expect(await flush()).toBe('offline');
    expect(sent).toEqual([]);
    expect(store.taps.map(({ key, refused }) => [key, refused])).toEqual([
      ['a', null],
      ['b', null],
    ]);
  });

  test('a clock-in the server refuses stays with the reason, and later ones are sent', async () => {
    const store = memoryStore();
    await store.add(tap(1, 'a', 0));
    await store.add(tap(1, 'b', 30, { classId: 2 }));
    const { sent, flush } = createSender(store, { a: refusal(2507) });
    expect(await flush()).toBeUndefined();
    expect(sent.map(({ key }) => key)).toEqual(['b']);
    expect(store.taps).toMatchObject([{ key: 'a', refused: { code: 2507, message: 'no 2507' } }]);
    // A refused clock-in is not sent again.
    expect(await flush()).toBeUndefined();
    expect(sent.length).toBe(1);
  });

  test('a temporary error does not mark a clock-in as refused', async () => {
    for (const code of [1008, 1010, 1500, 3001, 3003, 3004]) {
      const store = memoryStore();
      await store.add(tap(1, 'a', 0));
      expect(await createSender(store, { a: refusal(code) }).flush(), String(code)).toBe('trouble');
      expect(store.taps).toMatchObject([{ key: 'a', refused: null }]);
    }
  });

  test('another user on the device neither sees nor sends the owner’s clock-ins', async () => {
    const store = memoryStore();
    await store.add(tap(1, 'a', 0));
    const { sent, flush } = createSender(store);
    expect(await flush(8)).toBe('other-account');
    expect(sent).toEqual([]);
    expect(await store.of(8)).toEqual([]);
    expect(store.taps.length).toBe(1);
  });

  test('a clock-in made just now is sent without renewing the session first', async () => {
    const store = memoryStore();
    await store.add(tap(1, 'a', 0));
    const { calls, flush } = createSender(store, {}, start + 1000);
    expect(await flush()).toBeUndefined();
    expect(calls).toEqual(['a']);
  });
});

describe('the lesson in progress', () => {
  const queued = (new_: NewClockIn, order = 1): QueuedClockIn => ({ ...new_, order, refused: null });
  const open = { id: 5, class_id: 1, started_at: '2026-11-15T09:00:00.000Z' };

  test('is the server’s open lesson, updated by unsent clock-ins', () => {
    expect(runningOf(undefined, [])).toBeUndefined();
    expect(runningOf(open, [])).toMatchObject({ classId: 1, lessonId: 5 });
    expect(runningOf(open, [queued(tap(2, 'b', 0))])).toBeUndefined();
    expect(runningOf(undefined, [queued(tap(1, 'a', 0))])).toEqual({
      classId: 1,
      since: '2026-11-15T10:00:00.000Z',
      lessonId: null,
      startKey: 'a',
    });
  });

  test('a repeated start of the same class changes nothing, and a refused start is ignored', () => {
    expect(runningOf(open, [queued(tap(1, 'a', 0))])).toMatchObject({ lessonId: 5 });
    const refused = { ...queued(tap(1, 'a', 0)), refused: { code: 2502, message: '' } };
    expect(runningOf(undefined, [refused])).toBeUndefined();
    expect(runningOf(undefined, [queued(tap(1, 'a', 0)), queued(tap(2, 'b', 5, { startKey: 'a' }), 2)])).toBe(
      undefined,
    );
  });

  test('a lesson that began less than ten minutes ago is asked about before it ends', () => {
    const running = { classId: 1, since: new Date(start).toISOString(), lessonId: null, startKey: 'a' };
    expect(isHasty(running, start + 10 * minute - 1)).toBe(true);
    expect(isHasty(running, start + 10 * minute)).toBe(false);
  });

  test('a class that the device does not list has the name it had when its clock-in was made', () => {
    const taps = [queued(tap(1, 'a', 0)), queued(tap(1, 'b', 5, { classId: 2, className: '小五 英文' }), 2)];
    expect(classNameIn(taps, 2)).toBe('小五 英文');
    expect(classNameIn(taps, 3)).toBe('');
  });
});
