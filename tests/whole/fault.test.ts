import { expect, test } from 'vitest';
import { outliveKills } from '#tests/outlive-kills.ts';
import { createDataDir, startServer } from '#tests/server-process.ts';

/** `npm run bench -- faults` runs more rounds. */
const rounds = 4;

test('acknowledged writes and jobs survive repeated kills of the server', async () => {
  const dataDir = await createDataDir();
  const start = () => {
    const program: [string, string] = [process.execPath, 'tests/fault-server.ts'];
    const { child, address, exit } = startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' }, program);
    return {
      address,
      async kill() {
        child.kill('SIGKILL');
        await exit;
      },
      async stop() {
        child.kill('SIGTERM');
        return exit;
      },
    };
  };
  const outcome = await outliveKills({ start, dataDir, rounds, writers: 200 });
  expect(outcome.interrupted, 'the blow has to fall in the middle of writing').toBe(rounds);
  expect(outcome.waiting).toEqual([]);
  expect(outcome.lost).toEqual([]);
  expect(outcome.acknowledged).toBeGreaterThan(rounds * 100);
  expect(await outcome.survivor.stop()).toBe(0);
}, 240_000);
