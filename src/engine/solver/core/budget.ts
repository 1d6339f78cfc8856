/**
 * Bounds the work on hostile input: every costly loop spends from one budget, and numbers have a maximum
 * length.
 */
/** Thrown when a computation exceeds the work budget, the time limit or a size limit. */
export class BudgetExceededError extends Error {}

const maxWork = 200_000;
/** The work count is the real limit; the time stops work that is undercounted. */
const maxMilliseconds = 4_000;
/** Maximum length of a number, in bits. */
export const maxBits = 2_048;

/** The processor time of this thread: on a busy machine no answer is given up for the time others take. */
export function processorMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

let work = 0;
let deadline = 0;
let depth = 0;

/**
 * Charges work to the current budget; throws BudgetExceededError when it is used up. Outside a budget it does nothing.
 */
export function spend(amount = 1): void {
  if (depth === 0) return;
  const before = work;
  work += amount;
  if (work > maxWork) throw new BudgetExceededError('work');
  // The clock is read once per 256 units: reading it costs more than the work it guards.
  if (before >> 8 !== work >> 8 && processorMs() > deadline) throw new BudgetExceededError('time');
}

/** Runs a function within a work budget; a nested call shares what remains of the outer budget. */
export function withinBudget<Result>(run: () => Result): Result {
  if (depth === 0) {
    work = 0;
    deadline = processorMs() + maxMilliseconds;
  }
  depth += 1;
  try {
    return run();
  } finally {
    depth -= 1;
  }
}
