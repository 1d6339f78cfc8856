/**
 * The best that any ranking by declared fields can reach: boosted trees learn the true gain, which no platform ever
 * sees, from all declared fields, on many seeds, and are scored on others. `node bench/market/ceiling.ts [SEED]`.
 * Variants boost new tutors who have not been shown, to measure what it costs to show every tutor.
 */
import { simulateMarket } from './days.ts';
import { dayMs } from './declared.ts';
import { mean } from './measures.ts';
import { plainFacts } from './plain-facts.ts';
import { cosine, newestFirst, oracleOf, type Ranker, randomRanker, sortedBy } from './rankers.ts';
import { worldKinds } from './tastes.ts';
import { growTrees, type Trees } from './trees.ts';
import { makeWorld } from './world.ts';

const firstSeed = Number(process.argv[2] ?? 1001);
const seeds = [0, 1, 2].map((at) => firstSeed + at);
const learningSeeds = Array.from({ length: 8 }, (_, at) => 5001 + at);
if (seeds.some((seed) => learningSeeds.includes(seed))) throw new Error('these seeds are for learning');

const rows: Float32Array[] = [];
const targets: number[] = [];
/**
 * Training data from random lists, so that tutors are seen in every state; gains are scaled within a family's list.
 */
for (const kind of worldKinds)
  for (const seed of learningSeeds)
    simulateMarket(makeWorld(kind, seed), (gainOf) => {
      const order = randomRanker(seed);
      const seenCases = new Set<number>();
      return {
        name: 'teacher',
        rank(parentCase, tutors, now) {
          if (!seenCases.has(parentCase.id) && tutors.length > 10) {
            const gains = tutors.map((tutor) => gainOf(parentCase, tutor));
            const best = mean(gains.toSorted((a, b) => b - a).slice(0, 10));
            tutors.forEach((tutor, at) => {
              rows.push(Float32Array.from(plainFacts(parentCase, tutor, now)));
              targets.push((gains[at] as number) / best);
            });
          }
          seenCases.add(parentCase.id);
          return order.rank(parentCase, tutors, now);
        },
      };
    });

const treeOptions = {
  rounds: 300,
  depth: 5,
  rate: 0.12,
  rowShare: 0.25,
  columnShare: 0.4,
  leastRows: 30,
  seed: 1,
};
const trees = growTrees(rows, targets, treeOptions);

const newFor = 7 * dayMs;
const byTrees = (model: Trees, name: string, lift: number): Ranker => ({
  name,
  rank: (parentCase, tutors, now) =>
    sortedBy(
      tutors,
      (tutor) =>
        model.predict(plainFacts(parentCase, tutor, now)) *
        (now - tutor.created_at < newFor && tutor.views === 0 ? lift : 1),
    ),
});

const figures = new Map<string, number[][]>();
for (const kind of worldKinds) {
  const here = new Map<string, number[][]>();
  for (const seed of seeds) {
    const world = makeWorld(kind, seed);
    const rankerMakers = [
      () => randomRanker(seed),
      () => newestFirst,
      () => cosine,
      () => byTrees(trees, 'trees', 1),
      () => byTrees(trees, 'trees, new × 2', 2),
      () => byTrees(trees, 'trees, new first', 100),
      oracleOf,
    ];
    for (const makeRanker of rankerMakers) {
      let name = '';
      const got = simulateMarket(world, (gainOf) => {
        const ranker = makeRanker(gainOf);
        name = ranker.name;
        return ranker;
      });
      const values = [got.ndcg, got.sameDay, got.matchRate, got.newTutorsSeen];
      for (const table of [here, figures]) table.set(name, [...(table.get(name) ?? []), values]);
    }
  }
  print(kind, here);
}
print('all worlds', figures);
console.log(
  `\nLearned from ${rows.length} pairs with their true gains on seeds ${learningSeeds.join(', ')}; scored on ${seeds.join(', ')}.`,
);

function print(title: string, of: ReadonlyMap<string, number[][]>) {
  console.log(`\n${title.padEnd(20)}   NDCG@10  same day   matched  new seen`);
  for (const [name, runs] of of)
    console.log(
      name.padEnd(20) +
        [0, 1, 2, 3]
          .map((at) =>
            mean(runs.map((run) => run[at] as number))
              .toFixed(3)
              .padStart(10),
          )
          .join(''),
    );
}
