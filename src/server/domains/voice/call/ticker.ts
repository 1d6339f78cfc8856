/** Audio is sent in frames of 20 ms. */
const frameMs = 20;
/** Frames are sent this long before they are due, so that short delays of this process do no harm. */
const leadMs = 40;
/** When further behind than this, missed frames are skipped. */
const maxBehindMs = 200;

/** `frame` counts from the start; `nowMs` is the time of sending. */
export type Tick = (frame: number, nowMs: number) => void;

export type Ticker = ReturnType<typeof createTicker>;

/**
 * One clock for all calls of a process. Each frame is due at a fixed time after the first, so that errors do
 * not add up.
 */
export function createTicker(now: () => number = () => performance.now()) {
  const calls = new Set<{ beganMs: number; next: number; tick: Tick }>();
  let timer: NodeJS.Timeout | undefined;

  function run() {
    const nowMs = now();
    for (const call of calls) {
      const due = Math.floor((nowMs - call.beganMs + leadMs) / frameMs);
      const behind = due - call.next;
      if (behind * frameMs > maxBehindMs) call.next = due;
      for (; call.next <= due; call.next += 1) call.tick(call.next, nowMs);
    }
    timer = calls.size === 0 ? undefined : setTimeout(run, frameMs - (now() % frameMs));
  }

  return {
    add(tick: Tick) {
      const call = { beganMs: now(), next: 0, tick };
      calls.add(call);
      timer ??= setTimeout(run, 0);
      return () => void calls.delete(call);
    },
    close() {
      clearTimeout(timer);
      calls.clear();
    },
  };
}
