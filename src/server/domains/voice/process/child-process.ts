import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openEraserTools } from '#server/domains/eraser/tools.ts';
import { readConfig } from '#server/ground/config/config.ts';
import { type Database, openDatabase } from '#server/ground/db/db.ts';
import { openFiles } from '#server/ground/files/open.ts';
import { createLog, plainError } from '#server/ground/log/log.ts';
import type { ChildFacts, ToChild } from './child.ts';
import { isAnotherThere } from './processes.ts';
import { raiseAudioPriority } from './sound-first.ts';
import { prepareVoiceProcess, type VoiceProcess } from './voice-process.ts';

/**
 * Main function of the child: starts when the parent sends its facts, ends when the parent says so or is
 * gone.
 */
export async function runVoiceChild() {
  const { promise: started, resolve: start } = Promise.withResolvers<ChildFacts>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<'stop' | 'orphaned'>();
  process.on('message', (message: ToChild) => {
    if ('start' in message) start(message.start);
    else stop('stop');
  });
  process.on('disconnect', () => stop('orphaned'));
  // A terminal sends these signals to the whole process group; the parent decides when to stop.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) process.on(signal, () => {});

  const { databaseUrl, phoneKeys, secretKey, spareOf } = await started;
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const die = (reason: unknown) => {
    log.fatal({ err: plainError(reason) }, 'the voice process cannot go on');
    process.exit(1);
  };
  process.on('uncaughtException', die);
  process.on('unhandledRejection', die);
  const keys = {
    phone: phoneKeys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') })),
    secret: Buffer.from(secretKey, 'base64'),
  };
  const database = openDatabase(databaseUrl, {
    log,
    name: `mingshi voice ${process.pid}`,
    directUrl: config.databaseDirectUrl,
  });
  const files = await openFiles(config.files, log);
  const eraserTools = await openEraserTools(config);
  raiseAudioPriority();
  const prepared = await prepareVoiceProcess({ config, keys, database, files, eraserTools, log });
  const closeVoice = spareOf ? await runAsSpare(spareOf) : await runAsChild();

  async function runAsChild() {
    const voice = await prepared.takeCalls();
    log.info({ address: voice.address }, 'the voice process takes calls');
    // Without the parent there may be no database for settling; the last report counts.
    if ((await stopped) === 'orphaned') process.exit(0);
    return voice.close;
  }

  async function runAsSpare(parent: string) {
    if ((await stopped) === 'stop') return prepared.close;
    const { port } = config.voice.internal;
    // Uses the next port, in case the process that owns the port is restarted.
    const voice = await prepared.takeCalls({ port: port && port + 1, insteadOf: parent });
    log.warn(
      { address: voice.address },
      'the voice process died; its spare takes calls until another is there',
    );
    await standIn(voice, database, log);
    return voice.close;
  }

  await closeVoice();
  await eraserTools.close();
  files.close();
  await database.close();
  process.exit(0);
}

/** By then a service manager has long restarted the process that died. */
const maxStandInMs = 10 * 60_000;
const checkIntervalMs = 1_000;

/** Resolves when another process takes calls and the calls taken here are over. */
async function standIn(voice: VoiceProcess, { db }: Database, log: Pick<Logger, 'warn'>) {
  const until = Date.now() + maxStandInMs;
  const isNeeded = () =>
    isAnotherThere(db, voice.id).then(
      (isThere) => !isThere,
      (error) => {
        log.warn({ err: plainError(error) }, 'cannot see whether another voice process is there');
        return true;
      },
    );
  while (Date.now() < until && (await isNeeded())) await sleep(checkIntervalMs);
  await voice.retire();
}
