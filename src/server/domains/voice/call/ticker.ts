/** Sound goes out in frames of 20 ms. */
const frameMs = 20;
/** Sent so much before it is due: what a busy moment of this process delays is still in time. */
const leadMs = 40;
/** Behind by more than this, time that has passed is not made up for. */
const mostBehindMs = 200;

/** `frame` counts from the beginning; `nowMs` is when it is sent. */
export type Tick = (frame: number, nowMs: number) => void;

export type Ticker = ReturnType<typeof createTicker>;

/** One clock for all calls of a process. Each frame is due at a fixed time after the first, so that nothing adds up. */
export function createTicker(now: () => number = () => performance.now()) {
  const calls = new Set<{ beganMs: number; next: number; tick: Tick }>();
  let timer: NodeJS.Timeout | undefined;

  function run() {
    const nowMs = now();
    for (const call of calls) {
      const due = Math.floor((nowMs - call.beganMs + leadMs) / frameMs);
      const behind = due - call.next;
      if (behind * frameMs > mostBehindMs) call.next = due;
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
