import { describe, expect, it } from 'vitest';
import { learnWeights, type Outcome } from './learn.ts';
import { featureCount, wantsCount } from './pair/features.ts';
import { acceptsSum, type Model, modelOf, wantsSum } from './pair/score.ts';
import { type Random, seeded } from './sample-market.ts';
import { handWeights, readWeights, type Weights, wantsNames } from './weights.ts';

const truth: Weights = {
  ...handWeights,
  wants: {
    ...handWeights.wants,
    bias: -9.5,
    price: 3,
    travel: 0.2,
    dse: 0,
    experience: 2.5,
    reviews: 0.3,
    verified: 1.5,
  },
  accepts: { ...handWeights.accepts, bias: -2, price: 3.5, travel: 0.3, acceptance: 0.5 },
};
const lookedAtShare = (position: number) => 1 / position;
const sigmoid = (z: number) => 1 / (1 + Math.exp(-z));

/** Lists ordered by the weights in use, as in real logs: good tutors stand at positions that are looked at. */
function logOf(random: Random, lists: number): Outcome[] {
  const shown: Model = modelOf(handWeights);
  const hidden = modelOf(truth);
  return Array.from({ length: lists }).flatMap(() =>
    Array.from({ length: 12 }, () => Float64Array.from({ length: featureCount }, random))
      .map((features) => ({
        features,
        order: wantsSum(shown, features) + acceptsSum(shown, features) + random(),
      }))
      .sort((a, b) => b.order - a.order)
      .map(({ features }, at) => {
        const invited = random() < lookedAtShare(at + 1) * sigmoid(wantsSum(hidden, features));
        const accepted = invited ? random() < sigmoid(acceptsSum(hidden, features)) : null;
        return { features, position: at + 1, invited, accepted };
      }),
  );
}

const distance = (a: Record<string, number>, b: Record<string, number>) =>
  Math.sqrt(Object.keys(b).reduce((sum, key) => sum + ((a[key] as number) - (b[key] as number)) ** 2, 0));

describe('learning weights from logged outcomes', () => {
  const log = logOf(seeded(31), 3_000);
  const learned = learnWeights(log);

  it('learned weights are less than half as far from the true weights as the starting weights', () => {
    expect(distance(learned.weights.wants, truth.wants)).toBeLessThan(
      distance(handWeights.wants, truth.wants) / 2,
    );
    expect(distance(learned.weights.accepts, truth.accepts)).toBeLessThan(
      distance(handWeights.accepts, truth.accepts) / 2,
    );
  });

  it('position bias is corrected: the propensities of the positions are recovered', () => {
    const naive = learnWeights(log, { isDebiased: false });
    expect(distance(learned.weights.wants, truth.wants)).toBeLessThan(
      distance(naive.weights.wants, truth.wants) * 0.6,
    );
    expect(learned.propensities[0]).toBe(1);
    for (const position of [2, 3, 5, 8])
      expect(Math.abs((learned.propensities[position - 1] as number) - lookedAtShare(position))).toBeLessThan(
        0.12,
      );
  });

  it('learned weights order unseen tutors better than the starting weights', () => {
    const random = seeded(32);
    const hidden = modelOf(truth);
    const right = (weights: Weights) => {
      const model = modelOf(weights);
      let agreed = 0;
      for (let pair = 0; pair < 4_000; pair++) {
        const [a, b] = [0, 1].map(() => Float64Array.from({ length: featureCount }, random)) as [
          Float64Array,
          Float64Array,
        ];
        if (wantsSum(model, a) > wantsSum(model, b) === wantsSum(hidden, a) > wantsSum(hidden, b)) agreed++;
      }
      return agreed / 4_000;
    };
    expect(right(learned.weights)).toBeGreaterThan(right(handWeights) + 0.1);
    expect(right(learned.weights)).toBeGreaterThan(0.93);
  });

  it('without outcomes the weights do not change, and with few outcomes hardly', () => {
    expect(learnWeights([]).weights).toEqual(handWeights);
    const few = learnWeights(log.slice(0, 12)).weights;
    for (const name of wantsNames)
      expect(Math.abs(few.wants[name] - handWeights.wants[name])).toBeLessThan(0.3);
  });

  it('learned weights survive a round trip through JSON, and a weight that is not a number is refused', () => {
    expect(readWeights(JSON.parse(JSON.stringify(learned.weights)))).toEqual(learned.weights);
    expect(() => readWeights({ ...handWeights, wants: { ...handWeights.wants, price: '1' } })).toThrow(
      'wants.price',
    );
    expect(wantsCount).toBe(wantsNames.length);
  });
});
