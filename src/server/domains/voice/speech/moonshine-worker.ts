import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answered, Asked } from './moonshine-messages.ts';
import { SpeechError } from './speech-error.ts';

const program = new URL('./moonshine-main.ts', import.meta.url);

export type WorkerPatience = { startMs: number; utteranceMs: number; restMs: number };
export const usualPatience: WorkerPatience = {
  startMs: 60_000,
  /** Thirty seconds of speech take three on one core; a busy machine may need several times that. */
  utteranceMs: 20_000,
  /** After a start that failed nobody tries again for so long. */
  restMs: 10_000,
};

/**
 * One process that recognises, one utterance at a time. It is started when it is first needed and again when it died or
 * hung; whoever was being heard then is told so.
 */
export function createWorker(patience: WorkerPatience = usualPatience, main: URL = program) {
  let child: ChildProcess | undefined;
  /** Not ready yet. */
  let unready: ChildProcess | undefined;
  let starting: Promise<ChildProcess> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let lastId = 0;
  let closed = false;

  function forget(lost: ChildProcess) {
    if (child === lost) child = undefined;
    lost.kill('SIGKILL');
  }

  /** The next who speaks shall not wait for it; where it does not start, they are told. */
  function startAgain(lost: ChildProcess) {
    forget(lost);
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
    // What goes wrong with it shows as its exit.
    made.on('error', () => made.kill('SIGKILL'));
    const impatience = setTimeout(() => made.kill('SIGKILL'), patience.startMs);
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
      clearTimeout(impatience);
      ready.abort();
      unready = undefined;
    }
    made.once('exit', () => startAgain(made));
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
      const take = (answer: Answered) => {
        if (!('id' in answer) || answer.id !== id) return;
        if ('text' in answer) resolve(answer.text);
        else if (signal.aborted) reject(signal.reason);
        else reject(new SpeechError('unavailable', answer.failed));
      };
      const gone = () => reject(new SpeechError('unavailable', 'the recogniser died'));
      const late = setTimeout(() => {
        reject(new SpeechError('slow', `an utterance took more than ${patience.utteranceMs} ms`));
        forget(worker);
      }, patience.utteranceMs);
      // The next is heard only when this one has stopped: the answer to the cancelling is waited for.
      const cancel = () => worker.connected && worker.send({ id, cancel: true } satisfies Asked);
      const press = () => worker.connected && worker.send({ id, hurry: true } satisfies Asked);
      worker.on('message', take).once('exit', gone);
      signal.addEventListener('abort', cancel, { once: true });
      hurry?.addEventListener('abort', press, { once: true });
      worker.send({ id, samples } satisfies Asked, (error) => error && reject(error));
      if (hurry?.aborted) press();
      try {
        return await promise;
      } finally {
        clearTimeout(late);
        signal.removeEventListener('abort', cancel);
        hurry?.removeEventListener('abort', press);
        worker.off('message', take).off('exit', gone);
      }
    },

    async close() {
      closed = true;
      const ending = child ?? unready;
      if (!ending) return;
      const exit = ending.exitCode === null && ending.signalCode === null ? once(ending, 'exit') : undefined;
      forget(ending);
      await exit;
    },
  };
}
