import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

const never = () => new AbortController().signal;

describe('a gate', () => {
  it('admits up to its limit, queues the next callers in order, and rejects callers when the queue is full', async () => {
    const gate = createGate({ mostAtOnce: 1, mostWaiting: 2, sentAway: () => new Error('full') });
    const leave = await gate.enter(never());
    const order: number[] = [];
    const abort = new AbortController();
    const first = gate.enter(abort.signal);
    const second = gate.enter(never()).then((out) => {
      order.push(2);
      return out;
    });
    await expect(gate.enter(never())).rejects.toThrow('full');
    abort.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    leave();
    leave();
    const out = await second;
    expect([order, gate.inside(), gate.waiting()]).toEqual([[2], 1, 0]);
    const empty = gate.empty().then(() => order.push(3));
    await nextEventLoopTurn();
    expect(order).toEqual([2]);
    out();
    await empty;
    expect(gate.inside()).toBe(0);
  });
});
