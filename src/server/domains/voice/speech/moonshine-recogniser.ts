import type { Recogniser } from '../ports.ts';
import { createWorker, defaultTimeouts, type WorkerTimeouts } from './moonshine-worker.ts';
import { SpeechError } from './speech-error.ts';

type Job = PromiseWithResolvers<string> & {
  samples: Float32Array;
  signal: AbortSignal;
  hurry: AbortSignal | undefined;
};

export type MoonshineOptions = {
  workers?: number;
  mostWaiting?: number;
  patience?: WorkerTimeouts;
  /** Program of a worker, replaced in tests by one that hangs or dies. */
  main?: URL;
};

/**
 * Recognises English in child processes: the model takes a core for a good part of a second, and calls must
 * not stutter meanwhile. Aborted utterances are dropped before they run.
 */
export function createMoonshineRecogniser({
  workers: count = 1,
  mostWaiting = 32,
  patience = defaultTimeouts,
  main,
}: MoonshineOptions = {}): Recogniser & { warm(): Promise<void>; pids(): (number | undefined)[] } {
  const workers = Array.from({ length: count }, () => createWorker(patience, main));
  const idle = [...workers];
  const queue: Job[] = [];

  async function work() {
    const worker = idle.pop();
    if (!worker) return;
    for (let job = queue.shift(); job; job = queue.shift()) {
      try {
        job.resolve(await worker.transcribe(job.samples, job.signal, job.hurry));
      } catch (error) {
        job.reject(job.signal.aborted ? job.signal.reason : error);
      }
    }
    idle.push(worker);
  }

  return {
    languages: ['en'],
    pids: () => workers.map((worker) => worker.pid()),
    async warm() {
      await Promise.all(workers.map((worker) => worker.warm()));
    },

    async recognise(samples, language, signal, hurry) {
      signal.throwIfAborted();
      if (language !== 'en')
        throw new SpeechError('unavailable', `Moonshine does not understand ${language}`);
      if (queue.length >= mostWaiting) throw new SpeechError('busy', `${mostWaiting} utterances are waiting`);
      const job: Job = { samples, signal, hurry, ...Promise.withResolvers<string>() };
      queue.push(job);
      const drop = () => {
        const at = queue.indexOf(job);
        if (at !== -1) queue.splice(at, 1);
        job.reject(signal.reason);
      };
      signal.addEventListener('abort', drop, { once: true });
      void work();
      return job.promise.finally(() => signal.removeEventListener('abort', drop));
    },

    async close() {
      for (const job of queue.splice(0))
        job.reject(new SpeechError('unavailable', 'the recogniser is closed'));
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}
