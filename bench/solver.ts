/**
 * Checks that every step shown as checked is true: over 2,000 generated problems of all kinds and wordings
 * are solved, and SymPy, in separate processes, marks each answer and the claim of each step. Exits with 1
 * when a target is missed. `npm run bench -- solver SEED SHARE MARKERS` sets the seed, the share of the
 * problems and the number of marking processes.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { solve } from '../src/engine/solver/solve.ts';
import { makeProblems } from './solver/makers.ts';
import type { Problem } from './solver/problem.ts';
import { atLeast, atMost, missed, printTable, type Row } from './tools/table.ts';

const seed = Number(process.argv[2] ?? 1);
const share = Number(process.argv[3] ?? 1);
const markers = Number(process.argv[4] ?? availableParallelism());
const python = 'python3';
const percent = (value: number) => `${(value * 100).toFixed(1)} %`;
const milliseconds = (value: number) => `${value.toFixed(1)} ms`;
const whole = (value: number) => String(value);

type Mark = { id: number; answer: string; wrong: [string, unknown][]; unmarked: number };

if (spawnSync(python, ['-c', 'import sympy']).status !== 0) {
  console.error(
    `SymPy is missing: nothing can be marked. Install it (apt install python3-sympy, or pip install sympy) for ${python}.`,
  );
  process.exit(1);
}

/** Distributes the problems over several marking processes, because SymPy is the slow part. */
async function markAll(lines: { id: number; line: string }[]): Promise<Map<number, Mark>> {
  const marks = new Map<number, Mark>();
  await Promise.all(
    Array.from({ length: markers }, async (_, turn) => {
      const marker = spawn(python, [join(import.meta.dirname, 'solver/mark.py')], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      for (const { id, line } of lines) if (id % markers === turn) marker.stdin.write(`${line}\n`);
      marker.stdin.end();
      for await (const line of createInterface({ input: marker.stdout })) {
        const mark = JSON.parse(line) as Mark;
        marks.set(mark.id, mark);
      }
    }),
  );
  return marks;
}

const coldStart = performance.now();
solve('2x+5=13');
const cold = performance.now() - coldStart;
const problems = makeProblems(seed, share);
for (const { text } of problems.slice(0, 200)) solve(text);

const times: number[] = [];
const solved = problems.map((problem: Problem) => {
  const started = performance.now();
  const found = solve(problem.text);
  times.push(performance.now() - started);
  return { problem, found };
});
times.sort((a, b) => a - b);

const lines = solved.flatMap(({ problem, found }, id) =>
  found.ok
    ? [
        {
          id,
          line: JSON.stringify({
            id,
            truth: problem.truth,
            answer: found.answer.replace(/ \+ C$/, ''),
            claims: found.steps.flatMap(({ checked, claim }) => (checked && claim ? [claim] : [])),
          }),
        },
      ]
    : [],
);
const marks = await markAll(lines);

type Tally = {
  all: number;
  solved: number;
  declined: number;
  wrong: number;
  unmarked: number;
  steps: number;
  wrongSteps: number;
  unmarkedSteps: number;
};
const kinds = new Map<string, Tally>();
const total: Tally = {
  all: 0,
  solved: 0,
  declined: 0,
  wrong: 0,
  unmarked: 0,
  steps: 0,
  wrongSteps: 0,
  unmarkedSteps: 0,
};
solved.forEach(({ problem, found }, id) => {
  const tally = kinds.get(problem.kind) ?? {
    all: 0,
    solved: 0,
    declined: 0,
    wrong: 0,
    unmarked: 0,
    steps: 0,
    wrongSteps: 0,
    unmarkedSteps: 0,
  };
  kinds.set(problem.kind, tally);
  const mark = marks.get(id);
  for (const one of [tally, total]) {
    one.all += 1;
    if (!found.ok) {
      one.declined += 1;
      continue;
    }
    if (!mark) throw new Error(`no mark for ${problem.text}`);
    one.steps += found.steps.filter(({ checked }) => checked).length;
    one.wrongSteps += mark.wrong.length;
    one.unmarkedSteps += mark.unmarked;
    if (mark.answer === 'right') one.solved += 1;
    else if (mark.answer === 'unmarked') one.unmarked += 1;
    else one.wrong += 1;
  }
  if (!found.ok) console.log(`declined  ${problem.text}: ${found.reason.en}`);
  else if (mark && mark.answer !== 'right')
    console.log(`${mark.answer}  ${problem.text}: ${found.answer}   ${JSON.stringify(problem.truth)}`);
  for (const [why, claim] of mark?.wrong ?? [])
    console.log(`step ${why}  ${problem.text}: ${JSON.stringify(claim)}`);
});

const percentile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
const rows: Row[] = [
  ...[...kinds].map(([kind, tally]) => ({
    metric: kind,
    value: `${tally.solved} of ${tally.all} solved, ${tally.declined} declined, ${tally.wrong} wrong; ${tally.steps} steps, ${tally.wrongSteps} wrong, ${tally.unmarkedSteps} unmarked`,
  })),
  {
    metric: 'problems',
    value: whole(total.all),
    ...(share === 1 ? { target: '≥ 2000', reached: total.all >= 2000 } : {}),
  },
  atMost('wrong steps shown as checked', total.wrongSteps, 0, whole),
  atMost('wrong answers', total.wrong, 0, whole),
  atLeast('solved, with steps', total.solved / total.all, 0.95, percent),
  { metric: 'answers SymPy could not mark', value: whole(total.unmarked) },
  {
    metric: 'steps shown as checked',
    value: `${total.steps}, of which SymPy could not mark ${total.unmarkedSteps}`,
  },
  { metric: 'first problem of a process', value: milliseconds(cold) },
  atMost('a problem, median', percentile(0.5), 50, milliseconds),
  { metric: 'a problem, p99', value: milliseconds(percentile(0.99)) },
];
printTable(rows);
if (missed(rows)) process.exitCode = 1;
