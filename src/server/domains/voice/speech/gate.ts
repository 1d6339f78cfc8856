import { SpeechError } from './speech-error.ts';

/** So many at once; the next wait in a row; when the row is full too, whoever comes is sent away. */
export function createGate(mostAtOnce: number, mostWaiting: number) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  const whenEmpty: (() => void)[] = [];

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

  return {
    /** Answers with what has to be called at the end. */
    async enter(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (inside < mostAtOnce) {
        inside += 1;
        return once();
      }
      if (waiting.length >= mostWaiting)
        throw new SpeechError('busy', `${mostAtOnce} at once, ${mostWaiting} waiting`);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.push(resolve);
      const giveUp = () => {
        const at = waiting.indexOf(resolve);
        if (at === -1) return;
        waiting.splice(at, 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        await promise;
      } finally {
        signal.removeEventListener('abort', giveUp);
      }
      return once();
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
