import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Keys } from '#server/ground/config/keys.ts';

/**
 * What the child cannot read from the environment: the address of the embedded database, and generated keys.
 */
export type ChildFacts = {
  databaseUrl: string;
  phoneKeys: { id: string; key: string }[];
  secretKey: string;
  /**
   * Makes the child a spare of the parent, a voice process of this id: it takes calls once the parent dies.
   */
  spareOf?: string | undefined;
};
export type ToChild = { start: ChildFacts } | { stop: true };

const maxRestartDelayMs = 30_000;
/** After running this long, a process that dies is restarted without growing delay. */
const stableAfterMs = 60_000;
const stopTimeoutMs = 15_000;

type Options = { databaseUrl: string; keys: Keys; log: Logger; spareOf?: string };

export type VoiceChild = ReturnType<typeof startVoiceChild>;

/**
 * Supervises a voice process beside this one, so that audio never waits for page requests and a crash ends
 * only calls.
 */
export function startVoiceChild({ databaseUrl, keys, log, spareOf }: Options) {
  const facts: ChildFacts = {
    databaseUrl,
    phoneKeys: keys.phone.map(({ id, key }) => ({ id, key: key.toString('base64') })),
    secretKey: keys.secret.toString('base64'),
    spareOf,
  };
  let isStopping = false;
  let current: ReturnType<typeof fork> | undefined;
  const stopping = new AbortController();

  async function supervise() {
    for (let failures = 0; !isStopping; ) {
      const beganAt = Date.now();
      const code = await runOnce();
      if (isStopping) return;
      failures = Date.now() - beganAt > stableAfterMs ? 0 : failures + 1;
      const pauseMs = Math.min(maxRestartDelayMs, 250 * 2 ** failures);
      log.error({ code, pauseMs }, 'the voice process ended; it is started again');
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  function runOnce() {
    const child = fork(fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: [],
    });
    current = child;
    child.send({ start: facts } satisfies ToChild, () => {});
    return new Promise<number | null>((resolve) => {
      child.once('exit', (code) => resolve(code));
      child.once('error', (error) => {
        log.error({ err: error }, 'the voice process could not be started');
        resolve(null);
      });
    });
  }

  const supervision = supervise();
  return {
    pid: () => current?.pid,
    async stop() {
      isStopping = true;
      stopping.abort();
      const child = current;
      if (child?.connected) child.send({ stop: true } satisfies ToChild, () => {});
      const timer = setTimeout(() => child?.kill('SIGKILL'), stopTimeoutMs);
      await supervision;
      clearTimeout(timer);
    },
  };
}
