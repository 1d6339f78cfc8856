/**
 * Writes the mathematics questions of the question bank: `node write-bank-cli.ts FILE`. A question that is
 * already in the file keeps its id, because cards and quizzes refer to it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { makeBank } from './make-bank.ts';

const seed = 8;
const firstId = 1001;

const path = process.argv[2];
if (!path) {
  console.error('Say which file to write.');
  process.exit(1);
}
type Row = { id: number; zh: string };
const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
const known = new Map(lines.map((line) => JSON.parse(line) as Row).map(({ id, zh }) => [zh, id]));
let next = Math.max(firstId - 1, ...known.values()) + 1;
const bank = makeBank(seed, (why) => console.error(why));
const rows = bank.map(({ kind, level, text, problem, answer, answerLatex, choices }) => ({
  id: known.get(text.zh) ?? next++,
  kind,
  level,
  ...text,
  problem,
  answer,
  latex: answerLatex,
  choices,
}));
writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
console.error(`${rows.length} questions`);
