/**
 * How fast the lists of the market are over a million online cases: first pages and pages continued by cursor, for
 * random combinations of filters and orders; whether the results equal PostgreSQL's; and how long a rebuild of the
 * matching index blocks the process. Exits with 1 if a target is missed. `market-lists 100000 7` uses fewer cases
 * and another seed.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { createRandom } from '../src/server/domains/demo/random.ts';
import { type Market, openMarket } from '../src/server/domains/market/market.ts';
import { type Database, openDatabase } from '../src/server/ground/db/db.ts';
import { migrate } from '../src/server/ground/db/migrate.ts';
import { startPostgres } from '../src/server/ground/postgres/postgres.ts';
import { seedDatabase } from '../src/server/wiring/seed.ts';
import { type CaseQuery, marketCalls } from '../src/shared/market.ts';
import { askPostgres } from './market-lists/sql.ts';
import { atMost, missed, printTable } from './tools/table.ts';

const [rows = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const combinations = 1_000;
const targetMs = 20;
/** Few, because each needs a full scan in PostgreSQL. */
const compared = 40;
const log = pino({ level: 'warn' });
const random = createRandom(seed);

/** Inserts a million random cases directly into the tables; not part of the measurement. */
async function fill({ pool }: Database) {
  await pool.query(`
    alter table cases disable trigger case_changed;
    insert into users (last_identity) select 1 from generate_series(1, 1000);
    select setseed(0.5);
    insert into cases (user_id, price, special_note, weekdays, match_slots, teacher_gender, teaching_language_ids,
      tutoring_days_per_week, tutoring_region_id, tutoring_time_per_class_id, tutoring_type_id, other_channel,
      created_at)
    select (select min(id) from users) + n % 1000, 50 + 10 * floor(random() * random() * 60), '',
      array[1 + n % 7, 1 + (n / 7) % 7], '{}', (array['U', 'U', 'U', 'F', 'M'])[1 + floor(random() * 5)], '{1}',
      1 + n % 3, 1 + floor(power(random(), 1.5) * 18), 1 + n % 5, (array[1, 1, 1, 2, 5])[1 + floor(random() * 5)],
      '', now() - n * interval '1 second'
    from generate_series(1, ${rows}) n;
    insert into children (user_id, nickname, gender, grade_id)
    select user_id, '示範', 'U', 4 + floor(random() * 12) from cases;
    insert into case_children (case_id, child_id, position, major_subject_ids, other_subject_ids)
    select (select min(id) from cases) + n, (select min(id) from children) + n, 0,
      array[(array[1, 2, 3, 5, 6, 14, 19, 20, 21, 22, 31, 35, 38, 39])[1 + floor(power(random(), 1.5) * 14)]], '{}'
    from generate_series(0, ${rows} - 1) n;
    alter table cases enable trigger case_changed;
    analyze cases, children, case_children;`);
}

function randomQuery(): Record<string, string | number> {
  const any = (end: number, most: number) =>
    random
      .some(
        Array.from({ length: end }, (_, at) => at + 1),
        random.between(1, most),
      )
      .join(',');
  return {
    page_size: 24,
    sort: random.one(['newest', 'price_high', 'price_low']),
    ...(random.chance(0.5) && { region: any(18, 4) }),
    ...(random.chance(0.4) && { grade: String(random.between(4, 15)) }),
    ...(random.chance(0.4) && {
      major_subject: random.one(['1', '2', '3', '5', '6', '14', '19', '20', '21', '31', '38']),
    }),
    ...(random.chance(0.3) && { tutoring_type: random.one(['1', '2', '5']) }),
    ...(random.chance(0.3) && { weekday: any(7, 3) }),
    ...(random.chance(0.2) && { gender: random.one(['M', 'F']) }),
    ...(random.chance(0.3) && { price_min: 50 + 10 * random.below(20) }),
    ...(random.chance(0.3) && { price_max: 250 + 10 * random.below(40) }),
  };
}

const parse = (input: object): CaseQuery =>
  marketCalls['GET /api/common_info/parent_case'].query.parse(input);

async function measure(market: Market) {
  const times = { first: [] as number[], continued: [] as number[], own: [] as number[] };
  const timed = async (kind: 'first' | 'continued', input: object) => {
    const [startedAt, used] = [performance.now(), process.cpuUsage()];
    const answer = await market.cases(parse(input));
    times[kind].push(performance.now() - startedAt);
    const { user, system } = process.cpuUsage(used);
    times.own.push((user + system) / 1000);
    return answer;
  };
  for (let warm = 0; warm < 50; warm++) await market.cases(parse(randomQuery()));
  for (let round = 0; round < combinations; round++) {
    const query = randomQuery();
    const { next_cursor } = await timed('first', query);
    if (next_cursor) await timed('continued', { ...query, cursor: next_cursor });
  }
  return times;
}

/** Compares first pages and totals with the results of plain SQL; returns the number of differences. */
async function compare(market: Market, database: Database) {
  let different = 0;
  for (let round = 0; round < compared; round++) {
    const query = parse(randomQuery());
    const { list, total, total_is_capped, next_cursor } = await market.cases(query);
    const expected = await askPostgres(database, query);
    const same =
      JSON.stringify([list.map(({ id }) => id), total, total_is_capped]) ===
      JSON.stringify([expected.ids, expected.total, expected.total_is_capped]);
    if (!same) different++;
    if (!next_cursor) continue;
    const more = await market.cases({ ...query, cursor: next_cursor });
    if (more.list.some(({ id }) => expected.ids.includes(id))) different++;
  }
  return different;
}

/** How long a rebuild takes, and how long it blocks the event loop. */
async function rebuild(market: Market) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const startedAt = performance.now();
  delay.enable();
  await market.index.rebuild();
  delay.disable();
  return {
    tookMs: performance.now() - startedAt,
    longestMs: delay.max / 1e6,
    usualMs: delay.percentile(99) / 1e6,
  };
}

const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
const milliseconds = (value: number) => `${value.toFixed(2)} ms`;

const folder = await mkdtemp(join(tmpdir(), 'mingshi-bench-lists-'));
// When run as root, PostgreSQL runs as another user and must enter the folder.
await chmod(folder, 0o711);
const postgres = await startPostgres({ dataDir: folder, log });
try {
  await migrate(postgres.url, { log });
  const database = openDatabase(postgres.url, { log, statementTimeoutMs: 600_000 });
  await seedDatabase(database);
  await fill(database);
  const startedAt = performance.now();
  const market = await openMarket(database, log);
  await market.index.ready;
  const loaded = performance.now() - startedAt;
  const { first, continued, own } = await measure(market);
  const different = await compare(market, database);
  const built = await rebuild(market);
  const table = [
    { metric: `index of ${market.index.cases.size} cases read in`, value: `${(loaded / 1000).toFixed(1)} s` },
    { metric: 'memory of the process', value: `${Math.round(process.memoryUsage().rss / 2 ** 20)} MB` },
    { metric: 'first page, p50', value: milliseconds(quantile(first, 0.5)) },
    atMost('first page, p95', quantile(first, 0.95), targetMs, milliseconds),
    { metric: 'continued by cursor, p50', value: milliseconds(quantile(continued, 0.5)) },
    atMost('continued by cursor, p95', quantile(continued, 0.95), targetMs, milliseconds),
    { metric: "the process's own time of a page, p95", value: milliseconds(quantile(own, 0.95)) },
    atMost(`answers that differ from PostgreSQL's, of ${compared}`, different, 0, String),
    { metric: 'matching index built anew in', value: `${(built.tookMs / 1000).toFixed(1)} s` },
    { metric: 'others waited meanwhile, p99', value: milliseconds(built.usualMs) },
    { metric: 'others waited meanwhile, at most', value: milliseconds(built.longestMs) },
  ];
  printTable(table);
  if (missed(table)) process.exitCode = 1;
  await market.close();
  await database.close();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}
