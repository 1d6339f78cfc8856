import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, ConfigError, loadConfig } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { createLog } from '#server/ground/log/log.ts';
import { type Server, type StartOptions, start } from './start.ts';

// One Ctrl-C may arrive several times: from the terminal, from npm and from scripts/start.mjs.
const sameSignalMs = 1_000;
const abortTimeoutMs = 10_000;

/** Runs the server process, from reading the environment to the exit code. */
export async function runServer(extras: Pick<StartOptions, 'extraRoutes' | 'extraJobs'> = {}): Promise<void> {
  try {
    const config = loadConfig();
    const log = createLog(config.logLevel);
    const server: Server = start({ ...extras, config, log, onFatal: (reason) => crash(server, log, reason) });
    endOnSignal(server, log);
    process.on('uncaughtException', (error) => crash(server, log, error));
    process.on('unhandledRejection', (reason) => crash(server, log, reason));
    // Ends PostgreSQL whatever code calls process.exit; after a clean stop this does nothing.
    process.on('exit', () => server.abandon());
    announce(await server.ready, config);
    // Keeps a process without a web server alive while it waits for jobs.
    setInterval(() => {}, 60 * 60 * 1000);
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartError;
    console.error(expected ? error.message : error);
    process.exit(1);
  }
}

function announce(url: string | undefined, config: Config) {
  const note = config.demo ? '  示範 demo mode (DEMO=0 turns it off)' : '';
  console.log(`明師 Mingshi  ${url ?? workOf(config)}${note}`);
}

const workOf = ({ roles }: Config) =>
  roles.includes('worker') ? 'working on background jobs' : 'taking calls of the voice tutor';

function endOnSignal(server: Server, log: Logger) {
  let firstAt: number | undefined;
  const onSignal = async (signal: NodeJS.Signals) => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      log.info({ signal }, 'stopping');
      await server.stop();
      process.exit(0);
    }
    if (Date.now() - firstAt > sameSignalMs) {
      log.warn({ signal }, 'stopping at once');
      process.exit(1);
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  // In development Vite adds signal listeners that would end the process before it has drained.
  const removeOtherListeners = () => {
    for (const signal of signals) process.removeAllListeners(signal).on(signal, onSignal);
  };
  server.ready.then(removeOtherListeners, () => {});
}

let crashed = false;

async function crash(server: Server, log: Logger, reason: unknown) {
  log.fatal(reason instanceof Error ? { err: reason } : { reason }, 'the server cannot go on');
  if (crashed) return;
  crashed = true;
  await Promise.race([server.abort(), sleep(abortTimeoutMs)]).catch((error) =>
    log.error({ err: error }, 'abort'),
  );
  process.exit(1);
}
