import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answered, Asked } from './moonshine-messages.ts';
import { SpeechError } from './speech-error.ts';

const program = new URL('./moonshine-main.ts', import.meta.url);

export type WorkerTimeouts = { startMs: number; utteranceMs: number; restMs: number };
export const defaultTimeouts: WorkerTimeouts = {
  startMs: 60_000,
  /** Thirty seconds of speech take three seconds on one core; a busy machine may need several times that. */
  utteranceMs: 20_000,
  /** Delay before the next start after a failed one. */
  restMs: 10_000,
};

/**
 * One recogniser process, one utterance at a time. It starts on first use and again after it died or hung;
 * the utterance in progress then fails.
 */
export function createWorker(patience: WorkerTimeouts = defaultTimeouts, main: URL = program) {
  let child: ChildProcess | undefined;
  /** Started but not ready yet. */
  let unready: ChildProcess | undefined;
  let starting: Promise<ChildProcess> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let lastId = 0;
  let closed = false;

  function kill(lost: ChildProcess) {
    if (child === lost) child = undefined;
    lost.kill('SIGKILL');
  }

  /**
   * Restarts at once, so that the next utterance does not wait; a failed start is reported to that utterance.
   */
  function restart(lost: ChildProcess) {
    kill(lost);
    if (!closed) started().catch(() => undefined);
  }

  async function start(): Promise<ChildProcess> {
    if (performance.now() - failedAt < patience.restMs)
      throw new SpeechError('unavailable', 'the recogniser did not start a moment ago');
    const made = fork(main, [], {
      serialization: 'advanced',
      execArgv: [],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: process.env.NODE_ENV,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    unready = made;
    // Errors of the process show as its exit.
    made.on('error', () => made.kill('SIGKILL'));
    const timer = setTimeout(() => made.kill('SIGKILL'), patience.startMs);
    const ready = new AbortController();
    try {
      const died = once(made, 'exit', { signal: ready.signal }).then(() => {
        throw new SpeechError('unavailable', 'the recogniser did not start');
      });
      died.catch(() => undefined);
      await Promise.race([once(made, 'message', { signal: ready.signal }), died]);
    } catch (error) {
      failedAt = performance.now();
      throw error;
    } finally {
      clearTimeout(timer);
      ready.abort();
      unready = undefined;
    }
    made.once('exit', () => restart(made));
    child = made;
    return made;
  }

  function started(): Promise<ChildProcess> {
    if (closed) return Promise.reject(new SpeechError('unavailable', 'the recogniser is closed'));
    if (child?.connected) return Promise.resolve(child);
    starting ??= start().finally(() => {
      starting = undefined;
    });
    return starting;
  }

  return {
    pid: () => child?.pid,
    warm: () => started().then(() => undefined),

    async transcribe(samples: Float32Array, signal: AbortSignal, hurry?: AbortSignal): Promise<string> {
      const worker = await started();
      signal.throwIfAborted();
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const onMessage = (answer: Answered) => {
        if (!('id' in answer) || answer.id !== id) return;
        if ('text' in answer) resolve(answer.text);
        else if (signal.aborted) reject(signal.reason);
        else reject(new SpeechError('unavailable', answer.failed));
      };
      const onExit = () => reject(new SpeechError('unavailable', 'the recogniser died'));
      const timer = setTimeout(() => {
        reject(new SpeechError('slow', `an utterance took more than ${patience.utteranceMs} ms`));
        kill(worker);
      }, patience.utteranceMs);
      // Waits for the answer to the cancellation: the next utterance starts only when this one has stopped.
      const cancel = () => worker.connected && worker.send({ id, cancel: true } satisfies Asked);
      const sendHurry = () => worker.connected && worker.send({ id, hurry: true } satisfies Asked);
      worker.on('message', onMessage).once('exit', onExit);
      signal.addEventListener('abort', cancel, { once: true });
      hurry?.addEventListener('abort', sendHurry, { once: true });
      worker.send({ id, samples } satisfies Asked, (error) => error && reject(error));
      if (hurry?.aborted) sendHurry();
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        hurry?.removeEventListener('abort', sendHurry);
        worker.off('message', onMessage).off('exit', onExit);
      }
    },

    async close() {
      closed = true;
      const ending = child ?? unready;
      if (!ending) return;
      const exit = ending.exitCode === null && ending.signalCode === null ? once(ending, 'exit') : undefined;
      kill(ending);
      await exit;
    },
  };
}
