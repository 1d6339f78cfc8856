import { describe, expect, it } from 'vitest';
import { createJitterBuffer, type JitterOutput } from './jitter.ts';

const outputOf = (out: readonly JitterOutput<number>[]) =>
  out.map((one) => (one.type === 'packet' ? one.packet : `lost ${one.count}`));

describe('packets in the jitter buffer', () => {
  it('pass at once while they are in order, also where sequence numbers wrap', () => {
    const jitter = createJitterBuffer<number>();
    for (const [i, sequence] of [65534, 65535, 0, 1].entries())
      expect(outputOf(jitter.push(sequence, sequence, i * 20))).toEqual([sequence]);
  });

  it('wait for a delayed packet, also where sequence numbers wrap, and each comes out once', () => {
    const jitter = createJitterBuffer<number>();
    expect(outputOf(jitter.push(65535, 65535, 0))).toEqual([65535]);
    expect(outputOf(jitter.push(1, 1, 20))).toEqual([]);
    expect(outputOf(jitter.push(1, 1, 21))).toEqual([]);
    expect(outputOf(jitter.push(0, 0, 30))).toEqual([0, 1]);
    expect(outputOf(jitter.push(0, 0, 31))).toEqual([]);
    expect(jitter.counts()).toMatchObject({ duplicate: 1, late: 1, lost: 0 });
  });

  it('wait no longer than waitMs or mostHeld allow, and the missing ones are reported as lost', () => {
    const jitter = createJitterBuffer<number>({ waitMs: 60, maxBuffered: 3 });
    jitter.push(1, 1, 0);
    expect(outputOf(jitter.push(4, 4, 20))).toEqual([]);
    expect(outputOf(jitter.poll(79))).toEqual([]);
    expect(outputOf(jitter.poll(80))).toEqual(['lost 2', 4]);
    expect([6, 7, 8].flatMap((s) => outputOf(jitter.push(s, s, 100)))).toEqual([]);
    expect(outputOf(jitter.push(9, 9, 101))).toEqual(['lost 1', 6, 7, 8, 9]);
    expect(jitter.counts().lost).toBe(3);
  });

  it('continue after the sender restarts, without thousands being reported as lost', () => {
    const jitter = createJitterBuffer<number>();
    jitter.push(1, 1, 0);
    jitter.push(3, 3, 10);
    expect(outputOf(jitter.push(30_000, 30_000, 20))).toEqual(['lost 1', 3, 30_000]);
    expect(outputOf(jitter.push(5, 5, 30))).toEqual([5]);
  });

  it('never accumulate and never come out of order, with random loss and reordering', () => {
    const jitter = createJitterBuffer<number>();
    let state = 7;
    const below = (n: number) => {
      state = (state * 1103515245 + 12345) % 2 ** 31;
      return state % n;
    };
    let last = -1;
    let most = 0;
    let wrong = 0;
    for (let sent = 0; sent < 20_000; sent++) {
      const number = Math.max(0, sent - below(12));
      if (below(10) === 0) continue;
      for (const out of jitter.push((number + 60_000) % 65_536, number, sent * 20)) {
        if (out.type !== 'packet') continue;
        if (out.packet <= last) wrong += 1;
        last = out.packet;
      }
      most = Math.max(most, jitter.held());
    }
    expect(wrong).toBe(0);
    expect(most).toBeLessThanOrEqual(4);
    expect(last).toBeGreaterThan(19_900);
  });
});
