import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { EraserTools } from '#server/domains/eraser/tools.ts';
import type { VoiceChild } from '#server/domains/voice/process/child.ts';
import { raiseAudioPriority } from '#server/domains/voice/process/sound-first.ts';
import type { VoiceProcess } from '#server/domains/voice/process/voice-process.ts';
import { type Config, ConfigError, showsCodes } from '#server/ground/config/config.ts';
import { type DataDirLock, lockDataDir, prepareDataDir } from '#server/ground/config/data-dir.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import type { Database } from '#server/ground/db/db.ts';
import type { OpenFiles } from '#server/ground/files/files.ts';
import type { Job, Worker } from '#server/ground/jobs/jobs.ts';
import { createPhoneEncryption } from '#server/ground/phone/phone-encryption.ts';
import { type Postgres, startPostgres } from '#server/ground/postgres/postgres.ts';
import type { OpenTelemetry } from '#server/ground/telemetry/open-telemetry.ts';

export type StartOptions = {
  config: Config;
  log: Logger;
  /** Called when the embedded database has ended unexpectedly, so that nothing can be served any more. */
  onFatal: (reason: string) => void;
  /** For tests only: routes and jobs in addition to the product's own. */
  extraRoutes?: (app: FastifyInstance, database: Database) => Promise<void>;
  extraJobs?: Job[];
};

export type Server = {
  /** Resolves once everything is up, with the web server's URL (undefined without the web role). */
  ready: Promise<string | undefined>;
  /** Reports not ready, serves for DRAIN_SECONDS more, lets requests and jobs finish, then closes all. */
  stop(): Promise<void>;
  /** Stops only the embedded database cleanly, for a process in an unknown state. */
  abort(): Promise<void>;
  /** Ends the embedded database synchronously, in the process's exit handler. */
  abandon(): void;
};

type Parts = {
  lock?: DataDirLock;
  postgres?: Postgres;
  database?: Database;
  telemetry?: OpenTelemetry;
  store?: OpenFiles;
  app?: FastifyInstance;
  eraserTools?: EraserTools;
  worker?: Worker;
  /** With other roles, voice runs in a child process; as the only role, in this process. */
  voiceChild?: VoiceChild;
  voice?: VoiceProcess;
};

const drainTimeoutMs = 10_000;

/** Starts what this process's roles need. If a part fails to start, those already up are closed. */
export function start(options: StartOptions): Server {
  const parts: Parts = {};
  let closing: Promise<void> | undefined;
  const closeOnce = (graceMs: number) => {
    closing ??= closeParts(parts, graceMs, options.log);
    return closing;
  };
  const ready = bringUp(parts, options).catch(async (error) => {
    await closeOnce(0);
    throw error;
  });
  return {
    ready,
    async stop() {
      await ready.catch(() => {});
      await closeOnce(options.config.drainMs);
    },
    abort: async () => parts.postgres?.stop(),
    abandon: () => parts.postgres?.abandon(),
  };
}

async function bringUp(parts: Parts, { config, log, onFatal, extraRoutes, extraJobs = [] }: StartOptions) {
  if (!config.demo && config.publicUrl === undefined)
    throw new ConfigError(
      'Outside demo mode PUBLIC_URL has to be given, such as https://mingshi.example: links are made with it. See .env.example.',
    );
  // Loading the modules takes longer than starting PostgreSQL, so both run at the same time.
  const loading = loadModules(config);
  loading.catch(() => {});
  if (config.databaseUrl) await prepareDataDir(config.dataDir);
  const databaseUrl = config.databaseUrl ?? (await startEmbedded(parts, config, log, onFatal));
  const { openDatabase, migrate, seedDatabase, seedDemo, seedSampleAccounts, ...loaded } = await loading;
  const { openFiles, holdDeletions, loadKeys, openEraserTools, startWorker, startStandingJobs, buildApp } =
    loaded;

  const keys = await loadKeys(config);
  const database = openDatabase(databaseUrl, {
    log,
    directUrl: config.databaseDirectUrl,
    readUrl: config.databaseReadUrl,
  });
  parts.database = database;
  await migrate(database.directUrl, { log, afterwards: () => seedDatabase(database) });

  parts.telemetry = await loaded.openTelemetry?.(log);
  const telemetry = parts.telemetry?.telemetry;
  const store = await openFiles(config.files, log);
  parts.store = store;
  const files = holdDeletions(store, database);
  await seedDemo?.(database, files);
  if (seedSampleAccounts)
    await seedSampleAccounts(database, { files, vault: createPhoneEncryption(keys.phone) });
  const eraserTools = await openEraserTools(config);
  parts.eraserTools = eraserTools;
  if (config.roles.includes('worker')) {
    const jobParts = { files, config, keys, eraserTools };
    const jobs = [...loaded.productJobs(jobParts), ...extraJobs];
    const deliveries = loaded.deliveryJobs({ config, keys, database, log });
    // Each channel has one job at most: if all three hang, two places are left for others. Each place costs a
    // connection.
    const concurrency = loaded.usualConcurrency + 1;
    const long = { jobs: loaded.longJobs(jobParts), concurrency: loaded.longJobsAtOnce };
    const stopPatienceMs = drainTimeoutMs;
    parts.worker = await startWorker({
      ...{ database, log, telemetry, long, concurrency, stopTimeoutMs: stopPatienceMs },
      jobs: [...jobs, ...deliveries],
    });
    await startStandingJobs(database, config);
  }
  const shared = { config, keys, database, files, eraserTools, log, telemetry };
  if (loaded.openVoiceProcess) {
    raiseAudioPriority();
    parts.voice = await loaded.openVoiceProcess(shared);
    // Without an external database no other process can need a spare voice process.
    if (config.databaseUrl)
      parts.voiceChild = loaded.startVoiceChild?.({ databaseUrl, keys, log, spareOf: parts.voice.id });
  }
  if (!buildApp) {
    watch(parts, database);
    if (!parts.voice) parts.voiceChild = loaded.startVoiceChild?.({ databaseUrl, keys, log });
    return undefined;
  }
  parts.app = await buildApp(shared);
  watch(parts, database);
  await extraRoutes?.(parts.app, database);
  const url = await listen(parts.app, config);
  // Started last, so that pages are served before the voice process has loaded its models.
  parts.voiceChild = loaded.startVoiceChild?.({ databaseUrl, keys, log });
  return url;
}

async function loadModules(config: Config) {
  const [
    { openDatabase },
    { migrate },
    { seedDatabase },
    { openFiles },
    { postponeDeletions: holdDeletions },
    { loadKeys },
    { startWorker, usualConcurrency },
    { openEraserTools },
    { productJobs, longJobs, longJobsAtOnce, deliveryJobs, queueRecurringJobs: startStandingJobs },
    web,
    demo,
    sampleLife,
    voice,
    voiceChild,
    telemetry,
  ] = await Promise.all([
    import('#server/ground/db/db.ts'),
    import('#server/ground/db/migrate.ts'),
    import('./seed.ts'),
    import('#server/ground/files/open.ts'),
    import('#server/ground/backup/postpone-deletions.ts'),
    import('#server/ground/config/keys.ts'),
    import('#server/ground/jobs/jobs.ts'),
    import('#server/domains/eraser/tools.ts'),
    import('./jobs.ts'),
    config.roles.includes('web') ? import('./app.ts') : undefined,
    config.demo ? import('#server/domains/demo/demo.ts') : undefined,
    showsCodes(config) ? import('#server/domains/demo/life/seed.ts') : undefined,
    isVoiceAlone(config) ? import('#server/domains/voice/process/voice-process.ts') : undefined,
    config.roles.includes('voice') ? import('#server/domains/voice/process/child.ts') : undefined,
    // Loaded only if metrics or traces are configured.
    config.telemetry.metrics || config.telemetry.collector
      ? Promise.all([import('#server/ground/telemetry/open-telemetry.ts'), import('./measures.ts')])
      : undefined,
  ]);
  return {
    openDatabase,
    migrate,
    seedDatabase,
    seedDemo: demo?.seedDemo,
    seedSampleAccounts: sampleLife?.seedSampleAccounts,
    openFiles,
    holdDeletions,
    loadKeys,
    startWorker,
    usualConcurrency,
    openEraserTools,
    productJobs,
    longJobs,
    longJobsAtOnce,
    deliveryJobs,
    startStandingJobs,
    buildApp: web?.buildApp,
    openVoiceProcess: voice?.openVoiceProcess,
    startVoiceChild: voiceChild?.startVoiceChild,
    openTelemetry:
      telemetry &&
      ((log: Logger) => {
        const [{ openTelemetry }, { productMeasures }] = telemetry;
        return openTelemetry({ config, log, measures: productMeasures(config) });
      }),
  };
}

function watch({ telemetry, app, worker }: Parts, database: Database) {
  telemetry?.watch({ database, ...(app && { app }), ...(worker && { worker }) });
}

const isVoiceAlone = ({ roles }: Config) => roles.every((role) => role === 'voice');

async function startEmbedded(parts: Parts, config: Config, log: Logger, onFatal: (reason: string) => void) {
  parts.lock = await lockDataDir(config.dataDir);
  parts.postgres = await startPostgres({ dataDir: config.dataDir, log, onExit: onFatal });
  return parts.postgres.url;
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, host, port);
  }
  const bound = app.server.address() as { port: number };
  const anyAddress = host === '0.0.0.0' || host === '::';
  return `http://${anyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${bound.port}/`;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number) {
  if (error.code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} of ${host} is already taken; stop what uses it, or set PORT to another number.`,
    );
  }
  if (error.code === 'EACCES') {
    return new StartError(`This user may not listen on port ${port}; set PORT to a number above 1023.`);
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return new StartError(`HOST=${host} is not an address of this machine.`);
  }
  return error;
}

async function closeParts(parts: Parts, graceMs: number, log: Logger) {
  const { app, worker, voice, voiceChild, eraserTools, store, telemetry, database, postgres, lock } = parts;
  // A part that fails to close must not prevent the others from closing, least of all the database.
  const close = async (name: string, closing: (() => Promise<void>) | undefined) => {
    await closing?.().catch((error) => log.error({ err: error }, `could not close the ${name} cleanly`));
  };
  await Promise.all([
    close('web', app && (() => drain(app, graceMs))),
    close('job worker', worker?.stop),
    close('voice process', voiceChild?.stop),
    close('voice', voice && (() => voice.close())),
  ]);
  await close('eraser', eraserTools?.close);
  store?.close();
  await close('telemetry', telemetry?.close);
  await close('database connections', database?.close);
  await close('database', postgres?.stop);
  lock?.release();
}

async function drain(app: FastifyInstance, graceMs: number) {
  app.startDraining();
  await sleep(graceMs);
  const timer = setTimeout(() => app.server.closeAllConnections(), drainTimeoutMs);
  await app.close();
  clearTimeout(timer);
}
