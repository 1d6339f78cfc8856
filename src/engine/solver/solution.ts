import type { Claim } from './checking/claim.ts';

export type BilingualText = { readonly zh: string; readonly en: string };
export const bilingual = (zh: string, en: string): BilingualText => ({ zh, en });

export const kinds = [
  'arithmetic',
  'factorisation',
  'expansion',
  'simplification',
  'linear equation',
  'simultaneous equations',
  'quadratic equation',
  'polynomial equation',
  'fractional equation',
  'radical equation',
  'absolute value equation',
  'completing the square',
  'discriminant',
  'inequality',
  'indices',
  'logarithms',
  'exponential equation',
  'logarithmic equation',
  'sequence',
  'function',
  'coordinate geometry',
  'trigonometry',
  'trigonometric equation',
  'triangle',
  'differentiation',
  'integration',
  'statistics',
  'probability',
  'unit conversion',
  'change of subject',
  'number',
] as const;
export type Kind = (typeof kinds)[number];

export type Step = {
  readonly text: BilingualText;
  readonly latex: string;
  /** The claim was verified by arithmetic, independently of the algebra that produced it. */
  readonly checked: boolean;
  readonly claim?: Claim;
};

export type Solution = {
  readonly ok: true;
  readonly input: string;
  readonly kind: Kind;
  /** The problem as it was understood, so that the student can see whether it was read correctly. */
  readonly problemLatex: string;
  readonly answer: string;
  readonly answerLatex: string;
  readonly steps: readonly Step[];
  readonly method: BilingualText;
};

export type Declined = { readonly ok: false; readonly input: string; readonly reason: BilingualText };

/** Thrown by a kind that recognises a problem but cannot solve it. */
export class CannotSolveError extends Error {
  readonly reason: BilingualText;
  constructor(zh: string, en: string) {
    super(en);
    this.reason = { zh, en };
  }
}
