import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

type Program = {
  name: string;
  file: string;
  args: string[];
  env?: Record<string, string>;
  /** Everything it says. */
  logFile: string;
  cwd?: string;
  /** Root hands those over to somebody else that refuse to run as root. */
  ids?: { uid: number; gid: number } | undefined;
  stopSignal?: NodeJS.Signals;
};

export type Kept = ReturnType<typeof keep>;

/** As the service manager's RestartSec. */
const restartMs = 200;
const stopPatienceMs = 40_000;

/** A process that is started again whenever it ends, as a service manager does, until it is stopped. */
export function keep(program: Program) {
  const { name, file, args, env = {}, logFile, cwd, ids, stopSignal = 'SIGTERM' } = program;
  let isStopping = false;
  let downMs = restartMs;
  let current: ChildProcess | undefined;
  let ended: Promise<unknown> = Promise.resolve();
  let starts = 0;
  let logFrom = 0;

  function start() {
    const log = openSync(logFile, 'a');
    starts += 1;
    logFrom = fstatSync(log).size;
    const child = spawn(file, args, {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      ...(cwd && { cwd }),
      ...ids,
    });
    closeSync(log);
    child.on('error', () => {});
    current = child;
    ended = once(child, 'close').catch(() => {});
    return ended;
  }

  async function run() {
    while (!isStopping) {
      await start();
      if (isStopping) return;
      await sleep(downMs);
      downMs = restartMs;
    }
  }
  const running = run();

  return {
    name,
    logFile,
    pid: () => current?.pid,
    starts: () => starts,
    /** What it has said since it was last started. */
    log: async () => (await readFile(logFile)).subarray(logFrom).toString(),
    /** With -9, as if it crashed; it stays away for `downForMs`. */
    async kill(downForMs = restartMs) {
      downMs = downForMs;
      current?.kill('SIGKILL');
      await ended;
    },
    /** Asks it to end and waits until it has; it is then started again. */
    async restart() {
      current?.kill(stopSignal);
      await ended;
    },
    async stop() {
      isStopping = true;
      current?.kill(stopSignal);
      const impatience = setTimeout(() => current?.kill('SIGKILL'), stopPatienceMs);
      await ended;
      clearTimeout(impatience);
      // Unless it is only waiting to be started again.
      void running;
    },
  };
}

/** Asks again and again; what kept it from being so is told when patience ends. */
export async function eventually<Value>(
  what: string,
  look: () => Promise<Value | undefined | false>,
  patienceMs = 60_000,
): Promise<Value> {
  const deadline = Date.now() + patienceMs;
  let problem: unknown;
  while (Date.now() < deadline) {
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      problem = error;
    }
    await sleep(100);
  }
  throw new Error(`${what} is still not so after ${patienceMs} ms`, { cause: problem });
}
