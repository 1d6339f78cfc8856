/** Packets in the order they were sent. RTP arrives late, twice, out of order or not at all; the decoder wants a row. */
export type InOrder<Packet> = { type: 'packet'; packet: Packet } | { type: 'lost'; count: number };

type JitterSettings = {
  /** How long a gap is waited for, and how many later packets may arrive meanwhile. */
  waitMs: number;
  mostHeld: number;
  /** A longer gap is not filled: the sender began anew. */
  mostLost: number;
};

const usual: JitterSettings = { waitMs: 60, mostHeld: 4, mostLost: 50 };
const span = 65_536;

/** How far `a` is after `b`, of two numbers that wrap at 65,536. */
const after = (a: number, b: number) => ((a - b + span + span / 2) % span) - span / 2;

export function createJitter<Packet>(given: Partial<JitterSettings> = {}) {
  const { waitMs, mostHeld, mostLost } = { ...usual, ...given };
  const held = new Map<number, Packet>();
  let next: number | undefined;
  let gapSinceMs = 0;
  const counts = { received: 0, lost: 0, late: 0, duplicate: 0, restarts: 0 };

  function release(out: InOrder<Packet>[]) {
    while (next !== undefined && held.has(next)) {
      out.push({ type: 'packet', packet: held.get(next) as Packet });
      held.delete(next);
      next = (next + 1) % span;
    }
  }

  function nearestHeld(from: number) {
    let nearest: number | undefined;
    for (const sequence of held.keys())
      if (nearest === undefined || after(sequence, from) < after(nearest, from)) nearest = sequence;
    return nearest;
  }

  function giveUpGap(out: InOrder<Packet>[], atMs: number) {
    if (next === undefined) return;
    const nearest = nearestHeld(next);
    if (nearest === undefined) return;
    const count = after(nearest, next);
    counts.lost += count;
    out.push({ type: 'lost', count });
    next = nearest;
    release(out);
    gapSinceMs = atMs;
  }

  function giveUpWhatIsDue(out: InOrder<Packet>[], atMs: number) {
    while (held.size > 0 && (held.size > mostHeld || atMs - gapSinceMs >= waitMs)) giveUpGap(out, atMs);
  }

  return {
    counts: () => ({ ...counts }),
    held: () => held.size,

    push(sequence: number, packet: Packet, atMs: number): InOrder<Packet>[] {
      const out: InOrder<Packet>[] = [];
      counts.received += 1;
      next ??= sequence;
      const distance = after(sequence, next);
      if (Math.abs(distance) > mostLost) {
        // What is held belongs to the time before.
        while (held.size > 0) giveUpGap(out, atMs);
        counts.restarts += 1;
        next = sequence;
      } else if (distance < 0) {
        counts.late += 1;
        return out;
      }
      if (held.has(sequence)) {
        counts.duplicate += 1;
        return out;
      }
      if (held.size === 0) gapSinceMs = atMs;
      held.set(sequence, packet);
      release(out);
      giveUpWhatIsDue(out, atMs);
      return out;
    },

    /** By the clock, for when nothing arrives any more. */
    poll(atMs: number): InOrder<Packet>[] {
      const out: InOrder<Packet>[] = [];
      giveUpWhatIsDue(out, atMs);
      return out;
    },
  };
}
