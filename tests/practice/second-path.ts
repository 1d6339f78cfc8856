/** Checks answers of the question bank without the solver's algebra: by substitution and plain arithmetic. */
import { derivativeAt, integralBetween } from '#engine/solver/checking/check.ts';
import { truth } from '#engine/solver/checking/truth.ts';
import type { Expr } from '#engine/solver/core/expr.ts';
import { evaluate } from '#engine/solver/core/numeric.ts';
import { relationsOf, type Statement } from '#engine/solver/core/statement.ts';
import { parseExpr, parseStatement } from '#engine/solver/reading/parse.ts';
import { read } from '#engine/solver/reading/read.ts';
import {
  chance,
  near,
  numbersIn,
  range,
  statistic,
  type Tried,
  terms,
  units,
  value,
  whole,
} from './arithmetic.ts';

const points = [0.3719, 1.9127, 2.7331, 5.1301, -1.2953, -0.4421];

const equationsOf = (problem: string) =>
  read(problem).statements.filter((one) => relationsOf(one).every(({ op }) => op === '='));
const expressionOf = (problem: string): Expr => {
  const [found] = read(problem).exprs.toReversed();
  if (!found) throw new Error(`no expression in ${problem}`);
  return found;
};
const holdsAt = (statements: readonly Statement[], at: Record<string, number>) =>
  statements.length > 0 &&
  statements.every((one) =>
    relationsOf(one).every(({ a, b }) => near(evaluate(a, at), evaluate(b, at), 1e-8)),
  );

const solves = ({ problem, answer }: Tried) =>
  answer.split(' or ').every((one) => {
    const root = one.replace(/^x = /, '');
    return holdsAt(equationsOf(problem), { x: evaluate(parseExpr(root), {}) });
  });
const sameEverywhere = ({ problem, answer }: Tried) => {
  const [question, found] = [expressionOf(problem), parseExpr(answer)];
  return points.every((x, at) => {
    const where = { x, y: points[(at + 2) % points.length] as number };
    return near(evaluate(question, where), evaluate(found, where), 1e-8);
  });
};
const sameValue = ({ problem, answer }: Tried) => near(evaluate(expressionOf(problem), {}), value(answer));

/** The coefficients a, b, c of a quadratic, computed from three of its values. */
function quadraticOf(problem: string): [number, number, number] {
  const [equation] = equationsOf(problem);
  const first = equation ? relationsOf(equation)[0] : undefined;
  const isCurve = first?.a.k === 'sym';
  const f = (x: number) =>
    first
      ? isCurve
        ? evaluate(first.b, { x })
        : evaluate(first.a, { x }) - evaluate(first.b, { x })
      : evaluate(expressionOf(problem), { x });
  const [c, plus, minus] = [f(0), f(1), f(-1)];
  return [(plus + minus) / 2 - c, (plus - minus) / 2, c];
}

function plane({ problem, answer }: Tried): boolean {
  const [a, b, c, d] = numbersIn(problem.split('的')[0] ?? problem) as [number, number, number, number];
  if (problem.includes('中點')) {
    const [x, y] = answer.slice(1, -1).split(',').map(value) as [number, number];
    return near(2 * x, a + c) && near(2 * y, b + d);
  }
  if (problem.includes('距離')) return near(value(answer), Math.hypot(c - a, d - b));
  if (problem.includes('斜率')) return near(value(answer) * (c - a), d - b);
  const line = [parseStatement(answer)];
  if (!problem.includes('平行')) return holdsAt(line, { x: a, y: b }) && holdsAt(line, { x: c, y: d });
  const [other] = equationsOf(problem);
  const rise = (one: Statement) =>
    evaluate((relationsOf(one)[0] as { b: Expr }).b, { x: 1 }) -
    evaluate((relationsOf(one)[0] as { b: Expr }).b, { x: 0 });
  return (
    holdsAt(line, { x: a, y: b }) && other !== undefined && near(rise(other), rise(line[0] as Statement))
  );
}

function sides({ problem, answer }: Tried): boolean {
  const measure = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(problem)?.[1]);
  const angle = (name: string) => (measure(name) * Math.PI) / 180;
  if (problem.includes('面積'))
    return near(value(answer), (measure('b') * measure('c') * Math.sin(angle('A'))) / 2);
  if (/求 a/.test(problem))
    return near(
      value(answer) ** 2,
      measure('b') ** 2 + measure('c') ** 2 - 2 * measure('b') * measure('c') * Math.cos(angle('A')),
    );
  if (/求 b/.test(problem))
    return near(value(answer) / Math.sin(angle('B')), measure('a') / Math.sin(angle('A')));
  const [a, b, c] = [measure('a'), measure('b'), measure('c')];
  return near(Math.cos(value(answer)), (b * b + c * c - a * a) / (2 * b * c));
}

function curve({ problem, answer }: Tried): boolean {
  const at = /f\((-?\d+)\)$/.exec(problem)?.[1];
  if (at !== undefined) {
    const body = /f\(x\) = (.*?)，/.exec(problem)?.[1] ?? '';
    return near(value(answer), evaluate(parseExpr(body), { x: Number(at) }));
  }
  const [a, b, c] = quadraticOf(problem);
  if (problem.includes('截距')) return near(b * value(answer) + c, 0);
  const [x, y] = [-b / (2 * a), c - (b * b) / (4 * a)];
  if (problem.includes('最小值')) return a > 0 && near(value(answer), y);
  const [vx, vy] = answer.slice(1, -1).split(',').map(value) as [number, number];
  return near(vx, x) && near(vy, y);
}

function area({ problem, answer }: Tried): boolean {
  const definite = /∫_(\d+)\^(\d+) (.*) dx/.exec(problem);
  if (definite)
    return near(
      value(answer),
      integralBetween(
        (x) => evaluate(parseExpr(definite[3] ?? ''), { x }),
        Number(definite[1]),
        Number(definite[2]),
      ),
      1e-6,
    );
  const body = parseExpr(/∫ (.*) dx/.exec(problem)?.[1] ?? '');
  const whole = parseExpr(answer.replace(/ \+ C$/, ''));
  return points.every((x) =>
    near(
      derivativeAt((at) => evaluate(whole, { x: at }), x),
      evaluate(body, { x }),
      1e-5,
    ),
  );
}

const rate = ({ problem, answer }: Tried) => {
  const [body, found] = [expressionOf(problem), parseExpr(answer)];
  const inside = points.filter((x) => Number.isFinite(evaluate(body, { x })));
  return (
    inside.length >= 3 &&
    inside.every((x) =>
      near(
        derivativeAt((at) => evaluate(body, { x: at }), x),
        evaluate(found, { x }),
        1e-5,
      ),
    )
  );
};
const system = ({ problem, answer }: Tried) =>
  answer
    .split(' or ')
    .every((one) =>
      holdsAt(
        equationsOf(problem),
        Object.fromEntries(one.split(', ').map((part) => [part[0], value(part)])),
      ),
    );
const within = ({ problem, answer }: Tried) => {
  const [question] = read(problem).statements;
  const found = parseStatement(answer);
  return (
    question !== undefined &&
    range(81).every((at) => truth(question, { x: at / 4 - 10 }) === truth(found, { x: at / 4 - 10 }))
  );
};
const rearranged = ({ problem, answer }: Tried) => {
  const [name = '', body = ''] = answer.split(' = ');
  const others = Object.fromEntries(
    [...'yuvakbcPAmxh'].filter((one) => one !== name).map((one, at) => [one, 1.3 + at]),
  );
  return holdsAt(equationsOf(problem), { ...others, [name]: evaluate(parseExpr(body), others) });
};

const checks: Record<string, (tried: Tried) => boolean> = {
  arithmetic: (tried) =>
    /的 \d+%/.test(tried.problem)
      ? near(
          value(tried.answer),
          ((numbersIn(tried.problem)[0] as number) * (numbersIn(tried.problem)[1] as number)) / 100,
        )
      : sameValue(tried),
  logarithms: sameValue,
  trigonometry: (tried) =>
    tried.problem.startsWith('已知')
      ? near(
          (numbersIn(tried.problem)[0] as number) ** 2 +
            (value(tried.answer) * (numbersIn(tried.problem)[1] as number)) ** 2,
          (numbersIn(tried.problem)[1] as number) ** 2,
        )
      : sameValue(tried),
  factorisation: sameEverywhere,
  expansion: sameEverywhere,
  simplification: sameEverywhere,
  indices: sameEverywhere,
  'completing the square': sameEverywhere,
  discriminant: ({ problem, answer }) => {
    const [a, b, c] = quadraticOf(problem);
    return near(value(answer), b * b - 4 * a * c);
  },
  'quadratic equation': (tried) => {
    if (!tried.problem.includes('多少個實根')) return solves(tried);
    const [a, b, c] = quadraticOf(tried.problem);
    const sign = Math.sign(Math.round(b * b - 4 * a * c));
    return value(tried.answer) === 1 + sign;
  },
  'simultaneous equations': system,
  inequality: within,
  sequence: terms,
  function: curve,
  'coordinate geometry': plane,
  triangle: sides,
  differentiation: rate,
  integration: area,
  statistics: statistic,
  probability: chance,
  'unit conversion': units,
  'change of subject': rearranged,
  number: whole,
};

export const isTrueByNumbers = (tried: Tried): boolean => (checks[tried.kind] ?? solves)(tried);
