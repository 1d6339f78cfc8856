/**
 * Whether acknowledged writes survive crashes: 200 concurrent requests, writes and jobs, while the server is killed
 * with -9 ten times, every second time together with its database. Exits with 1 if anything is lost. Needs a build
 * (`npm run build`). `npm run bench -- faults 50` kills it 50 times.
 */
import { outliveKills } from '../tests/outlive-kills.ts';
import { inFolder, startServer } from './tools/server.ts';
import { atLeast, atMost, missed, printTable } from './tools/table.ts';

const rounds = Number(process.argv[2] ?? 10);

await inFolder(async (dataDir) => {
  const start = () => startServer(dataDir, {}, 'tests/fault-server.ts');
  const outcome = await outliveKills({ start, dataDir, rounds, writers: 200 });
  const whole = (value: number) => String(value);
  const rows = [
    atLeast('acknowledged', outcome.acknowledged, rounds * 100, whole),
    atMost('acknowledged and not kept', outcome.lost.length, 0, whole),
    atMost('jobs that never ran', outcome.waiting.length, 0, whole),
    atLeast('blows that fell in the middle of writing', outcome.interrupted, rounds, whole),
  ];
  printTable(rows);
  process.exitCode = missed(rows) ? 1 : 0;
});
