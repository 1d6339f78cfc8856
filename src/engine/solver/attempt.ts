/** What is tried on a text that may be anything. */
import { TooHard } from './core/budget.ts';
import { Undefined } from './core/ratio.ts';
import { Unreadable } from './reading/tokens.ts';

/** Undefined where something in it cannot be read. */
export function ifReadable<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** What cannot be read, has no value, or is too much to look at, is no fault of whoever wrote it. */
export function orElse<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch (error) {
    const isExpected = [TooHard, Unreadable, Undefined, RangeError].some((kind) => error instanceof kind);
    if (isExpected) return otherwise;
    throw error;
  }
}
