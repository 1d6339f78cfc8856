import { diceOf } from '../practice/dice.ts';
import type { Kind, Solution, Words } from '../solution.ts';
import { solve } from '../solve.ts';
import { type Level, makers } from './practice-makers.ts';

export type Question = { readonly text: Words; readonly solution: Solution };

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
