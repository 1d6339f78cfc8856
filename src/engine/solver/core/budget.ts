/** Hostile input must end: every costly loop spends from one budget, and one number may only grow so far. */
export class TooHard extends Error {}

const mostWork = 200_000;
/** Work is what bounds a call; the clock only stops what costs more than it counts, on a machine that may be busy. */
const mostMilliseconds = 4_000;
/** Bits of the longest number worked with. */
export const mostBits = 2_048;

let work = 0;
let deadline = 0;
let depth = 0;

export function spend(amount = 1): void {
  if (depth === 0) return;
  const before = work;
  work += amount;
  if (work > mostWork) throw new TooHard('work');
  // The clock is asked for seldom: it costs more than the work it guards.
  if (before >> 8 !== work >> 8 && performance.now() > deadline) throw new TooHard('time');
}

/** Runs within a budget; inside another one it shares what that has left. */
export function withinBudget<Result>(run: () => Result): Result {
  if (depth === 0) {
    work = 0;
    deadline = performance.now() + mostMilliseconds;
  }
  depth += 1;
  try {
    return run();
  } finally {
    depth -= 1;
  }
}
