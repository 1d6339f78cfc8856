/** The coefficient of one term, or the constant term, of an expansion. */
import { ifReadable } from '../../attempt.ts';
import { type Expr, num, power, symbolsOf, times } from '../../core/expr.ts';
import { normal, simplify } from '../../core/normal.ts';
import { type Poly, termsOf } from '../../core/poly.ts';
import { toLatex } from '../../core/print.ts';
import * as Q from '../../core/rational.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual, CannotSolveError } from '../../solution.ts';
import { createStepRecorder, exprAnswer, finish, type Work } from '../../working.ts';

const monomial = '((?:[a-z](?:\\^\\(?\\d+\\)?)?\\s*\\*?\\s*){1,3})';
const body = '([-\\d(a-z][^,;?。\\u3400-\\u9fff]*?)';
const forms: readonly [RegExp, number, number][] = [
  [
    new RegExp(
      `${body}\\s*(?:的)?(?:展開式)?(?:中)?\\s*(?:,|的)?\\s*(?:求)?\\s*${monomial}\\s*項?的?\\s*係數`,
    ),
    1,
    2,
  ],
  [
    new RegExp(
      `coefficient of (?:the )?${monomial}\\s*(?:term )?(?:in|of) (?:the expansion of )?${body}[.?]?$`,
      'i',
    ),
    2,
    1,
  ],
  [new RegExp(`${body}\\s*(?:的)?(?:展開式)?(?:中)?\\s*的?\\s*常數項`), 1, 0],
  [new RegExp(`constant term (?:in|of) (?:the expansion of )?${body}[.?]?$`, 'i'), 1, 0],
];

export function coefficientOf(reading: Reading): Work | undefined {
  if (!/係數|常數項|coefficient|constant term/.test(reading.lower) || reading.statements.length > 0)
    return undefined;
  // 係數為 12，求 k: the coefficient is given, and a letter is requested.
  if (
    /係數\s*(?:為|是|=|等於)\s*-?\d|\bis\s*-?\d|求\s*[a-z](?![a-z^(\d])\s*(?:的值)?[.。]?$/.test(
      reading.lower,
    )
  )
    return undefined;
  if (
    /之和|之積|最大|最小|和|及|sum|greatest|largest|leading|首項|and|二項式/.test(
      reading.lower.replace('展開式', ''),
    )
  )
    return undefined;
  for (const [form, whole, term] of forms) {
    const found = form.exec(reading.text.replace(/^(?:求|試求|find the|find)\s*(?:在)?/i, ''));
    if (!found) continue;
    return ifReadable(() =>
      answer(parseExpr(found[whole] ?? ''), term === 0 ? num(1) : parseExpr(found[term] ?? '')),
    );
  }
  return undefined;
}

const cannot = () => new CannotSolveError('未能求出這個係數。', 'This coefficient cannot be found here.');

/** The only term of a polynomial, as an expression. */
function asProduct(p: Poly): Expr {
  const [only] = termsOf(p);
  if (!only || p.size !== 1) throw cannot();
  return times(
    num(only.c),
    ...only.mono.parts.map(([kernel, exponent]): Expr => power(kernel.expr, num(exponent))),
  );
}

function answer(f: Expr, term: Expr): Work {
  const { n, d } = normal(f);
  // In x + 1/x all terms share the denominator d, so the requested term is multiplied by it too.
  const [target] = termsOf(normal(times(term, asProduct(d))).n);
  const letters = symbolsOf(f);
  // In (1 + kx)^4 the coefficient of x would contain k.
  if (!target || letters.size === 0 || (letters.size > 1 && symbolsOf(term).size !== letters.size))
    throw cannot();
  const value = Q.div(n.get(target.mono.key)?.c ?? Q.zero, target.c);
  const paper = createStepRecorder();
  paper.equal(bilingual('展開並合併同類項。', 'Expand and collect like terms.'), f, simplify(f));
  return finish(paper, { kind: 'expansion', problemLatex: toLatex(f), ...exprAnswer(num(value)) });
}
