import { filled, type TutorMatcher } from '../../src/engine/matching/matcher.ts';
import { packedTutors } from '../../src/engine/matching/packed/matcher.ts';
import { sampleTutor, seeded } from '../../src/engine/matching/sample-market.ts';
import { collectGarbage } from '../tools/collect-garbage.ts';
import { casesOf, now, quantile, tutorsOf } from './market.ts';

const caseCount = 2_000;
const warmUp = 1_000;
/** Each case is searched this often, far apart; its fastest time counts, to exclude the time of other processes. */
const rounds = 3;
const updates = 20_000;

function usedBytes() {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

export type Searches = {
  index: TutorMatcher;
  p50: number;
  p99: number;
  cpu: number;
  megabytes: number;
  updateUs: number;
  nearMissP50: number;
  fitting: number[];
};

export function timeSearches(count: number, seed: number): Searches {
  const before = usedBytes();
  const index = filled(packedTutors({ capacity: count }), tutorsOf(seed, count), now);
  const megabytes = (usedBytes() - before) / 1e6;

  const cases = casesOf(seed, caseCount + warmUp);
  for (const parentCase of cases.splice(0, warmUp)) index.search(parentCase, { now });
  const times: number[] = Array(caseCount).fill(Number.POSITIVE_INFINITY);
  const cpuBefore = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++)
    cases.forEach((parentCase, at) => {
      const startedAt = performance.now();
      index.search(parentCase, { now });
      times[at] = Math.min(times[at] as number, performance.now() - startedAt);
    });
  const { user, system } = process.threadCpuUsage(cpuBefore);

  const few = cases.filter((parentCase) => index.count(parentCase, { most: 5 }) < 5).slice(0, 60);
  const nearTimes = few.map((parentCase) => {
    const startedAt = performance.now();
    index.nearMisses(parentCase);
    return performance.now() - startedAt;
  });
  const counts = cases.slice(0, 200).map((parentCase) => index.count(parentCase));
  return {
    index,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    cpu: (user + system) / 1000 / rounds / caseCount,
    megabytes,
    updateUs: timeUpdates(index, count, seed),
    nearMissP50: quantile(nearTimes, 0.5),
    fitting: [0.1, 0.5, 0.9].map((part) => quantile(counts, part)),
  };
}

/** Replaces random listings with other ones; the original listings are put back afterwards. */
function timeUpdates(index: TutorMatcher, count: number, seed: number): number {
  const random = seeded(seed + 77);
  const changed = new Map<number, ReturnType<typeof sampleTutor>>();
  while (changed.size < Math.min(updates, count / 2)) {
    const id = 1 + Math.floor(random() * count);
    changed.set(id, sampleTutor(random, id, now));
  }
  const before = process.threadCpuUsage();
  for (const tutor of changed.values()) index.put(tutor, now);
  const { user, system } = process.threadCpuUsage(before);
  const us = (user + system) / changed.size;
  for (const tutor of tutorsOf(seed, count)) if (changed.has(tutor.id)) index.put(tutor, now);
  return us;
}
