/** Runs solver code on arbitrary text: expected failures become return values. */
import { BudgetExceededError } from './core/budget.ts';
import { UndefinedValueError } from './core/ratio.ts';
import { ParseError } from './reading/tokens.ts';

/** Returns undefined when the text cannot be parsed. */
export function ifReadable<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

/** Returns `otherwise` when the text cannot be parsed, has no defined value or exceeds the work budget. */
export function fallbackIfUnsolvable<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch (error) {
    const isExpected = [BudgetExceededError, ParseError, UndefinedValueError, RangeError].some(
      (kind) => error instanceof kind,
    );
    if (isExpected) return otherwise;
    throw error;
  }
}
