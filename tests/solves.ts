import { expect, it } from 'vitest';
import { check } from '#engine/solver/checking/check.ts';
import { evaluate } from '#engine/solver/core/numeric.ts';
import { relationsOf } from '#engine/solver/core/statement.ts';
import { normaliseText } from '#engine/solver/reading/normalise.ts';
import { parseStatement } from '#engine/solver/reading/parse.ts';
import type { Kind, Solution } from '#engine/solver/solution.ts';
import { solve } from '#engine/solver/solve.ts';

export type Row = readonly [problem: string, kind: Kind, answer: string];

export function solved(problem: string): Solution {
  const found = solve(problem);
  if (!found.ok) throw new Error(`${problem}: ${found.reason.en}`);
  return found;
}

/** Regression tests: the answer, correct steps in both languages, and LaTeX that matches the claims. */
export function solves(rows: readonly Row[]) {
  it.each(rows)('%s (%s): %s', (problem, kind, answer) => {
    const found = solved(problem);
    expect([found.kind, found.answer]).toEqual([kind, answer]);
    expect(found.steps.length).toBeGreaterThan(0);
    for (const { text, latex, checked, claim } of found.steps) {
      expect(text.zh && text.en).not.toBe('');
      // A claim was checked when the step was written, and has to pass the check again.
      if (claim) expect([checked, check(claim)], latex).toEqual([true, 'yes']);
      if (claim) expectReadBack(latex, claim);
    }
  });
}

function expectReadBack(latex: string, claim: NonNullable<Solution['steps'][number]['claim']>) {
  if (latex.includes('\\iff') || /no real|mathbb|\\int|frac\{d\}/.test(latex)) return;
  const plain = normaliseText(latex.replaceAll('\\text{ or }', ' or ').replaceAll(',\\ ', ', '));
  if (claim.relation === 'iff' || claim.relation === 'implies')
    expect(check({ ...claim, relation: 'iff', from: claim.to, to: plain }), latex).toBe('yes');
  else if (claim.relation === 'equal') {
    const to = plain.split('=').at(-1) ?? '';
    expect(check({ relation: 'equal', from: claim.to, to, over: [] }), latex).toBe('yes');
  }
}

/** Checks answers by substituting them into the equation. */
export function fulfils(problems: readonly (readonly [problem: string, equation: string])[]) {
  it.each(problems)('%s: the answer put into %s', (problem, equation) => {
    const [relation] = relationsOf(parseStatement(normaliseText(equation)));
    for (const { a, b } of relationsOf(parseStatement(solved(problem).answer))) {
      const at = { [a.k === 'sym' ? a.name : 'x']: evaluate(b, {}) };
      expect(evaluate(relation?.a ?? b, at)).toBeCloseTo(evaluate(relation?.b ?? a, at), 9);
    }
  });
}
