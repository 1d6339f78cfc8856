/** 滿足不等式的最大整數: the greatest or least whole number within an inequality. */
import { truth } from '../../checking/truth.ts';
import { num, sum } from '../../core/expr.ts';
import { statementLatex } from '../../core/print.ts';
import { relationsOf, variablesOf } from '../../core/statement.ts';
import type { Reading } from '../../reading/read.ts';
import { Cannot, words } from '../../solution.ts';
import { exprAnswer, finish, newPaper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';
import { solveCompound } from './inequality.ts';
import { hasTrigOf } from './trig-equation.ts';

const greatest = /最大的?整數|(?:greatest|largest) (?:possible )?(?:integer|integral value|whole number)/;
const least = /最小的?整數|(?:least|smallest) (?:possible )?(?:integer|integral value|whole number)/;
const other = /正|負|奇|偶|質|positive|negative|odd|even|prime|和|sum|及|與|有多少|個數/;
const most = 1_000;

export function extremeInteger(reading: Reading): Work | undefined {
  const { lower } = reading;
  const [wantsMost, wantsLeast] = [greatest.test(lower), least.test(lower)];
  if (wantsMost === wantsLeast || other.test(lower) || reading.broken) return undefined;
  const [problem, ...more] = reading.statements;
  const [name, ...names] = problem ? variablesOf(problem) : [];
  if (!problem || !name || more.length > 0 || names.length > 0) return undefined;
  if (relationsOf(problem).some(({ a, b, op }) => op === '=' || hasTrigOf(sum(a, b), name))) return undefined;
  if (reading.exprs.some((x) => x.k !== 'sym' || x.name !== name)) return undefined;
  const paper = newPaper();
  const within = solveCompound(paper, problem, name);
  const holds = (value: number) => truth(within, { [name]: value });
  const all = Array.from({ length: 2 * most + 1 }, (_, at) => at - most).filter(holds);
  const value = wantsMost ? all.at(-1) : all[0];
  if (value === undefined) throw new Cannot('沒有符合的整數。', 'No whole number satisfies it.');
  if (Math.abs(value) === most)
    throw new Cannot('沒有這樣的整數，或數值太大。', 'There is no such whole number, or it is too large.');
  paper.note(
    wantsMost
      ? words('取範圍內最大的整數。', 'Take the greatest whole number in it.')
      : words('取範圍內最小的整數。', 'Take the least whole number in it.'),
    `${value}`,
  );
  return finish(paper, {
    kind: 'inequality',
    method: methods.inequality,
    problemLatex: statementLatex(problem),
    ...exprAnswer(num(value)),
  });
}
