import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Keys } from '#server/ground/config/keys.ts';

/** What the child cannot read from the environment: where the embedded database is, and keys that were made here. */
export type ChildFacts = {
  databaseUrl: string;
  phoneKeys: { id: string; key: string }[];
  secretKey: string;
  /** Stands by until the parent, a voice process of this id, dies; then it takes calls in its place. */
  spareOf?: string | undefined;
};
export type ToChild = { start: ChildFacts } | { stop: true };

const longestPauseMs = 30_000;
/** One that has lived so long begins anew at once when it dies. */
const steadyMs = 60_000;
const stopPatienceMs = 15_000;

type Options = { databaseUrl: string; keys: Keys; log: Logger; spareOf?: string };

export type VoiceChild = ReturnType<typeof startVoiceChild>;

/** Keeps a voice process running beside this one: sound never waits for a page, and a fault of its ends calls alone. */
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

  async function keep() {
    for (let failures = 0; !isStopping; ) {
      const beganAt = Date.now();
      const code = await runOnce();
      if (isStopping) return;
      failures = Date.now() - beganAt > steadyMs ? 0 : failures + 1;
      const pauseMs = Math.min(longestPauseMs, 250 * 2 ** failures);
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

  const kept = keep();
  return {
    pid: () => current?.pid,
    async stop() {
      isStopping = true;
      stopping.abort();
      const child = current;
      if (child?.connected) child.send({ stop: true } satisfies ToChild, () => {});
      const impatience = setTimeout(() => child?.kill('SIGKILL'), stopPatienceMs);
      await kept;
      clearTimeout(impatience);
    },
  };
}
