import { expect, it } from 'vitest';
import { medianOf } from './explain.ts';
import { seeded } from './sample-market.ts';

it('medianOf gives the same median as a full sort', () => {
  const random = seeded(3);
  for (let round = 0; round < 2_000; round++) {
    const values = Float64Array.from(
      { length: 1 + Math.floor(random() * 70) },
      () => Math.floor(random() * 20) / 7,
    );
    const sorted = values.slice().sort();
    const middle =
      (sorted[(sorted.length - 1) >> 1] as number) / 2 + (sorted[sorted.length >> 1] as number) / 2;
    expect(medianOf(values)).toBeCloseTo(middle, 12);
  }
});
