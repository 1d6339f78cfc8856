import { expect, test } from 'vitest';
import { runningPostgresUrl } from '#server/running-postgres.ts';
import { surviveKills } from './eraser/faults.ts';
import { createDataDir, startServer } from './server-process.ts';

test('a task outlives a server that is killed twice: every page once, and charged once', async () => {
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
