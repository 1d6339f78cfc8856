import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { runningPostgresUrl } from '#server/ground/postgres/postgres.ts';
import { createClient } from '#tests/eraser/client.ts';
import { judge, surviveKills, workersOf } from '#tests/eraser/faults.ts';
import { drawPaper } from '#tests/eraser/papers.ts';
import { createDataDir, startServer } from '#tests/server-process.ts';

test('an eraser task survives two kills of the server: every page is made once and charged once', async () => {
  const dataDir = await createDataDir();
  const environment = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    QUOTA_FREE: 'paper=100',
    RATE_LIMIT_PER_MINUTE: '100000',
  };
  const verdict = await surviveKills({
    start() {
      const { child, address, exit } = startServer(environment);
      return {
        pid: child.pid as number,
        address,
        async kill() {
          child.kill('SIGKILL');
          await exit;
        },
      };
    },
    databaseUrl: () => runningPostgresUrl(dataDir),
    pages: 8,
    kills: 2,
    size: { width: 240, height: 340 },
    mobile: '61234567',
  });
  const { attemptsLost, workers, ...outcome } = verdict;
  expect(outcome).toEqual({
    done: 8,
    failed: 0,
    notOnce: 0,
    charged: 8,
    used: 8,
    held: 0,
    remaining: 92,
    orphans: 0,
  });
  expect(workers).toBeGreaterThan(0);
  expect(attemptsLost, 'a blow has to fall in the middle of a page').toBeGreaterThan(0);
}, 240_000);

test('two worker processes share the queue, and one takes over the pages of the other when it is killed', async () => {
  const dataDir = await createDataDir();
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'error', QUOTA_FREE: 'paper=100' };
  const web = startServer({ ...environment, ROLES: 'web', RATE_LIMIT_PER_MINUTE: '100000' });
  const client = createClient(() => web.address);
  await client.logIn('61234568');
  const files: number[] = [];
  for (let seed = 1; seed <= 8; seed++)
    files.push(await client.upload(await drawPaper({ width: 240, height: 340, seed }), `paper ${seed}.jpg`));
  const DATABASE_URL = await runningPostgresUrl(dataDir);
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
  const workers = [1, 2].map(() => startServer({ ...environment, DATABASE_URL, DEMO: '1', ROLES: 'worker' }));
  const waiting = { timeout: 60_000, interval: 50 };
  const untilEach = async (isTrue: (pid: number) => Promise<boolean>) => {
    for (const { child } of workers)
      await vi.waitFor(async () => expect(await isTrue(child.pid as number)).toBe(true), waiting);
  };
  await untilEach(async (pid) => {
    const present = 'select from pg_stat_activity where application_name = $1';
    return (await pool.query(present, [`mingshi ${pid} worker presence`])).rows.length > 0;
  });
  const task = await client.start(files);
  await untilEach(async (pid) => (await workersOf(pid)).length > 0);
  workers[0]?.child.kill('SIGKILL');
  const end = await client.until(task.id, 8, 120_000);
  expect(end).toMatchObject({ pages_done: 8, pages_failed: 0 });
  expect(await judge(pool, task.id)).toMatchObject({ notOnce: 0, charged: 8, used: 8, held: 0 });
  await pool.end();
}, 240_000);
