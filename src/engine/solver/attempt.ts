/** Runs solver code on arbitrary text: expected failures become return values. */
import { TooHard } from './core/budget.ts';
import { Undefined } from './core/ratio.ts';
import { Unreadable } from './reading/tokens.ts';

/** Returns undefined when the text cannot be parsed. */
export function ifReadable<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Returns `otherwise` when the text cannot be parsed, has no defined value or exceeds the work budget. */
export function orElse<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch (error) {
    const isExpected = [TooHard, Unreadable, Undefined, RangeError].some((kind) => error instanceof kind);
    if (isExpected) return otherwise;
    throw error;
  }
}
