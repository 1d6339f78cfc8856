/**
 * The claim of a step in machine-readable form. Texts are plain (`2*x + 3 = 7`, `x = 1 or x = 2`), so that
 * another computer algebra system can verify them.
 * - equal: the two expressions agree wherever both are defined
 * - iff: the two statements hold for the same real values of `over` (where `given` holds)
 * - implies: every value that satisfies `from` satisfies `to`; the step text mentions possible extra
 *   solutions
 * - derivative: `to` is the derivative of `from`; integral: `from` is the derivative of `to`
 * - definite: `to` is the integral of `from` between `bounds`
 * - ordered: `to` is the list `from`, from the least to the greatest
 * - commonest: `to` lists the most frequent members of the list `from` (`none`: each occurs once)
 * - approx: `to` is `from`, rounded as written
 */
export type Claim = {
  readonly relation:
    | 'equal'
    | 'iff'
    | 'implies'
    | 'derivative'
    | 'integral'
    | 'definite'
    | 'ordered'
    | 'commonest'
    | 'approx';
  readonly from: string;
  readonly to: string;
  readonly over: readonly string[];
  readonly given?: string;
  readonly bounds?: readonly [string, string];
};
