/**
 * Records the steps of a solution: each step is checked when it is added, and a false step ends the attempt.
 */

import { check } from './checking/check.ts';
import type { Claim } from './checking/claim.ts';
import type { Expr } from './core/expr.ts';
import { statementLatex, statementText, toLatex, toText } from './core/print.ts';
import { type Statement, variablesOf } from './core/statement.ts';
import { methods } from './methods.ts';
import { type BilingualText, CannotSolveError, type Kind, type Step } from './solution.ts';

export type Work = {
  readonly kind: Kind;
  readonly method: BilingualText;
  readonly problemLatex: string;
  readonly answer: string;
  readonly answerLatex: string;
  readonly steps: readonly Step[];
  /** The answer covers all of several quantities requested at once. */
  readonly answersSeveral?: true;
  /** The answer is rounded as the problem requests. */
  readonly isRounded?: true;
};

/** Thrown when the claim of a step is found to be false. */
export class FalseStepError extends Error {}

export type StepRecorder = ReturnType<typeof createStepRecorder>;

export function createStepRecorder() {
  const steps: Step[] = [];

  function claimed(text: BilingualText, latex: string, claim: Claim): void {
    const verdict = check(claim);
    if (verdict === 'no') throw new FalseStepError(`${claim.relation}: ${claim.from} / ${claim.to}`);
    steps.push({ text, latex, checked: verdict === 'yes', claim });
  }

  return {
    steps,
    /** An explanation that claims nothing, so nothing is checked. */
    note(text: BilingualText, latex = ''): void {
      steps.push({ text, latex, checked: false });
    },
    /** Claims from = to. */
    equal(text: BilingualText, from: Expr, to: Expr, given?: Statement): void {
      claimed(text, `${toLatex(from)}=${toLatex(to)}`, {
        relation: 'equal',
        from: toText(from),
        to: toText(to),
        over: [],
        ...(given ? { given: statementText(given) } : {}),
      });
    },
    /** Like `equal`, with the left side shown as a name such as `\Delta` or `P(A)`. */
    named(text: BilingualText, name: string, from: Expr, to: Expr): void {
      const same = toText(from) === toText(to);
      claimed(text, same ? `${name}=${toLatex(to)}` : `${name}=${toLatex(from)}=${toLatex(to)}`, {
        relation: 'equal',
        from: toText(from),
        to: toText(to),
        over: [],
      });
    },
    /** `aside`: the step concerns only a part of the problem, so both sides are shown. */
    iff(text: BilingualText, from: Statement, to: Statement, given?: Statement, aside = false): void {
      claimed(text, aside ? `${statementLatex(from)}\\iff ${statementLatex(to)}` : statementLatex(to), {
        relation: 'iff',
        from: statementText(from),
        to: statementText(to),
        over: variablesOf(from).length > 0 ? variablesOf(from) : variablesOf(to),
        ...(given ? { given: statementText(given) } : {}),
      });
    },
    implies(text: BilingualText, from: Statement, to: Statement): void {
      claimed(text, statementLatex(to), {
        relation: 'implies',
        from: statementText(from),
        to: statementText(to),
        over: variablesOf(from),
      });
    },
    claimed,
    last(): Step | undefined {
      return steps.at(-1);
    },
  };
}

/** Completes the work; an answer without any recorded step counts as unverified. */
export function finish(
  paper: StepRecorder,
  work: Omit<Work, 'steps' | 'method'> & Partial<Pick<Work, 'method'>>,
): Work {
  if (paper.steps.length === 0)
    throw new CannotSolveError('未能核實答案。', 'The answer could not be verified.');
  return { method: methods[work.kind], ...work, steps: paper.steps };
}

export function exprAnswer(x: Expr): { answer: string; answerLatex: string } {
  return { answer: toText(x), answerLatex: toLatex(x) };
}
export function statementAnswer(statement: Statement): { answer: string; answerLatex: string } {
  return { answer: statementText(statement), answerLatex: statementLatex(statement) };
}
