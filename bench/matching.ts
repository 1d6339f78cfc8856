/**
 * How fast and correct the matching engine is: searches over 10,000 to 1,000,000 tutors on one core; memory;
 * updates; pruned compared with exhaustive searches; checks of reasons and near misses; and the same query in
 * PostgreSQL. Exits with 1 if a target is missed. `npm run bench -- matching SEED` uses other tutors and cases;
 * `matching SEED quick` skips PostgreSQL.
 */
import { loadavg } from 'node:os';
import { calibrate } from './matching/calibrate.ts';
import { checkEquality, checkEqualityAtScale } from './matching/equality.ts';
import { checkReasons } from './matching/reasons.ts';
import { timeSearches } from './matching/searches.ts';
import { timePostgres } from './matching/sql.ts';
import { atLeast, atMost, missed, printTable, type Row } from './tools/table.ts';

const seed = Number(process.argv[2] ?? 1);
const isQuick = process.argv[3] === 'quick';
const startedAt = performance.now();
const progress = (text: string) =>
  console.error(`${Math.round((performance.now() - startedAt) / 1000)} s: ${text}`);

const whole = (value: number) => value.toLocaleString('en');
const ms = (value: number) => `${value.toFixed(3)} ms`;
const rows: Row[] = [];

const small = timeSearches(10_000, seed);
progress(`10,000 tutors searched, p50 ${ms(small.p50)}`);
const middle = timeSearches(100_000, seed);
progress(`100,000 tutors searched, p50 ${ms(middle.p50)}`);
const large = timeSearches(1_000_000, seed);
const fixed = calibrate();
progress(`1,000,000 tutors searched, p50 ${ms(large.p50)}, p99 ${ms(large.p99)}`);
const of = (name: string, { p50, p99 }: { p50: number; p99: number }) => ({
  metric: `top 10 with explanations, ${name} tutors: p50, p99`,
  value: `${ms(p50)}, ${ms(p99)}`,
});
rows.push(
  of('10,000', small),
  of('100,000', middle),
  atMost('top 10 with explanations, 1,000,000 tutors: p50', large.p50, 0.5, ms),
  atMost('the same: p99', large.p99, 5, ms),
  { metric: 'the same: processor time, mean', value: ms(large.cpu) },
  {
    metric: 'fixed work beside it: by the clock, by the processor (150 ms each on the quiet machine)',
    value: `${Math.round(fixed.wall)} ms, ${Math.round(fixed.cpu)} ms`,
  },
  atMost(
    'growth of p50 from 10,000 to 1,000,000',
    large.p50 / small.p50,
    20,
    (ratio) => `${ratio.toFixed(1)} ×`,
  ),
  atMost('memory of 1,000,000 tutors', large.megabytes, 120, (size) => `${size.toFixed(1)} MB`),
  atMost('update of one of them, processor time, mean', large.updateUs, 50, (us) => `${us.toFixed(1)} µs`),
  { metric: 'near misses of a case with few results, 1,000,000 tutors: p50', value: ms(large.nearMissP50) },
  { metric: 'fit, of 1,000,000: p10, p50, p90', value: large.fitting.map(whole).join(', ') },
);

const equality = checkEquality(12_000, 10_000, seed);
progress(`pruned and exhaustive searches compared: ${equality.equal} the same`);
const atScale = checkEqualityAtScale(large.index, 1_000_000, 40, seed);
progress('the same over 1,000,000 tutors');
rows.push(
  atLeast(
    `pruned = exhaustive, of ${whole(equality.tried)} cases, 12,000 tutors`,
    equality.equal,
    equality.tried,
    whole,
  ),
  atLeast(
    `pruned = exhaustive, of ${atScale.tried} cases, 1,000,000 tutors`,
    atScale.equal,
    atScale.tried,
    whole,
  ),
);

const reasons = checkReasons(large.index, 3_000, seed);
progress('reasons and near misses tried');
rows.push(
  atLeast(
    `terms + base = score, of ${whole(reasons.results)} results`,
    reasons.addedUp,
    reasons.results,
    whole,
  ),
  atLeast(
    `first reason at the median lowers the score, of ${whole(reasons.withReason)} results that name one`,
    reasons.lowered,
    reasons.withReason,
    whole,
  ),
  {
    metric: 'results without a reason: nothing about them is above the median of those who fit',
    value: whole(reasons.results - reasons.withReason),
  },
  atLeast(
    `near misses that bring what they promise, of ${whole(reasons.nearMisses)}`,
    reasons.kept,
    reasons.nearMisses,
    whole,
  ),
);

if (!isQuick) {
  const sql = await timePostgres(large.index, 1_000_000, 40, seed, progress);
  progress('PostgreSQL asked');
  rows.push(
    { metric: 'the same question to PostgreSQL: p50, p99', value: `${ms(sql.p50)}, ${ms(sql.p99)}` },
    {
      metric: 'PostgreSQL over the engine, p50 of the same cases',
      value: `${Math.round(sql.p50 / sql.ours)} ×`,
    },
    atLeast(`PostgreSQL finds the same, of ${sql.tried} cases`, sql.equal, sql.tried, whole),
  );
}
rows.push({
  metric: 'seed, the whole run, load of the machine',
  value: `${seed}, ${Math.round((performance.now() - startedAt) / 1000)} s, ${loadavg()[0]?.toFixed(1)}`,
});
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
