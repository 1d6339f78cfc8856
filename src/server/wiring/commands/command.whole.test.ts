import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/ground/config/config.ts';
import { lockDataDir } from '#server/ground/config/data-dir.ts';
import type { Database } from '#server/ground/db/db.ts';
import { startPostgres } from '#server/ground/postgres/postgres.ts';
import { silentLog as log } from '#tests/database.ts';
import { createDataDir } from '#tests/server-process.ts';
import { withDatabase } from './command.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await createDataDir();
});

const config = () => readConfig({ DATA_DIR: dataDir });
const count = (table: string) => async (database: Database) =>
  (await database.pool.query(`select count(*)::int from ${table}`)).rows[0].count;

test('a command starts the embedded database, migrated and seeded, or shares that of a running server', async () => {
  expect(await withDatabase(config(), log, count('regions'))).toBe(18);

  const lock = await lockDataDir(dataDir);
  const postgres = await startPostgres({ dataDir, log, durable: false });
  onTestFinished(async () => {
    await postgres.stop();
    lock.release();
  });
  expect(await withDatabase(config(), log, count('grades'))).toBe(19);
});

test('a command reports when the running server has not started its database yet', async () => {
  const lock = await lockDataDir(dataDir);
  onTestFinished(() => lock.release());
  await expect(withDatabase(config(), log, count('grades'))).rejects.toThrow(/is just starting; try again/);
});
