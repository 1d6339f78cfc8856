/**
 * npm run export:matching-log -- [--ripe-days 3] > log.jsonl
 *
 * What was shown and what became of it, as `npm run learn:matching` reads it. How many lines there are goes to standard
 * error.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { ConfigError, readConfig } from '#server/ground/config/config.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { createLog } from '#server/ground/log/log.ts';
import { withDatabase } from './command-database.ts';
import { exportMatchingLog } from '#server/domains/matching/export-log.ts';

const usage = 'Usage: npm run export:matching-log -- [--ripe-days 3] > log.jsonl';

function readRipeDays(): number {
  let given: string | undefined;
  try {
    given = parseArgs({ options: { 'ripe-days': { type: 'string' } } }).values['ripe-days'];
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
  if (given !== undefined && !/^\d{1,4}$/.test(given)) throw new StartError(usage);
  return Number(given ?? 3);
}

try {
  const ripeDays = readRipeDays();
  const envFile = fileURLToPath(new URL('../../../../.env', import.meta.url));
  if (existsSync(envFile)) process.loadEnvFile(envFile);
  const log = createLog('warn', pino.destination(2));
  await withDatabase(readConfig(process.env), log, async ({ db }) => {
    const write = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
    const lines = await exportMatchingLog(db, write, { ripeDays });
    console.error(`${lines} shown`);
  });
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof StartError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
}
