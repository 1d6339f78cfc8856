/**
 * Functions and their graphs: values, vertex, intercepts, domain, range, inverse; quadratics by completing
 * the square.
 */

import { type Expr, num, some, substitute, sym, symbolsOf } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { sumOfTerms } from '../../core/present.ts';
import { statementLatex, statementText, toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import {
  all,
  both,
  difference,
  mapExprs,
  none,
  type Relation,
  rel,
  type Statement,
} from '../../core/statement.ts';
import { methods } from '../../methods.ts';
import { parseExpr } from '../../reading/parse.ts';
import { functionOf, type Reading, read } from '../../reading/read.ts';
import { bilingual, CannotSolveError, type Kind } from '../../solution.ts';
import {
  createStepRecorder,
  exprAnswer,
  finish,
  type StepRecorder,
  statementAnswer,
  type Work,
} from '../../working.ts';
import { solveEquation, solveLiteral, valuesOf } from '../equations/equation.ts';
import { solveCompound } from '../equations/inequality.ts';
import { expressionWork } from '../expressions/expressions.ts';
import { completingSquare, discriminant, quadraticOf, rootCondition, vertexForm } from './quadratic-form.ts';

/** Evaluates f(4), f(a+1), f(g(2)) with the definitions in the text. */
function valueAt(reading: Reading): Work | undefined {
  const text = reading.text;
  const defined = new Map<string, { f: Expr; name: string }>();
  for (const [, letter, name, body] of text.matchAll(
    /(?<![A-Za-z])([A-Za-z])\s*\(\s*([a-z])\s*\)\s*=\s*([^;=‖,\u3400-\u9fff]+)/g,
  )) {
    const f = read(body ?? '').exprs[0];
    if (letter && name && f) defined.set(letter, { f, name });
  }
  if (defined.size === 0) return undefined;
  const rest = text.replace(
    /(?<![A-Za-z])[A-Za-z]\s*\(\s*[a-z]\s*\)\s*=\s*[^;=‖,\u3400-\u9fff]+?(?=,|;|$|\.\s|\s(?:find|and|evaluate|calculate)\b|[\u3400-\u9fff])/gi,
    ' ',
  );
  // The whole requested expression, such as 2f(3) - f(1), and nothing else.
  const [requested, ...more] = read(rest).parts.filter((part) => !/^[a-zA-Z]$/.test(part));
  if (more.length > 0) return undefined;
  // f(1) = 5 is a condition.
  if (/[A-Za-z]\s*\([^()]+\)\s*=\s*[^=?\s]/.test(rest)) return undefined;
  const isCall = [...defined.keys()].some((letter) => new RegExp(`${letter}\\s*\\(`).test(requested ?? ''));
  if (!requested || !isCall || /^[A-Za-z]\s*\(\s*[a-z]\s*\)$/.test(requested)) return undefined;
  const expandCalls = (source: string, depth = 0): Expr => {
    if (depth > 4) throw new CannotSolveError('函數嵌套太深。', 'The functions are nested too deep.');
    const marks = new Map<string, Expr>();
    const replaced = source.replace(
      /([A-Za-z])\s*\(((?:[^()]|\([^()]*\))*)\)/g,
      (whole, letter: string, inside: string) => {
        const found = defined.get(letter);
        if (!found) return whole;
        const mark = `(v_${marks.size})`;
        marks.set(`v_${marks.size}`, substitute(found.f, found.name, expandCalls(inside, depth + 1)));
        return mark;
      },
    );
    let x = parseExpr(replaced);
    for (const [name, value] of marks) x = substitute(x, name, value);
    return x;
  };
  const work = expressionWork(expandCalls(requested.trim()));
  return {
    ...work,
    kind: 'function',
    method: methods.function,
    problemLatex: requested.replace(/\*/g, ' \\times '),
  };
}

/** Where a line a x + b y = c crosses an axis. */
function lineCrossing(reading: Reading): Work | undefined {
  const line = reading.statements.find((one): one is Relation => one.k === 'rel' && one.op === '=');
  const axis = /([xy])\s*-?\s*(?:截距|intercept|軸)/.exec(reading.lower)?.[1];
  if (line && asksBothIntercepts(reading.lower)) return bothIntercepts(line, 'x');
  if (!line || !axis || ![...symbolsOf(line.a), ...symbolsOf(line.b)].includes('y')) return undefined;
  const other = axis === 'x' ? 'y' : 'x';
  const put = { ...line, a: substitute(line.a, other, num(0)), b: substitute(line.b, other, num(0)) };
  const paper = createStepRecorder();
  const answer = solveEquation(paper, put, axis);
  if (paper.steps.length === 0) paper.iff(bilingual(`令 ${other} = 0。`, `Let ${other} = 0.`), put, answer);
  return finish(paper, {
    kind: 'function',
    problemLatex: statementLatex(line),
    ...crossingAnswer(answer, axis === 'x' ? 'x' : 'y', reading.lower),
  });
}

/** An intercept is a number; the intersection (交點) with an axis is a point. */
function crossingAnswer(answer: Statement, axis: 'x' | 'y', lower: string) {
  const values = /交點/.test(lower) ? valuesOf(answer) : [];
  if (values.length === 0) return statementAnswer(answer);
  const formatted = (write: (x: Expr) => string) =>
    values.map((value) => (axis === 'x' ? `(${write(value)}, 0)` : `(0, ${write(value)})`));
  return { answer: formatted(toText).join(' or '), answerLatex: formatted(toLatex).join('\\text{ or }') };
}

const asksBothIntercepts = (lower: string): boolean =>
  /x\s*-?\s*(?:截距|intercept)?\s*(?:和|及|與|、|and|&)\s*(?:the\s+)?y\s*-?\s*(?:截距|intercept)|y\s*-?\s*(?:截距|intercept)?\s*(?:和|及|與|、|and|&)\s*(?:the\s+)?x\s*-?\s*(?:截距|intercept)|兩軸|both axes/.test(
    lower,
  );

function bothIntercepts(curve: Relation, name: string): Work {
  const paper = createStepRecorder();
  const found = [name, 'y'].map((axis) => {
    const other = axis === 'y' ? name : 'y';
    const put = mapExprs(curve, (x) => substitute(x, other, num(0))) as Relation;
    const answer = solveEquation(createStepRecorder(), put, axis);
    paper.iff(bilingual(`令 ${other} = 0。`, `Let ${other} = 0.`), put, answer, undefined, true);
    return { axis, answer };
  });
  const formatted = (write: (statement: Statement) => string) =>
    found.map(({ axis, answer }) => `${axis}-intercept: ${write(answer)}`);
  return finish(paper, {
    kind: 'function',
    problemLatex: statementLatex(curve),
    answersSeveral: true,
    answer: formatted(statementText).join('; '),
    answerLatex: found.map(({ answer }) => statementLatex(answer)).join(';\\ '),
  });
}

const graphWords: readonly RegExp[] = [
  /頂點|vertex/,
  /對稱軸|axis of symmetry/,
  /最大值|最小值|極值|\bmaximum\b|\bminimum\b/,
  /值域|\brange\b/,
  /截距|intercept|交點|(?:cuts?|crosses|meets) the [xy]/,
  /定義域|domain/,
  /反函數|逆函數|inverse/,
  // A function value such as f(2), requested together with something else.
  /(?<![a-z])[f-h]\s*\(\s*-?\d[\d./]*\s*\)/,
];

function graph(reading: Reading): Work | undefined {
  const { lower } = reading;
  if (graphWords.filter((one) => one.test(lower)).length > 1)
    throw new CannotSolveError(
      '題目同時問幾件事，請逐一輸入。',
      'Several things are asked at once: please ask them one at a time.',
    );
  const found = functionOf(reading);
  if (!found || found.f.k === 'sym') return lineCrossing(reading);
  const { f, name } = found;
  if (!symbolsOf(f).has(name)) return lineCrossing(reading);
  const paper = createStepRecorder();
  const base = { kind: 'function' as Kind, problemLatex: `y=${toLatex(f)}` };
  const p = quadraticOf(f, name);
  if (
    /頂點|vertex|對稱軸|axis of symmetry|最小值|最大值|極值|minimum value|maximum value|\bminimum\b|\bmaximum\b|值域|\brange\b/.test(
      lower,
    )
  ) {
    if (!p)
      throw new CannotSolveError(
        '只能求二次函數的頂點、極值和值域。',
        'Vertex, extreme value and range are found for quadratic functions only.',
      );
    if (reading.statements.some((one) => one.k !== 'rel' || one.op !== '='))
      throw new CannotSolveError(
        '只能求整個函數的極值，未能處理指定範圍。',
        'Extreme values are found for the whole function only, not within a range.',
      );
    const { form, h, k, a } = vertexForm(p, name);
    paper.equal(bilingual('配方為頂點式。', 'Complete the square.'), f, form);
    if (/頂點|vertex/.test(lower))
      return finish(paper, {
        ...base,
        answer: `(${toText(h)}, ${toText(k)})`,
        answerLatex: `\\left(${toLatex(h)}, ${toLatex(k)}\\right)`,
      });
    if (/對稱軸|axis/.test(lower))
      return finish(paper, { ...base, ...statementAnswer(rel(sym(name), '=', h)) });
    if (/值域|range/.test(lower))
      return finish(paper, { ...base, ...statementAnswer(rel(sym('y'), Q.sign(a) > 0 ? '>=' : '<=', k)) });
    if (/最大|maximum/.test(lower) === Q.sign(a) > 0)
      throw new CannotSolveError(
        Q.sign(a) > 0 ? '開口向上，沒有最大值。' : '開口向下，沒有最小值。',
        Q.sign(a) > 0 ? 'It opens upwards: there is no maximum.' : 'It opens downwards: there is no minimum.',
      );
    return finish(paper, { ...base, ...exprAnswer(k) });
  }
  if (/截距|intercept|與\s*[xy]\s*軸|cuts? the [xy]|crosses the [xy]|meets the [xy]/.test(lower)) {
    if (/距離|之間|distance|between|面積|area|圍成/.test(lower)) return undefined;
    if (asksBothIntercepts(lower)) return bothIntercepts(rel(sym('y'), '=', f), name);
    if (/x\s*(?:-|軸)?\s*(?:截距|intercept|axis)|x\s*軸|[xX]-?intercept/.test(lower)) {
      const answer = solveEquation(paper, rel(f, '=', num(0)), name);
      return finish(paper, { ...base, ...crossingAnswer(answer, 'x', lower) });
    }
    const put = substitute(f, name, num(0));
    const value = simplify(put);
    paper.equal(bilingual(`令 ${name} = 0。`, `Let ${name} = 0.`), put, value);
    return finish(paper, { ...base, ...crossingAnswer(rel(sym('y'), '=', value), 'y', lower) });
  }
  if (/定義域|domain/.test(lower)) return domain(paper, f, name, base);
  if (/反函數|逆函數|inverse/.test(lower)) {
    const swapped = rel(sym('y'), '=', f);
    const inverted = solveLiteral(paper, swapped, name) ?? inverseOf(swapped, name);
    if (inverted?.k !== 'rel')
      throw new CannotSolveError('未能求出反函數。', 'The inverse cannot be found here.');
    const inverse = simplify(substitute(inverted.b, 'y', sym(name)));
    paper.equal(
      bilingual(
        '互換 x 和 y；代回原函數檢驗，得 x。',
        'Swap x and y; put back into the function it gives x.',
      ),
      substitute(f, name, inverse),
      sym(name),
    );
    return finish(paper, { ...base, ...exprAnswer(inverse) });
  }
  return undefined;
}

/** y = (a x + b)/(c x + d) solved for x. */
function inverseOf(relation: Relation, name: string): Statement | undefined {
  const { n } = normal(difference(relation));
  return solveLiteral(createStepRecorder(), rel(sumOfTerms(n), '=', num(0)), name);
}

function domain(paper: StepRecorder, f: Expr, name: string, base: Pick<Work, 'kind' | 'problemLatex'>): Work {
  const constraints: Statement[] = [];
  const walk = (x: Expr): void => {
    if (x.k === 'fn' && x.name === 'sqrt') constraints.push(rel(x.args[0] as Expr, '>=', num(0)));
    if (x.k === 'fn' && (x.name === 'ln' || x.name === 'log'))
      constraints.push(rel(x.args[0] as Expr, '>', num(0)));
    if (x.k === 'div' && symbolsOf(x.b).has(name)) {
      if (x.b.k === 'fn' && x.b.name === 'sqrt') constraints.push(rel(x.b.args[0] as Expr, '>', num(0)));
      else constraints.push(rel(x.b, '!=', num(0)));
    }
    if (x.k === 'add' || x.k === 'mul' || x.k === 'fn') x.args.forEach(walk);
    else if (x.k === 'div' || x.k === 'pow') [x.a, x.b].forEach(walk);
    else if (x.k === 'neg') walk(x.a);
  };
  if (some(f, (x) => x.k === 'fn' && x.name === 'tan'))
    throw new CannotSolveError(
      '未能求這個函數的定義域。',
      'The domain of this function cannot be found here.',
    );
  walk(f);
  if (constraints.length === 0) {
    paper.note(
      bilingual('沒有分母、根號或對數的限制。', 'There is no denominator, root or logarithm to restrict it.'),
      'x\\in\\mathbb{R}',
    );
    return finish(paper, { ...base, ...statementAnswer(all) });
  }
  const strict = constraints.filter((one) => one.k === 'rel' && one.op !== '!=');
  const holes = constraints.filter((one): one is Relation => one.k === 'rel' && one.op === '!=');
  const answers: Statement[] = [];
  if (strict.length > 0) {
    const answer = solveCompound(createStepRecorder(), both(...strict), name);
    paper.iff(
      bilingual(
        '根號內不小於 0，對數的真數大於 0。',
        'What is under a square root is at least 0, what is in a logarithm is positive.',
      ),
      both(...strict),
      answer,
    );
    answers.push(answer);
  }
  for (const hole of holes) {
    const roots = valuesOf(solveEquation(createStepRecorder(), { ...hole, op: '=' }, name));
    const answer = roots.length === 0 ? all : both(...roots.map((root) => rel(sym(name), '!=', root)));
    paper.iff(bilingual('分母不可為 0。', 'The denominator is not 0.'), hole, answer, undefined, true);
    if (answer.k !== 'all') answers.push(answer);
  }
  const joined = answers.length === 0 ? all : both(...answers);
  const flat =
    joined.k === 'and'
      ? both(
          ...joined.parts.flatMap((part) =>
            part.k === 'and' && part.parts.every((one) => one.k === 'rel' && one.op === '!=')
              ? part.parts
              : [part],
          ),
        )
      : joined;
  return finish(paper, { ...base, ...statementAnswer(flat.k === 'none' ? none : flat) });
}

export function functions(reading: Reading): Work | undefined {
  const { lower } = reading;
  const conditioned = /根|root/.test(lower) ? rootCondition(reading) : undefined;
  if (conditioned) return conditioned;
  if (/判別式|discriminant|nature of (?:the )?roots|根的性質/.test(lower)) return discriminant(reading);
  const inForm =
    /in the form|的形式|化為|寫成/.test(lower) && /\(\s*x\s*[-+]\s*[hpa-d]\s*\)\s*\^\(?2/.test(lower);
  const solving = /解方程|solve|求解|解以下|解下列|根/.test(lower) && reading.statements.length > 0;
  if (inForm) {
    const [f] = reading.exprs.filter(
      (x) => symbolsOf(x).size === 1 && quadraticOf(x, [...symbolsOf(x)][0] ?? 'x'),
    );
    if (f) return completingSquare({ ...reading, text: '', statements: [], exprs: [f] });
  }
  if (
    /配方|complet\w* (?:the )?square|vertex form|頂點式/.test(lower) &&
    !(solving && reading.statements.some((one) => one.k === 'rel' && toText(one.a) !== 'y'))
  )
    return /最大|最小|頂點(?!式)|minimum|maximum|vertex(?! form)|對稱軸/.test(lower)
      ? graph(reading)
      : completingSquare(reading);
  const isGraph =
    /頂點|vertex|對稱軸|axis of symmetry|最小值|最大值|極值|\bminimum\b|\bmaximum\b|值域|\brange of (?:the )?(?:function|f|y)|截距|intercept|與\s*[xy]\s*軸|(?:cuts?|crosses|meets) the [xy]|定義域|domain|反函數|逆函數|inverse/.test(
      lower,
    );
  if (isGraph) return graph(reading);
  return valueAt(reading);
}
