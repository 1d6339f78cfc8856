/**
 * Runs 200 hostile files (`tests/hostile-files`) through the eraser's upload checks: each must be accepted or
 * refused with a known reason, within ten seconds and a gigabyte. `hostile-files 7` uses seed 7,
 * `hostile-files 7 500` also 500 files.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openUploadChecks } from '../src/server/domains/eraser/intake/intake.ts';
import { intakeRefusals } from '../src/server/domains/eraser/intake/refusals.ts';
import { hostileFiles } from '../tests/hostile-files/corpus.ts';
import { readAll } from '../tests/hostile-files/read-all.ts';

const seed = Number(process.argv[2] ?? 1);
const count = Number(process.argv[3] ?? 200);
const mostMs = 10_000;
const mostMb = 1000;

const folder = await mkdtemp(join(tmpdir(), 'mingshi-bench-hostile-'));
const intake = openUploadChecks();
try {
  const outcomes = await readAll(intake, await hostileFiles(count, seed), folder);
  for (const { name, answer, ms, peakMb } of outcomes)
    console.log(
      `${name.padEnd(40)} ${answer.padEnd(24)} ${String(ms).padStart(6)} ms ${String(peakMb).padStart(5)} MB`,
    );
  const known = new Set(['drawn', ...Object.keys(intakeRefusals)]);
  const unexpected = outcomes.filter(({ answer }) => !answer.split(' ').every((one) => known.has(one)));
  const slowest = Math.max(...outcomes.map(({ ms }) => ms));
  const heaviest = Math.max(...outcomes.map(({ peakMb }) => peakMb));
  console.log(`\nfiles ${outcomes.length}`);
  console.log(`without a clear answer ${unexpected.length} (target 0)`);
  console.log(`slowest ${slowest} ms (target ≤ ${mostMs})`);
  console.log(`most memory ${heaviest} MB (target < ${mostMb})`);
  if (outcomes.length < count || unexpected.length > 0 || slowest > mostMs || heaviest >= mostMb)
    process.exitCode = 1;
} finally {
  await intake.close();
  await rm(folder, { recursive: true });
}
