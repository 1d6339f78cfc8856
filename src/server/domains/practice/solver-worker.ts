import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type ExpectedAnswer, grade } from '#engine/solver/practice/grade.ts';
import { functionsIn, type Plot, plot, type Range } from '#engine/solver/practice/plot.ts';
import { solve } from '#engine/solver/solve.ts';
import { checkStatement } from '#engine/solver/teaching/check-statement.ts';
import { hints } from '#engine/solver/teaching/hints.ts';
import { type Marking, markWorking } from '#engine/solver/teaching/mark-working.ts';

// On Linux this applies to this thread only: answers and voice calls come first.
if (process.platform === 'linux') setPriority(10);

/** A student's working of a problem. Without a problem: statements that are true or false by themselves. */
export type Attempt = { problem: string; lines: string[] };
/** A sentence to find functions in, or the functions themselves. */
export type PlotTask = { text: string } | { expressions: string[]; range?: Range | undefined };
export type SolverTask =
  | { solve: string }
  | { check: string[] }
  | { grade: ExpectedAnswer; given: string }
  | { mark: Attempt }
  | { plot: PlotTask };

function work(task: SolverTask) {
  if ('check' in task) return task.check.map(checkStatement);
  if ('grade' in task) return grade(task.grade, task.given);
  if ('mark' in task) return { marking: markWorking(task.mark.problem, task.mark.lines) };
  if ('plot' in task) return { plot: drawn(task.plot) };
  const solved = solve(task.solve);
  return solved.ok ? { ...solved, hints: hints(solved) } : solved;
}
const drawn = (task: PlotTask): Plot | undefined =>
  'text' in task ? plot(functionsIn(task.text)) : plot(task.expressions, task.range);

export type Marked = { marking: Marking | undefined };
export type Solved = Extract<ReturnType<typeof work>, { ok: unknown }>;
export type Checked = Extract<ReturnType<typeof work>, readonly unknown[]>;

parentPort?.on('message', ({ id, task }: { id: number; task: SolverTask }) => {
  try {
    parentPort?.postMessage({ id, result: work(task) });
  } catch (error) {
    parentPort?.postMessage({ id, failed: error instanceof Error ? error.message : 'unknown' });
  }
});

// The code is loaded: from here on the timeout counts.
parentPort?.postMessage({ id: 0 });
