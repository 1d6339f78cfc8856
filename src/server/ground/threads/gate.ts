import { AppError } from '../http/errors.ts';

type Limits = { mostAtOnce: number; mostWaiting?: number; sentAway?: () => Error };

/** Limits concurrency: further callers wait in a queue, and are rejected when the queue is full. */
export function createGate({
  mostAtOnce,
  mostWaiting = Number.POSITIVE_INFINITY,
  sentAway = () => new AppError('notReady'),
}: Limits) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const whenEmpty: (() => void)[] = [];

  /** The place is passed to the first waiting caller, so that a new caller cannot overtake the queue. */
  function leave() {
    const next = waiting.shift();
    if (next) return next();
    inside -= 1;
    if (inside === 0) for (const resolve of whenEmpty.splice(0)) resolve();
  }

  const once = () => {
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      leave();
    };
  };

  /** Waits for a place; resolves with the function that releases it. */
  async function enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (inside < mostAtOnce) {
      inside += 1;
      return once();
    }
    if (waiting.length >= mostWaiting) throw sentAway();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    waiting.push(resolve);
    const giveUp = () => {
      const at = waiting.indexOf(resolve);
      if (at === -1) return;
      waiting.splice(at, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
    return once();
  }

  return {
    enter,
    async inTurn<Made>(work: () => Promise<Made>): Promise<Made> {
      const leave = await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    inside: () => inside,
    waiting: () => waiting.length,
    async empty() {
      if (inside === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      whenEmpty.push(resolve);
      await promise;
    },
  };
}
