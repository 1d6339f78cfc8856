/**
 * How well each ranking serves a simulated market: thirty days of families and tutors with hidden preferences, in
 * three kinds of world, on seeds that were not used for learning. Exits with 1 if a target is missed, or if the
 * simple baselines show that the market itself is unrealistic. `npm run bench -- market SEED` uses another seed.
 */
import { type Figures, type GainOf, simulateMarket } from './market/days.ts';
import { mean } from './market/measures.ts';
import { learnInMarkets, ours } from './market/ours.ts';
import { cosine, newestFirst, oneSided, oracleOf, type Ranker, randomRanker } from './market/rankers.ts';
import { type WorldKind, worldKinds } from './market/tastes.ts';
import { makeWorld } from './market/world.ts';
import { atLeast, missed, printTable, type Row } from './tools/table.ts';

const firstSeed = Number(process.argv[2] ?? 1001);
const seeds = [0, 1, 2].map((at) => firstSeed + at);
const learningSeeds = [11, 12];
if (seeds.some((seed) => learningSeeds.includes(seed))) throw new Error('these seeds are for learning');
const learned = learnInMarkets(learningSeeds);

const rankerMakers: ((gainOf: GainOf) => Ranker)[] = [
  () => randomRanker(firstSeed),
  () => newestFirst,
  () => cosine,
  () => oneSided,
  () => ours(learned.weights),
  oracleOf,
];

type Run = { kind: WorldKind; name: string; figures: Figures };
const runs: Run[] = [];
let fittingTutors: number[] = [];
for (const kind of worldKinds)
  for (const seed of seeds) {
    const world = makeWorld(kind, seed);
    fittingTutors = fittingTutors.concat(world.pairs.map((row) => row.filter(Boolean).length));
    for (const makeRanker of rankerMakers) {
      let name = '';
      const figures = simulateMarket(world, (gainOf) => {
        const ranker = makeRanker(gainOf);
        name = ranker.name;
        return ranker;
      });
      runs.push({ kind, name, figures });
    }
  }

const columns: [string, (figures: Figures) => number, number][] = [
  ['NDCG@10', ({ ndcg }) => ndcg, 3],
  ['same day', ({ sameDay }) => sameDay, 3],
  ['matched', ({ matchRate }) => matchRate, 3],
  ['days', ({ daysToMatch }) => daysToMatch, 2],
  ['requests', ({ requestsPerMatch }) => requestsPerMatch, 2],
  ['Gini', ({ exposureGini }) => exposureGini, 3],
  ['new seen', ({ newTutorsSeen }) => newTutorsSeen, 3],
];
const names = [...new Set(runs.map(({ name }) => name))];
const figure = (name: string, read: (figures: Figures) => number, kind?: WorldKind) =>
  mean(
    runs.filter((run) => run.name === name && (!kind || run.kind === kind)).map((run) => read(run.figures)),
  );

function print(title: string, kind?: WorldKind) {
  console.log(`\n${title.padEnd(16)}${columns.map(([head]) => head.padStart(10)).join('')}`);
  for (const name of names)
    console.log(
      name.padEnd(16) +
        columns.map(([, read, digits]) => figure(name, read, kind).toFixed(digits).padStart(10)).join(''),
    );
}

const sorted = fittingTutors.toSorted((a, b) => a - b);
console.log(
  `Learned from ${learned.outcomes} places in lists on seeds ${learningSeeds.join(', ')}; scored on ${seeds.join(', ')}.\n` +
    `Tutors who fit a case: ${[0.1, 0.5, 0.9].map((share) => sorted[Math.floor(share * sorted.length)]).join(', ')} (tenth, half, nine tenths)`,
);
for (const kind of worldKinds) print(kind, kind);
print('all worlds');

const three = (value: number) => value.toFixed(3);
const window = (name: string, low: number, high: number): Row => {
  const value = figure(name, ({ ndcg }) => ndcg);
  return {
    metric: `the market counts only if ${name} has NDCG@10`,
    value: three(value),
    target: `${low}–${high}`,
    reached: value >= low && value <= high,
  };
};
const sameDay = (name: string) => figure(name, (figures) => figures.sameDay);
const rows: Row[] = [
  window('newest first', 0.45, 0.53),
  window('cosine', 0.6, 0.7),
  atLeast(
    'NDCG@10 of ours',
    figure('ours', ({ ndcg }) => ndcg),
    0.8,
    three,
  ),
  atLeast("same-day matches of ours over the oracle's", sameDay('ours') / sameDay('oracle'), 0.9, three),
  atLeast(
    'new tutors seen with ours',
    figure('ours', ({ newTutorsSeen }) => newTutorsSeen),
    0.9,
    three,
  ),
];

console.log();
printTable(rows);
process.exitCode = missed(rows) ? 1 : 0;
