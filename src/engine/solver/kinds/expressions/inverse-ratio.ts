import { deg, type Expr, fn, minus, num, pi, symbolsOf, times } from '../../core/expr.ts';
import { simplify } from '../../core/normal.ts';
import { evaluate } from '../../core/numeric.ts';
import { toLatex, toText } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { Cannot, words } from '../../solution.ts';
import { finish, newPaper, type Work } from '../../working.ts';
import { methods } from '../methods.ts';

const inverses = { asin: 'sin', acos: 'cos', atan: 'tan' } as const;

export const isInverse = (name: string): boolean => name in inverses;

/** cos⁻¹(1/2): the angle a calculator gives, in degrees and radians. */
export function inverseRatio(x: Expr): Work | undefined {
  if (x.k !== 'fn' || !(x.name in inverses) || symbolsOf(x).size > 0) return undefined;
  const value = evaluate(x, {});
  if (!Number.isFinite(value)) throw new Cannot('沒有這樣的角。', 'There is no such angle.');
  const degrees = (value * 180) / Math.PI;
  const paper = newPaper();
  const base = { kind: 'trigonometry' as const, method: methods.trigonometry, problemLatex: toLatex(x) };
  const whole = Math.round(degrees);
  if (Math.abs(degrees - whole) < 1e-9 && whole % 15 === 0) {
    const size_ = times(num(Math.abs(whole)), deg);
    const [angle, radians] = [whole < 0 ? minus(size_) : size_, simplify(times(num(Q.q(whole, 180)), pi))];
    const ratio = fn(inverses[x.name as keyof typeof inverses], angle);
    paper.equal(
      words('由特殊角的三角比得出。', 'From the ratios of the special angles.'),
      ratio,
      x.args[0] as Expr,
    );
    paper.equal(words('所求的角。', 'The angle that is asked for.'), x, angle);
    if (whole !== 0) paper.equal(words('以弧度表示。', 'In radians.'), angle, radians);
    return finish(paper, {
      ...base,
      answer: whole === 0 ? '0°' : `${toText(angle)} = ${toText(radians)}`,
      answerLatex: whole === 0 ? '0^{\\circ}' : `${toLatex(angle)}=${toLatex(radians)}`,
    });
  }
  const written = `${degrees.toFixed(1)}°`;
  paper.claimed(
    words('這不是特殊角，取近似值。', 'Not a special angle: an approximate value.'),
    `${toLatex(x)}\\approx ${written.replace('°', '^{\\circ}')}`,
    { relation: 'approx', from: toText(x), to: written, over: [] },
  );
  return finish(paper, {
    ...base,
    answer: `≈ ${written}`,
    answerLatex: `\\approx ${written.replace('°', '^{\\circ}')}`,
  });
}
