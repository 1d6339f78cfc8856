import type { Kind, Solution, Words } from '../solution.ts';
import { solve } from '../solve.ts';
import { type Dice, type Level, makers } from './practice-makers.ts';

export type Question = { readonly text: Words; readonly solution: Solution };

/** Chance that comes out the same for the same seed (mulberry32). */
function diceOf(seed: number): Dice {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(share() * (high - low + 1));
  return {
    between,
    nonzero: (low, high) => {
      for (;;) {
        const found = between(low, high);
        if (found !== 0) return found;
      }
    },
    pick: (items) => {
      if (items.length === 0) throw new RangeError('nothing to pick from');
      return items[between(0, items.length - 1)] as (typeof items)[number];
    },
  };
}

const mostTries = 20;

/** Questions of one kind with the solver's own verified answers; one whose steps were not all checked is not asked. */
export function practise(kind: Kind, seed: number, level: Level, count = 5): Question[] {
  const dice = diceOf(seed);
  const questions: Question[] = [];
  const seen = new Set<string>();
  for (let tries = 0; questions.length < count && tries < count * mostTries; tries += 1) {
    const text = makers[kind](dice, level);
    if (seen.has(text.zh)) continue;
    seen.add(text.zh);
    const solution = solve(text.zh);
    if (!solution.ok || solution.steps.some(({ claim, checked }) => claim !== undefined && !checked))
      continue;
    const other = solve(text.en);
    // Both wordings must be understood alike, or the question would depend on the reader's language.
    if (!other.ok || other.answer !== solution.answer) continue;
    questions.push({ text, solution });
  }
  return questions;
}
