/** Where two lines or curves meet: their equations solved together, told as points. */

import { statementLatex, toLatex, toText } from '../../core/print.ts';
import { both, type Relation, relationsOf, type Statement, variablesOf } from '../../core/statement.ts';
import type { Reading } from '../../reading/read.ts';
import { Cannot } from '../../solution.ts';
import { finish, newPaper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';
import { solveSystem } from './simultaneous.ts';

const asked = /交點|相交於|intersection|intersects?\b|meets?\b/;
const asksMore =
  /距離|中點|面積|斜率|截距|個數|多少個|數目|方程(?!\s*[a-z\d])|之間|[xy]\s*軸|垂直|平行|通過|過|distance|midpoint|area|slope|between|number|how many|[xy]-axis|through|parallel|perpendicular/;

export function intersection(reading: Reading): Work | undefined {
  const { lower, statements } = reading;
  if (!asked.test(lower) || asksMore.test(lower) || reading.broken) return undefined;
  if (reading.exprs.some((x) => x.k !== 'sym')) return undefined;
  const equations = statements.filter((one): one is Relation => one.k === 'rel' && one.op === '=');
  if (equations.length !== 2 || statements.length !== 2) return undefined;
  if (variablesOf(both(...equations)).join() !== 'x,y' && variablesOf(both(...equations)).join() !== 'y,x')
    return undefined;
  const paper = newPaper();
  const { answer } = solveSystem(paper, equations);
  if (answer === 'many')
    throw new Cannot('兩者重合，有無限多個交點。', 'They coincide: they meet at every point.');
  if (answer.k === 'none') throw new Cannot('兩者沒有交點。', 'They do not meet.');
  const points = (answer.k === 'or' ? answer.parts : [answer]).map(pointOf);
  return finish(paper, {
    kind: 'coordinate geometry',
    method: methods['simultaneous equations'],
    problemLatex: statementLatex(both(...equations)),
    several: true,
    answer: points.map(([x, y]) => `(${toText(x)}, ${toText(y)})`).join(' or '),
    answerLatex: points.map(([x, y]) => `\\left(${toLatex(x)}, ${toLatex(y)}\\right)`).join('\\text{ or }'),
  });
}

function pointOf(branch: Statement) {
  const at = (name: string) => relationsOf(branch).find(({ a }) => a.k === 'sym' && a.name === name)?.b;
  const [x, y] = [at('x'), at('y')];
  if (!x || !y) throw new Cannot('未能讀出交點。', 'The points could not be told.');
  return [x, y] as const;
}
