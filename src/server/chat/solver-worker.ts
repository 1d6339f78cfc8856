import { parentPort } from 'node:worker_threads';
import { type Asked, grade } from '#engine/solver/practice/grade.ts';
import { solve } from '#engine/solver/solve.ts';
import { checkStatement } from '#engine/solver/teaching/check-statement.ts';
import { hints } from '#engine/solver/teaching/hints.ts';

export type SolverTask = { solve: string } | { check: string[] } | { grade: Asked; given: string };

function work(task: SolverTask) {
  if ('check' in task) return task.check.map(checkStatement);
  if ('grade' in task) return grade(task.grade, task.given);
  const solved = solve(task.solve);
  return solved.ok ? { ...solved, hints: hints(solved) } : solved;
}
export type Solved = Extract<ReturnType<typeof work>, { ok: unknown }>;
export type Checked = Extract<ReturnType<typeof work>, readonly unknown[]>;

parentPort?.on('message', ({ id, task }: { id: number; task: SolverTask }) => {
  try {
    parentPort?.postMessage({ id, result: work(task) });
  } catch (error) {
    parentPort?.postMessage({ id, failed: error instanceof Error ? error.message : 'unknown' });
  }
});

// Its code is read: from here on, time counts.
parentPort?.postMessage({ id: 0 });
