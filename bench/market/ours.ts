import { learnWeights, type Outcome } from '../../src/engine/matching/learn.ts';
import { filled } from '../../src/engine/matching/matcher.ts';
import { pairFeatures } from '../../src/engine/matching/naive.ts';
import { packedTutors } from '../../src/engine/matching/packed/matcher.ts';
import { type Model, modelOf } from '../../src/engine/matching/pair/score.ts';
import { handWeights, type Weights } from '../../src/engine/matching/weights.ts';
import { simulateMarket, type Watcher } from './days.ts';
import type { Ranker } from './rankers.ts';
import { worldKinds } from './tastes.ts';
import { makeWorld } from './world.ts';

/** Ranks with the product's own search, over the tutors that fit. */
export const ours = (weights: Weights, name = 'ours'): Ranker => ({
  name,
  rank(wanted, tutors, now) {
    const index = filled(packedTutors({ weights, capacity: tutors.length + 1 }), tutors, now);
    return index.search(wanted, { top: 10, now }).list.map(({ id }) => id);
  },
});

/** Records what the platform would log: features when shown, position, invitation and answer. */
function logTo(outcomes: Outcome[], model: Model): Watcher {
  const waiting = new Map<string, Outcome>();
  return {
    looked({ wanted, shown, now, asked }) {
      shown.forEach((tutor, at) => {
        const features = pairFeatures(model, tutor, wanted, now);
        if (!features) return;
        const outcome: Outcome = { features, position: at + 1, invited: asked.has(tutor.id), accepted: null };
        outcomes.push(outcome);
        if (outcome.invited) waiting.set(`${wanted.id}/${tutor.id}`, outcome);
      });
    },
    answered(wanted, tutor, accepted) {
      const outcome = waiting.get(`${wanted}/${tutor}`);
      if (outcome) outcome.accepted = accepted;
    },
  };
}

/**
 * Learns weights with the product's own code, from logs of thirty days in every kind of world: first from lists
 * ordered by the hand-written weights, then also from lists ordered by the weights learned so far.
 */
export function learnInMarkets(seeds: readonly number[], from: Weights = handWeights) {
  const outcomes: Outcome[] = [];
  let weights = from;
  for (const seed of seeds) {
    const model = modelOf(weights);
    for (const kind of worldKinds)
      simulateMarket(makeWorld(kind, seed), () => ours(weights), logTo(outcomes, model));
    weights = learnWeights(outcomes, { from }).weights;
  }
  return { weights, outcomes: outcomes.length };
}
