export type Quality = 'good' | 'fair' | 'poor';

/** Counters of a connection so far, from its statistics. */
export type Counted = { received: number; lost: number; jitterMs: number; roundTripMs: number };

type Stat = Record<string, unknown> & { type: string };

export function countedOf(stats: Iterable<Stat>): Counted {
  const counted = { received: 0, lost: 0, jitterMs: 0, roundTripMs: 0 };
  for (const stat of stats) {
    if (stat.type === 'inbound-rtp' && stat.kind === 'audio') {
      counted.received = Number(stat.packetsReceived ?? 0);
      counted.lost = Number(stat.packetsLost ?? 0);
      counted.jitterMs = Number(stat.jitter ?? 0) * 1000;
    }
    if (stat.type === 'candidate-pair' && stat.nominated === true)
      counted.roundTripMs = Number(stat.currentRoundTripTime ?? 0) * 1000;
  }
  return counted;
}

/** Above `fair` a conversation is hard, above `poor` hardly possible. */
const fair = { loss: 0.03, jitterMs: 40, roundTripMs: 300 };
const poor = { loss: 0.08, jitterMs: 90, roundTripMs: 700 };

export function qualityOf(before: Counted, now: Counted): Quality {
  const received = now.received - before.received;
  const lost = Math.max(0, now.lost - before.lost);
  const loss = received + lost > 0 ? lost / (received + lost) : 0;
  const exceeds = (limits: typeof fair) =>
    loss > limits.loss || now.jitterMs > limits.jitterMs || now.roundTripMs > limits.roundTripMs;
  if (exceeds(poor)) return 'poor';
  return exceeds(fair) ? 'fair' : 'good';
}
