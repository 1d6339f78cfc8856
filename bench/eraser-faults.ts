/**
 * Checks that an eraser task survives crashes of its server: a task of 40 generated pages, during
 * which the server is killed with SIGKILL five times. Every page must be erased once and charged once.
 * Exits with 1 when anything is wrong. Needs a build (`npm run build`).
 * `npm run bench -- eraser-faults 80 9` uses 80 pages and 9 kills.
 */
import { runningPostgresUrl } from '../src/server/ground/postgres/postgres.ts';
import { surviveKills } from '../tests/eraser/faults.ts';
import { inFolder, startServer } from './tools/server.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

const pages = Number(process.argv[2] ?? 40);
const kills = Number(process.argv[3] ?? 5);
const allowance = pages + 100;

await inFolder(async (dataDir) => {
  const environment = { QUOTA_FREE: `paper=${allowance}`, QUOTA_DAILY_MAX: `paper=${allowance}` };
  const started = performance.now();
  const verdict = await surviveKills({
    start: () => startServer(dataDir, environment),
    databaseUrl: () => runningPostgresUrl(dataDir),
    pages,
    kills,
    size: { width: 620, height: 877 },
    mobile: '61234567',
  });
  const whole = (value: number) => String(value);
  const rows = [
    atLeast('pages done', verdict.done, pages, whole),
    atMost('pages failed', verdict.failed, 0, whole),
    atMost('pages with more or less than one version', verdict.notOnce, 0, whole),
    atMost('pages charged beside those done', Math.abs(verdict.charged - pages), 0, whole),
    atMost('allowance used beside the pages done', Math.abs(verdict.used - pages), 0, whole),
    atMost('allowance still held', verdict.held, 0, whole),
    atMost(
      'allowance left beside what it should be',
      Math.abs(verdict.remaining - allowance + pages),
      0,
      whole,
    ),
    atMost('processes left behind by killed servers', verdict.orphans, 0, whole),
    atLeast('attempts cut short', verdict.attemptsLost, 1, whole),
    {
      metric: 'kills, and seconds of it all',
      value: `${kills}, ${Math.round((performance.now() - started) / 1000)} s`,
    },
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
});
