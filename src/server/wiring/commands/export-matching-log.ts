/**
 * npm run export:matching-log -- [--ripe-days 3] > log.jsonl
 *
 * Exports the pairs that were shown and their outcome, in the format `npm run learn:matching` reads. The
 * number of lines is printed to standard error.
 */
import { parseArgs } from 'node:util';
import { exportMatchingLog } from '#server/domains/matching/export-log.ts';
import { StartError } from '#server/ground/config/start-error.ts';
import { runCommand, withDatabase } from './command.ts';

const usage = 'Usage: npm run export:matching-log -- [--ripe-days 3] > log.jsonl';

function readRipeDays(): number {
  let value: string | undefined;
  try {
    value = parseArgs({ options: { 'ripe-days': { type: 'string' } } }).values['ripe-days'];
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
  if (value !== undefined && !/^\d{1,4}$/.test(value)) throw new StartError(usage);
  return Number(value ?? 3);
}

await runCommand(async (config, log) => {
  const ripeDays = readRipeDays();
  await withDatabase(config, log, async ({ db }) => {
    const write = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
    const lines = await exportMatchingLog(db, write, { ripeDays });
    console.error(`${lines} shown`);
  });
});
