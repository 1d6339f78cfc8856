import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { dayOf, type TutorListing } from '../../src/engine/matching/input.ts';
import type { TutorMatcher } from '../../src/engine/matching/matcher.ts';
import { encodeCase, encodeTutor } from '../../src/engine/matching/pair/encode.ts';
import {
  type EncodedCase,
  entryCode,
  entryDse,
  pairCode,
  pairOf,
} from '../../src/engine/matching/pair/facts.ts';
import {
  educationRequestFeatures,
  exposureAt,
  featureCount,
  freshnessAt,
  highestFittingPrice,
  lessonValue,
  neutralValue,
  openPrice,
  type PairOverlap,
  tutorFeatures,
  wantsCount,
  writeEducationRequestFeatures,
  writeStageOverlap,
  writeTutorFeatures,
} from '../../src/engine/matching/pair/features.ts';
import {
  dseNeutralValue,
  dseValues,
  hasNoDseResult,
  regions,
} from '../../src/engine/matching/pair/reference.ts';
import { type Model, writeTutorFactors } from '../../src/engine/matching/pair/score.ts';
import { travelMinutes, unknownHomeMinutes } from '../../src/engine/matching/pair/travel.ts';
import { handWeights } from '../../src/engine/matching/weights.ts';
import { startPostgres } from '../../src/server/ground/postgres/postgres.ts';
import { casesOf, now, quantile, tutorsOf } from './market.ts';

const days = [1, 2, 3, 4, 5, 6, 7];
const { wants, accepts } = handWeights;

/**
 * Features that depend only on the tutor are precomputed in columns (own_…); those that depend on the case are not.
 */
const table = `create table tutor (
  id bigint primary key, pairs integer[], codes integer[], dse float8[], types integer[], homes integer[], reach integer[],
  languages integer[], gender text, education integer, price_min integer, asked integer, halves integer,
  stage_share float8[], stage_near float8[], ${days.map((day) => `d${day} bigint`).join(', ')},
  own_wants float8, own_named float8, own_accepts float8, factors float8)`;

const idsOf = (mask: number) =>
  [...Array(31).keys()].filter((bit) => mask & (1 << bit)).map((bit) => bit + 1);
const array = (list: readonly number[]) => `{${list.join(',')}}`;
const word = (low: number, high: number) => (low >>> 0) + high * 4_294_967_296;
const stages = [1, 2, 3, 4, 5, 6, 7];

function valuesOf(model: Model, listing: TutorListing): (string | number)[] {
  const tutor = encodeTutor(listing);
  const features = new Float64Array(featureCount);
  writeTutorFeatures(tutor, features);
  writeEducationRequestFeatures(features);
  writeTutorFactors(model, tutor, dayOf(now), features);
  const sum = (list: readonly number[]) =>
    list.reduce((all, at) => all + (model.by[at] as number) * (features[at] as number), 0);
  const codes = tutor.entries.map(entryCode);
  const atStages = stages.map((stage) => {
    const met: PairOverlap = { dse: 0, freeDays: 0, common: 0, stageShare: 0, stageNear: 0 };
    writeStageOverlap(tutor.entries, 0, tutor.entries.length, stage, met);
    return met;
  });
  return [
    tutor.id,
    array(
      tutor.entries.flatMap((entry) =>
        idsOf(entry & 0x7ffff).map((grade) => pairOf(entryCode(entry), grade)),
      ),
    ),
    array(codes),
    array(
      tutor.entries.map((entry) =>
        hasNoDseResult(entryCode(entry)) ? dseNeutralValue : (dseValues[entryDse(entry)] as number),
      ),
    ),
    ...[tutor.types, tutor.homes, tutor.reach, tutor.languages].map((mask) => array(idsOf(mask))),
    tutor.gender,
    tutor.education,
    tutor.priceMin,
    tutor.askingPrice,
    tutor.freeHalfHours,
    array(atStages.map(({ stageShare }) => stageShare)),
    array(atStages.map(({ stageNear }) => stageNear)),
    ...days.map((day) => word(tutor.week.low[day - 1] as number, tutor.week.high[day - 1] as number)),
    sum(tutorFeatures.filter((at) => at < wantsCount)),
    sum(educationRequestFeatures),
    sum(tutorFeatures.filter((at) => at >= wantsCount)),
    (features[freshnessAt] as number) + (features[exposureAt] as number),
  ];
}

const within = (value: string) => `greatest(0, least(1, ${value}))`;

/** The same hard constraints, the same score, the same order. */
function queryFor(parentCase: EncodedCase): string {
  const {
    price,
    region,
    halfHours,
    languages,
    thrift,
    tightness,
    requestsEducation: isNamed,
    isYoung,
  } = parentCase;
  const both = days.map(
    (day) =>
      `(d${day} & ${word(parentCase.week.low[day - 1] as number, parentCase.week.high[day - 1] as number)}::bigint)`,
  );
  const fitting = both.map((day) => {
    const run = Array.from({ length: halfHours }, (_, step) => `(${day} >> ${step})`).join(' & ');
    return `((${run}) <> 0)`;
  });
  const free = fitting.map((fits) => `${fits}::integer`).join(' + ');
  const common = both
    .map((day, at) => `case when ${fitting[at]} then bit_count(${day}::bit(64)) else 0 end`)
    .join(' + ');
  const where = [`pairs @> '${array(parentCase.pairs)}'`, `types @> '{${parentCase.type}}'`];
  if (region !== 0) where.push(`${parentCase.type === 4 ? 'homes' : 'reach'} @> '{${region}}'`);
  if (languages !== 0) where.push(`languages && '${array(idsOf(languages))}'`);
  if (parentCase.gender !== 'U') where.push(`gender = '${parentCase.gender}'`);
  if (parentCase.education > 0) where.push(`education >= ${parentCase.education}`);
  if (price > 0) where.push(`price_min <= ${highestFittingPrice(price)}`);
  const minutes = `(array[${regions.map((from) => (region === 0 ? 0 : travelMinutes(from, region))).join(',')}])`;
  const way = (of: string) =>
    `coalesce((select ${of}(${minutes}[home])::float8 from unnest(homes) home), ${unknownHomeMinutes})`;
  const near = (time: string) => within(`1 - (${time} - 15) / 60`);
  const familyWay = region === 0 ? '1' : near(`((${way('avg')} + ${way('min')}) / 2)`);
  const tutorWay = region === 0 || parentCase.isAtTutors ? '1' : near(way('avg'));
  const codes = parentCase.pairs.map(pairCode);
  const dse = `((${codes.map((code) => `dse[array_position(codes, ${code})]`).join(' + ')}) / ${codes.length})`;
  const spoken =
    languages === 0
      ? '1'
      : `((select count(*) from unnest(languages) id where id = any('${array(idsOf(languages))}')) / ${idsOf(languages).length}::float8)`;
  const familyPay = within(`1 - (asked / ${parentCase.offered}::float8 - 0.5) / 1.2`);
  const tutorPay = price === 0 ? String(openPrice) : within(`(${price} / asked::float8 - 0.4) / 0.95`);
  const hinted = (hint: number, value: string) =>
    `(${neutralValue} + ${hint} * (${value} - ${neutralValue}))`;
  const named = isNamed
    ? `own_named + ${wants.dse_if_named} * ${dse}`
    : String(neutralValue * (wants.education_if_named + wants.studies_if_named + wants.dse_if_named));
  return `
    select id, -ln(1 + exp(-w)) - ln(1 + exp(-a)) + factors as score from (
      select id, factors,
        ${wants.bias} + own_wants + ${named} + ${wants.price} * pay + ${wants.price_if_thrifty} * ${hinted(thrift, 'pay')}
          + ${wants.travel} * way + ${wants.travel_if_young} * ${isYoung ? 'way' : neutralValue}
          + ${wants.times} * times + ${wants.times_if_tight} * ${hinted(tightness, 'times')}
          + ${wants.language} * ${spoken} + ${wants.dse} * ${dse} + ${wants.grade} * stage_share[${parentCase.stage}] as w,
        ${accepts.bias} + own_accepts + ${accepts.price} * (${tutorPay}) + ${accepts.travel} * (${tutorWay})
          + ${accepts.times} * ${within('common / halves::float8 / 0.7')} + ${accepts.grade} * stage_near[${parentCase.stage}]
          + ${accepts.lesson * lessonValue(parentCase)} as a
      from (
        select *, (${familyWay})::float8 as way, (${familyPay})::float8 as pay,
          (${within(`(free - ${parentCase.days}) / 3.0`)} + ${within(`common / ${Math.min(parentCase.halves, 60)}::float8`)})::float8 / 2 as times
        from (select *, ${free} as free, (${common})::float8 as common from tutor where ${where.join(' and ')} offset 0) fitting
        where free >= ${parentCase.days}
      ) traveller
    ) judged order by score desc, id limit 10`;
}

const types = [
  'bigint',
  ...['integer[]', 'integer[]', 'float8[]', 'integer[]', 'integer[]', 'integer[]', 'integer[]'],
  ...['text', 'integer', 'integer', 'integer', 'integer', 'float8[]', 'float8[]'],
  ...days.map(() => 'bigint'),
  ...['float8', 'float8', 'float8', 'float8'],
];
const batchSize = 4_000;

async function load(client: pg.Client, model: Model, count: number, seed: number) {
  await client.query(table);
  const columns = types.map((type, at) => `c${at}::${type}`).join(', ');
  const parameters = types.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const names = types.map((_, at) => `c${at}`).join(', ');
  const statement = `insert into tutor select ${columns} from unnest(${parameters}) as batch (${names})`;
  let batch: (string | number)[][] = types.map(() => []);
  const send = async () => {
    await client.query({ name: 'load', text: statement, values: batch });
    batch = types.map(() => []);
  };
  for (const tutor of tutorsOf(seed, count)) {
    valuesOf(model, tutor).forEach((value, at) => {
      batch[at]?.push(value);
    });
    if (batch[0]?.length === batchSize) await send();
  }
  await send();
  await client.query(`set maintenance_work_mem = '512MB'`);
  await client.query('create index on tutor using gin (pairs, types, reach) with (fastupdate = off)');
  await client.query('create index on tutor (price_min)');
  await client.query('vacuum analyze tutor');
}

export async function timePostgres(
  index: TutorMatcher,
  count: number,
  caseCount: number,
  seed: number,
  progress: (text: string) => void,
) {
  const folder = await mkdtemp(join(tmpdir(), 'mingshi-bench-matching-'));
  // When run as root, PostgreSQL runs as another user and must enter the folder.
  await chmod(folder, 0o711);
  const postgres = await startPostgres({ dataDir: folder, log: pino({ level: 'error' }), durable: false });
  try {
    const client = new pg.Client(postgres.url);
    await client.connect();
    try {
      await load(client, index.model, count, seed);
      progress('PostgreSQL loaded');
      await client.query('set jit = off; set max_parallel_workers_per_gather = 0');
      return await ask(client, index, caseCount, seed);
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask(client: pg.Client, index: TutorMatcher, caseCount: number, seed: number) {
  const times: number[] = [];
  const ours: number[] = [];
  let equal = 0;
  for (const parentCase of casesOf(seed + 12, caseCount)) {
    const query = queryFor(encodeCase(parentCase));
    // A first run fills the cache: the engine's rows are in memory as well.
    await client.query(query);
    let startedAt = performance.now();
    const { rows } = await client.query<{ id: string; score: number }>(query);
    times.push(performance.now() - startedAt);
    startedAt = performance.now();
    const { list } = index.search(parentCase, { now });
    ours.push(performance.now() - startedAt);
    // Compares scores by position, not ids: sums in another order may swap two nearly equal rows.
    const isSame =
      rows.length === list.length &&
      list.every(({ score }, at) => Math.abs(score - (rows[at]?.score ?? 0)) < 1e-9);
    if (isSame) equal++;
    else console.error(`PostgreSQL differs: ${JSON.stringify(parentCase)}`);
  }
  return {
    tried: caseCount,
    equal,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    ours: quantile(ours, 0.5),
  };
}
