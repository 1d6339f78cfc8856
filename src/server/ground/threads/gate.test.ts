import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

const never = () => new AbortController().signal;

describe('a gate', () => {
  it('lets so many in, keeps the next in order, and sends the rest away', async () => {
    const gate = createGate({ mostAtOnce: 1, mostWaiting: 2, sentAway: () => new Error('full') });
    const leave = await gate.enter(never());
    const order: number[] = [];
    const quits = new AbortController();
    const first = gate.enter(quits.signal);
    const second = gate.enter(never()).then((out) => {
      order.push(2);
      return out;
    });
    await expect(gate.enter(never())).rejects.toThrow('full');
    quits.abort(new Error('left'));
    await expect(first).rejects.toThrow('left');
    leave();
    leave();
    const out = await second;
    expect([order, gate.inside(), gate.waiting()]).toEqual([[2], 1, 0]);
    const empty = gate.empty().then(() => order.push(3));
    await turnOfTheLoop();
    expect(order).toEqual([2]);
    out();
    await empty;
    expect(gate.inside()).toBe(0);
  });
});
