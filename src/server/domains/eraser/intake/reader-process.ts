import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { FileKind } from '#server/ground/incoming/file-kind.ts';
import type { DrawnPage, IntakeLimits, Probed, ReadAnswer, ReadRequest, Refused } from './intake-types.ts';
import { brokenAs } from './read-in-process.ts';

/** The reader process is replaced after this many files, in case a library leaks. */
const maxFiles = 200;
const idleMs = 30_000;
const startTimeoutMs = 30_000;
/** Limit of the V8 heap only; the watchdog limits the memory of the whole process. */
const heapMb = 256;

export type Reader = ReturnType<typeof createReader>;

/**
 * A child process that reads one file at a time. A worker thread is not enough: its memory limit does not
 * count WebAssembly and native libraries, and a crash would end the server.
 */
export function createReader(limits: IntakeLimits) {
  let child: ChildProcess | undefined;
  let read = 0;
  let idle: NodeJS.Timeout | undefined;
  let rejectCurrent: ((reason: unknown) => void) | undefined;

  function end() {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function started(): Promise<ChildProcess> {
    clearTimeout(idle);
    const isAlive = child?.connected && child.exitCode === null && child.signalCode === null;
    if (child && isAlive && read < maxFiles) return child;
    end();
    read = 0;
    child = await startReader(limits);
    return child;
  }

  return {
    end,
    /** Rejects the current request with `reason`, instead of reporting a problem of the file. */
    stop(reason: unknown) {
      rejectCurrent?.(reason);
      end();
    },
    async ask(request: ReadRequest, signal?: AbortSignal): Promise<Probed | DrawnPage | Refused> {
      const startedAt = performance.now();
      const reader = await started();
      // The caller has also waited for the process to start; a slow start still leaves a file half of the
      // timeout.
      const timeoutMs = Math.max(limits.timeoutMs / 2, limits.timeoutMs - (performance.now() - startedAt));
      signal?.throwIfAborted();
      read += 1;
      const { promise, resolve, reject } = Promise.withResolvers<ReadAnswer>();
      rejectCurrent = reject;
      const onTimeout = () => {
        resolve({ answer: { refused: 'slow' }, spoilt: true });
      };
      const timer = setTimeout(onTimeout, timeoutMs);
      const onAbort = () => reject(signal?.reason);
      const onExit = (_: number | null, killedBy: NodeJS.Signals | null) =>
        resolve({ answer: refusalAfterExit(killedBy, request.kind), spoilt: true });
      signal?.addEventListener('abort', onAbort, { once: true });
      reader.once('exit', onExit);
      reader.once('message', resolve);
      reader.channel?.ref();
      reader.send(request, (error) => error && reject(error));
      let isReusable = false;
      try {
        const answer = await promise;
        if ('failed' in answer) throw diskError(answer);
        isReusable = !answer.spoilt;
        return answer.answer;
      } finally {
        rejectCurrent = undefined;
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        reader.off('exit', onExit);
        reader.off('message', resolve);
        reader.channel?.unref();
        // A process that is still busy with this file, or was broken by it, is ended.
        if (isReusable) idle = setTimeout(end, idleMs).unref();
        else end();
      }
    },
  };
}

/** Keeps the code, by which a full disk is known. */
const diskError = ({ failed, code }: Extract<ReadAnswer, { failed: string }>) =>
  Object.assign(new Error(`a file could not be read or written: ${failed}`), { code });

async function startReader(limits: IntakeLimits): Promise<ChildProcess> {
  const reader = fork(new URL('./reader.ts', import.meta.url), [JSON.stringify(limits)], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    // Otherwise each thread of a native library keeps an allocator arena of its own.
    env: { MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  reader.unref();
  const timer = setTimeout(() => reader.kill('SIGKILL'), startTimeoutMs);
  const failed = once(reader, 'exit').then(() => {
    throw new Error('the reader of files did not start');
  });
  try {
    await Promise.race([once(reader, 'message'), failed]);
  } finally {
    clearTimeout(timer);
    reader.channel?.unref();
    // From here on an exit is handled by `ask`, or needs no handling.
    failed.catch(() => undefined);
    reader.on('error', () => reader.kill('SIGKILL'));
  }
  return reader;
}

/**
 * The watchdog (SIGKILL) and V8 (SIGABRT) end a process that takes too much memory; any other exit is a
 * library that crashed on the file.
 */
function refusalAfterExit(killedBy: NodeJS.Signals | null, kind: FileKind): Refused {
  if (killedBy === 'SIGKILL' || killedBy === 'SIGABRT') return { refused: 'heavy', cause: killedBy };
  return { refused: brokenAs(kind), cause: `the reader ended by ${killedBy}` };
}
