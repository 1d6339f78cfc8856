import type { ParentCase, TutorListing } from '../../src/engine/matching/input.ts';
import { sampleCase, sampleTutor, seeded } from '../../src/engine/matching/sample-market.ts';

export const now = Date.parse('2026-11-15T04:00:00Z');

/** A generator, because a million listings as objects would take gigabytes. */
export function* tutorsOf(seed: number, count: number): Generator<TutorListing> {
  const random = seeded(seed);
  for (let id = 1; id <= count; id++) yield sampleTutor(random, id, now);
}

export function casesOf(seed: number, count: number): ParentCase[] {
  const random = seeded(seed + 1_000_003);
  return Array.from({ length: count }, (_, at) => sampleCase(random, at + 1, now));
}

export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] as number;
}
