import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FileKind } from '#server/ground/incoming/file-kind.ts';
import type { DrawnPage, IntakeLimits, Probed, ReadAnswer, ReadRequest, Refused } from './intake-types.ts';
import { brokenAs } from './read-here.ts';

/** A reader is replaced after so many files, in case a library leaks. */
const filesEach = 200;
const idleMs = 30_000;
const startMs = 30_000;
/** Only of V8's own heap; the watchdog sees to the rest. */
const heapMb = 256;

export type Reader = ReturnType<typeof createReader>;

/**
 * One process that reads, one file at a time: a thread would not do, because what bounds a thread's memory does not count
 * WebAssembly and native libraries, and a crash of one would be a crash of ours.
 */
export function createReader(limits: IntakeLimits) {
  let child: ChildProcess | undefined;
  let read = 0;
  let idle: NodeJS.Timeout | undefined;
  let giveUp: ((reason: unknown) => void) | undefined;

  function end() {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function started(): Promise<ChildProcess> {
    clearTimeout(idle);
    const isAlive = child?.connected && child.exitCode === null && child.signalCode === null;
    if (child && isAlive && read < filesEach) return child;
    end();
    read = 0;
    child = await startReader(limits);
    return child;
  }

  return {
    end,
    /** Whoever is being read for hears of `reason`, and not that something is wrong with their file. */
    stop(reason: unknown) {
      giveUp?.(reason);
      end();
    },
    async ask(request: ReadRequest, signal?: AbortSignal): Promise<Probed | DrawnPage | Refused> {
      const begun = performance.now();
      const reader = await started();
      // Whoever waits has waited for the reader to start as well; a slow start leaves a file half of the time at least.
      const { patienceMs } = limits;
      const patience = Math.max(patienceMs / 2, patienceMs - (performance.now() - begun));
      signal?.throwIfAborted();
      read += 1;
      const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
      giveUp = reject;
      const late = () => {
        resolve({ answer: { refused: 'slow' }, spoilt: true });
      };
      const impatience = setTimeout(late, patience);
      const aborted = () => reject(signal?.reason);
      const gone = (_: number | null, killedBy: NodeJS.Signals | null) =>
        resolve({ answer: lostBy(killedBy, request.kind), spoilt: true });
      signal?.addEventListener('abort', aborted, { once: true });
      reader.once('exit', gone);
      reader.once('message', resolve);
      reader.channel?.ref();
      reader.send(request, (error) => error && reject(error));
      let isSound = false;
      try {
        const answer = await promise;
        if ('failed' in answer) throw new Error(`a file could not be read or written: ${answer.failed}`);
        isSound = !answer.spoilt;
        return answer.answer;
      } finally {
        giveUp = undefined;
        clearTimeout(impatience);
        signal?.removeEventListener('abort', aborted);
        reader.off('exit', gone);
        reader.off('message', resolve);
        reader.channel?.unref();
        // What is still at work on this file, or was broken by it, ends with it.
        if (isSound) idle = setTimeout(end, idleMs).unref();
        else end();
      }
    },
  };
}

async function startReader(limits: IntakeLimits): Promise<ChildProcess> {
  const reader = fork(new URL('./reader.ts', import.meta.url), [JSON.stringify(limits)], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    // Each thread of a native library would else keep a heap of its own.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  reader.unref();
  const impatience = setTimeout(() => reader.kill('SIGKILL'), startMs);
  const failed = once(reader, 'exit').then(() => {
    throw new Error('the reader of files did not start');
  });
  try {
    await Promise.race([once(reader, 'message'), failed]);
  } finally {
    clearTimeout(impatience);
    reader.channel?.unref();
    // From here on its end is an answer, or nobody's business.
    failed.catch(() => undefined);
    reader.on('error', () => reader.kill('SIGKILL'));
  }
  return reader;
}

/** The watchdog and V8 end a process that takes too much by these; anything else is a library that broke on the file. */
function lostBy(killedBy: NodeJS.Signals | null, kind: FileKind): Refused {
  if (killedBy === 'SIGKILL' || killedBy === 'SIGABRT') return { refused: 'heavy', cause: killedBy };
  return { refused: brokenAs(kind), cause: `the reader ended by ${killedBy}` };
}
