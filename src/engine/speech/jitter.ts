/** Jitter buffer: RTP packets arrive late, twice, out of order or not at all; the decoder needs them in sequence. */
export type JitterOutput<Packet> = { type: 'packet'; packet: Packet } | { type: 'lost'; count: number };

type JitterSettings = {
  /** How long a missing packet is waited for, and how many later packets are buffered meanwhile. */
  waitMs: number;
  maxBuffered: number;
  /** A larger jump in sequence numbers means that the sender restarted. */
  mostLost: number;
};

const defaults: JitterSettings = { waitMs: 60, maxBuffered: 4, mostLost: 50 };
const span = 65_536;

/** How far sequence number `a` is after `b`; they wrap at 65,536. */
const after = (a: number, b: number) => ((a - b + span + span / 2) % span) - span / 2;

export function createJitterBuffer<Packet>(overrides: Partial<JitterSettings> = {}) {
  const { waitMs, maxBuffered: mostHeld, mostLost } = { ...defaults, ...overrides };
  const buffered = new Map<number, Packet>();
  let next: number | undefined;
  let gapSinceMs = 0;
  const counts = { received: 0, lost: 0, late: 0, duplicate: 0, restarts: 0 };

  function release(out: JitterOutput<Packet>[]) {
    while (next !== undefined && buffered.has(next)) {
      out.push({ type: 'packet', packet: buffered.get(next) as Packet });
      buffered.delete(next);
      next = (next + 1) % span;
    }
  }

  function nearestBuffered(from: number) {
    let nearest: number | undefined;
    for (const sequence of buffered.keys())
      if (nearest === undefined || after(sequence, from) < after(nearest, from)) nearest = sequence;
    return nearest;
  }

  function skipGap(out: JitterOutput<Packet>[], atMs: number) {
    if (next === undefined) return;
    const nearest = nearestBuffered(next);
    if (nearest === undefined) return;
    const count = after(nearest, next);
    counts.lost += count;
    out.push({ type: 'lost', count });
    next = nearest;
    release(out);
    gapSinceMs = atMs;
  }

  function skipDueGaps(out: JitterOutput<Packet>[], atMs: number) {
    while (buffered.size > 0 && (buffered.size > mostHeld || atMs - gapSinceMs >= waitMs)) skipGap(out, atMs);
  }

  return {
    counts: () => ({ ...counts }),
    held: () => buffered.size,

    push(sequence: number, packet: Packet, atMs: number): JitterOutput<Packet>[] {
      const out: JitterOutput<Packet>[] = [];
      counts.received += 1;
      next ??= sequence;
      const distance = after(sequence, next);
      if (Math.abs(distance) > mostLost) {
        // The buffered packets are from before the restart.
        while (buffered.size > 0) skipGap(out, atMs);
        counts.restarts += 1;
        next = sequence;
      } else if (distance < 0) {
        counts.late += 1;
        return out;
      }
      if (buffered.has(sequence)) {
        counts.duplicate += 1;
        return out;
      }
      if (buffered.size === 0) gapSinceMs = atMs;
      buffered.set(sequence, packet);
      release(out);
      skipDueGaps(out, atMs);
      return out;
    },

    /** Called by a timer: gives up gaps even when no packet arrives. */
    poll(atMs: number): JitterOutput<Packet>[] {
      const out: JitterOutput<Packet>[] = [];
      skipDueGaps(out, atMs);
      return out;
    },
  };
}
