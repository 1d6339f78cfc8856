/** The area between two graphs, or a graph and the x-axis. A pattern must match the whole text. */
import { type Expr, negate, num, substitute, sum, sym, symbolsOf } from '../../core/expr.ts';
import { simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { toLatex, toText } from '../../core/print.ts';
import { rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { ParseError } from '../../reading/tokens.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type Work } from '../../working.ts';
import { solveEquation, valuesOf } from '../equations/equation.ts';
import { antiderivative } from './integration.ts';

const formula = (name: string) => `(?<${name}>[-+\\w^()*/. ]+?)`;
const joinZh = '(?:,|、|和|及|與|以及)';
const lineZh = '(?:曲線|直線|拋物線|圖像)?';
const endZh = '(?:之間)?(?:所)?(?:圍成|包圍|圍)?的?(?:區域|圖形|部分)?的?面積[.。]?$';
const endsZh = `(?:${joinZh}?(?:由|從|在)?(?:直線)?x=${formula('a')}(?:至|到|${joinZh})(?:直線)?x=${formula('b')})?`;
const startEn =
  '^(?:find|calculate) the area (?:of the region )?(?:bounded|enclosed) by (?:the )?(?:curves? |lines? |graphs? of )?';
const endsEn = `(?:,? (?:and )?(?:from |between )?(?:the lines? )?x ?= ?${formula('a')} (?:and|to) x ?= ?${formula('b')})?[.]?$`;
const forms: readonly RegExp[] = [
  `^(?:求|計算)?(?:由)?${lineZh}y=${formula('f')}${joinZh}?x軸${endsZh}${endZh}`,
  `^(?:求|計算)?(?:由)?${lineZh}y=${formula('f')}${joinZh}${lineZh}y=${formula('g')}${endsZh}${endZh}`,
  `${startEn}y ?= ?${formula('f')}(?:,| and)+ ?the x-axis${endsEn}`,
  `${startEn}y ?= ?${formula('f')} and (?:the )?(?:curve |line )?y ?= ?${formula('g')}${endsEn}`,
].map((form) => new RegExp(form));

function between(upper: Expr, lower: Expr, ends: readonly Expr[] | undefined): Work {
  const paper = createStepRecorder();
  const height = simplify(sum(upper, negate(lower)));
  paper.note(bilingual('先求兩圖像相交之處。', 'First find where the two meet.'), `${toLatex(height)}=0`);
  const crossings = valuesOf(solveEquation(paper, rel(height, '=', num(0)), 'x')).sort(
    (a, b) => evaluate(a, {}) - evaluate(b, {}),
  );
  const [lo, hi] = ends
    ? ends.map((end) => evaluate(end, {}))
    : [evaluate(crossings[0] ?? num(0), {}), evaluate(crossings.at(-1) ?? num(0), {})];
  if (lo === undefined || hi === undefined || !(lo < hi))
    throw new CannotSolveError('未能定出區域的範圍。', 'The region has no ends that could be found.');
  const inside = crossings.filter((x) => evaluate(x, {}) > lo + 1e-9 && evaluate(x, {}) < hi - 1e-9);
  const borders = ends ? [ends[0] as Expr, ...inside, ends[1] as Expr] : crossings;
  const F = simplify(antiderivative(height, 'x'));
  const parts = borders.slice(1).map((right, at) => {
    const left = borders[at] as Expr;
    const value = simplify(sum(substitute(F, 'x', right), negate(substitute(F, 'x', left))));
    const isBelow = evaluate(value, {}) < 0;
    const body = isBelow ? simplify(negate(height)) : height;
    const size = isBelow ? simplify(negate(value)) : value;
    paper.claimed(
      bilingual('由較高的減較低的，再積分。', 'Integrate the upper less the lower.'),
      `\\int_{${toLatex(left)}}^{${toLatex(right)}} ${body.k === 'add' ? `\\left(${toLatex(body)}\\right)` : toLatex(body)}\\,dx=${toLatex(size)}`,
      {
        relation: 'definite',
        from: toText(body),
        to: toText(size),
        over: ['x'],
        bounds: [toText(left), toText(right)],
      },
    );
    if (!paper.last()?.checked)
      throw new CannotSolveError('未能核實積分。', 'The integral could not be verified.');
    return size;
  });
  const area = simplify(sum(...parts));
  if (parts.length > 1) paper.equal(bilingual('各部分相加。', 'Add the parts.'), sum(...parts), area);
  return finish(paper, {
    kind: 'integration',
    problemLatex: `y=${toLatex(upper)},\\ y=${toLatex(lower)}`,
    answersSeveral: true,
    ...exprAnswer(area),
  });
}

export function areaBetween({ text, lower }: Reading): Work | undefined {
  if (!/面積|area/.test(lower)) return undefined;
  const plain = /[\u3400-\u9fff]/.test(text) ? lower.replace(/\s+/g, '') : lower;
  const found = forms.map((form) => form.exec(plain)).find((one) => one)?.groups;
  if (!found?.f) return undefined;
  try {
    const [f, g] = [parseExpr(found.f), found.g ? parseExpr(found.g) : num(0)];
    if ([...symbolsOf(sum(f, g, sym('x')))].length !== 1) return undefined;
    return between(f, g, found.a && found.b ? [parseExpr(found.a), parseExpr(found.b)] : undefined);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}
