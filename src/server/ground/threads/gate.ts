import { AppError } from '../http/errors.ts';

type Limits = { mostAtOnce: number; mostWaiting?: number; sentAway?: () => Error };

/** So many at once; the next wait in a row; when the row is full too, whoever comes is sent away. */
export function createGate({
  mostAtOnce,
  mostWaiting = Number.POSITIVE_INFINITY,
  sentAway = () => new AppError('notReady'),
}: Limits) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const whenEmpty: (() => void)[] = [];

  /** The place is handed on, not given back, so that nobody slips in between. */
  function leave() {
    const next = waiting.shift();
    if (next) return next();
    inside -= 1;
    if (inside === 0) for (const tell of whenEmpty.splice(0)) tell();
  }

  const once = () => {
    let isOut = false;
    return () => {
      if (isOut) return;
      isOut = true;
      leave();
    };
  };

  /** Answers with what has to be called at the end. */
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
