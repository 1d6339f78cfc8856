/** Inverse trigonometric ratios, and simplification by sin² + cos² = 1. */
import { deg, type Expr, fn, negate, num, over, pi, power, sum, symbolsOf, times } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { coefficientsIn, kernelsOf, type Poly } from '../../core/poly.ts';
import { sumOfTerms, toExpr } from '../../core/present.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, finish, type Work } from '../../working.ts';

const inverses = { asin: 'sin', acos: 'cos', atan: 'tan' } as const;

export const isInverse = (name: string): boolean => name in inverses;

/** cos⁻¹(1/2): the angle that a calculator shows, in degrees and radians. */
export function inverseRatio(x: Expr): Work | undefined {
  if (x.k !== 'fn' || !(x.name in inverses) || symbolsOf(x).size > 0) return undefined;
  const value = evaluate(x, {});
  if (!Number.isFinite(value)) throw new CannotSolveError('沒有這樣的角。', 'There is no such angle.');
  const degrees = (value * 180) / Math.PI;
  const paper = createStepRecorder();
  const base = { kind: 'trigonometry' as const, problemLatex: toLatex(x) };
  const whole = Math.round(degrees);
  if (Math.abs(degrees - whole) < 1e-9 && whole % 15 === 0) {
    const size_ = times(num(Math.abs(whole)), deg);
    const [angle, radians] = [whole < 0 ? negate(size_) : size_, simplify(times(num(Q.q(whole, 180)), pi))];
    const ratio = fn(inverses[x.name as keyof typeof inverses], angle);
    paper.equal(
      bilingual('由特殊角的三角比得出。', 'From the ratios of the special angles.'),
      ratio,
      x.args[0] as Expr,
    );
    paper.equal(bilingual('所求的角。', 'The angle that is asked for.'), x, angle);
    if (whole !== 0) paper.equal(bilingual('以弧度表示。', 'In radians.'), angle, radians);
    return finish(paper, {
      ...base,
      answer: whole === 0 ? '0°' : `${toText(angle)} = ${toText(radians)}`,
      answerLatex: whole === 0 ? '0^{\\circ}' : `${toLatex(angle)}=${toLatex(radians)}`,
    });
  }
  const written = `${degrees.toFixed(1)}°`;
  paper.claimed(
    bilingual('這不是特殊角，取近似值。', 'Not a special angle: an approximate value.'),
    `${toLatex(x)}\\approx ${written.replace('°', '^{\\circ}')}`,
    { relation: 'approx', from: toText(x), to: written, over: [] },
  );
  return finish(paper, {
    ...base,
    answer: `≈ ${written}`,
    answerLatex: `\\approx ${written.replace('°', '^{\\circ}')}`,
  });
}

/** Replaces sin² (or cos²) in a polynomial by 1 minus the other square. */
function without(p: Poly, from: 'sin' | 'cos'): Poly {
  let now = p;
  for (const kernel of kernelsOf(p)) {
    const x = kernel.expr;
    if (x.k !== 'fn' || x.name !== from) continue;
    const other: Expr = { ...x, name: from === 'sin' ? 'cos' : 'sin' };
    const parts = coefficientsIn(now, kernel.key);
    if (!parts) continue;
    const square = sum(num(1), negate(power(other, 2)));
    now = normal(
      sum(
        num(0),
        ...parts.map((part, at) =>
          times(sumOfTerms(part), power(square, Math.floor(at / 2)), at % 2 === 1 ? x : num(1)),
        ),
      ),
    ).n;
  }
  return now;
}

/** The shortest form of a trigonometric expression that sin² + cos² = 1 gives. */
export function pythagoras(x: Expr): Expr {
  const { n, d } = normal(x);
  const ways = (p: Poly): Poly[] => [p, without(p, 'sin'), without(p, 'cos')];
  const options = ways(n).flatMap((top) =>
    ways(d).map((bottom) => toExpr(normal(over(sumOfTerms(top), sumOfTerms(bottom))))),
  );
  return options.sort((a, b) => toText(a).length - toText(b).length)[0] as Expr;
}
