import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pino, { type Logger } from 'pino';
import { createLog } from '#server/ground/log/log.ts';
import { type Config, ConfigError, readConfig } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/config/start-error.ts';

/** A command's frame: the configuration as the server reads it, one sentence for what somebody can put right. */
export async function runCommand(work: (config: Config, log: Logger) => Promise<void>) {
  try {
    const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url));
    if (existsSync(envFile)) process.loadEnvFile(envFile);
    await work(readConfig(process.env), createLog('warn', pino.destination(2)));
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartError;
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  }
}
