/**
 * y varies directly or inversely as a power of x: one pair fixes the constant, another value is requested.
 */
import { type Expr, num, over, power, sqrt, sym, times } from '../../core/expr.ts';
import { rationalValue, simplify } from '../../core/normal.ts';
import { toLatex, toText } from '../../core/print.ts';
import { rel } from '../../core/statement.ts';
import { parseExpr } from '../../reading/parse.ts';
import type { Reading } from '../../reading/read.ts';
import { bilingual } from '../../solution.ts';
import { createStepRecorder, finish, statementAnswer, type Work } from '../../working.ts';

const number = '(-?\\d+(?:\\.\\d+)?(?:/\\d+)?)';
const shape =
  /([a-z])\s*(?:隨|與|和)\s*(√|sqrt)?\s*\(?\s*([a-z])\s*\)?\s*(?:\^\(?([23])\)?)?\s*(?:的\s*(平方根|平方|立方))?\s*(?:成|作)?\s*(正|反)(?:變|比)|([a-z])\s+(?:varies|is)\s+(?:(directly|inversely)\s+(?:as|with|proportional to)|(directly |inversely )?proportional to)\s+(?:the\s+(square root|square|cube)\s+of\s+)?(√|sqrt)?\s*\(?\s*([a-z])\s*\)?(?:\^\(?([23])\)?)?/i;

export function variation(reading: Reading): Work | undefined {
  const text = reading.text;
  const found = shape.exec(text);
  if (!found || /聯變|部分|jointly|partly/.test(reading.lower)) return undefined;
  const y = found[1] ?? found[7];
  const x = found[3] ?? found[12];
  const inverse = found[6] === '反' || /inverse/i.test(found[8] ?? found[9] ?? '');
  const powerWord = found[5] ?? found[10] ?? '';
  const isRoot = Boolean(found[2] ?? found[11]) || /根|root/.test(powerWord);
  const exponent = Number(
    found[4] ?? found[13] ?? (/^平方$|^square$/.test(powerWord) ? 2 : /立方|cube/.test(powerWord) ? 3 : 1),
  );
  if (!x || !y || x === y) return undefined;
  const rest = text.replace(found[0], ' ');
  const values = [...rest.matchAll(new RegExp(`(?<![a-z])(${x}|${y})\\s*=\\s*${number}`, 'g'))];
  const numbers = rest.match(/\d+(?:\.\d+)?(?:\/\d+)?/g) ?? [];
  if (values.length !== 3 || numbers.length !== 3) return undefined;
  const read = (name: string) =>
    values.filter((one) => one[1] === name).map((one) => parseExpr(one[2] as string));
  const [xs, ys] = [read(x), read(y)];
  // The known pair comes first, the value to substitute last.
  const last = values[2]?.[1];
  const requested = last === x ? y : x;
  if (new Set([values[0]?.[1], values[1]?.[1]]).size !== 2) return undefined;
  if (
    !new RegExp(
      `(?:求|find|what is|calculate)[^=]*?(?<![a-z])${requested}(?![a-z]|\\s*=)|的\\s*${requested}\\b|${requested}\\s*的值`,
      'i',
    ).test(rest)
  )
    return undefined;
  const basis = (value: Expr): Expr =>
    isRoot ? sqrt(value) : exponent === 1 ? value : power(value, exponent);
  const [x1, y1] = [xs[0], ys[0]];
  if (!x1 || !y1) return undefined;
  const paper = createStepRecorder();
  const putConstant = inverse ? times(y1, basis(x1)) : over(y1, basis(x1));
  const k = simplify(putConstant);
  paper.named(
    bilingual(
      inverse
        ? `設 ${y} = k/${toText(basis(sym(x)))}，代入已知的一對值。`
        : `設 ${y} = k${toText(basis(sym(x)))}，代入已知的一對值。`,
      `Let ${y} = ${inverse ? `k/${toText(basis(sym(x)))}` : `k ${toText(basis(sym(x)))}`} and put in the pair that is known.`,
    ),
    'k',
    putConstant,
    k,
  );
  const base = { kind: 'function' as const };
  const problemLatex = `${y}=${inverse ? `\\frac{k}{${toLatex(basis(sym(x)))}}` : `k${toLatex(basis(sym(x)))}`}`;
  if (requested === y) {
    const x2 = xs[1] as Expr;
    const put = inverse ? over(k, basis(x2)) : times(k, basis(x2));
    const value = simplify(put);
    paper.named(bilingual(`代入 ${x} = ${toText(x2)}。`, `Put in ${x} = ${toText(x2)}.`), y, put, value);
    return finish(paper, { ...base, problemLatex, ...statementAnswer(rel(sym(y), '=', value)) });
  }
  // For other powers there may be two values of x, or none.
  if (exponent !== 1 || isRoot) return undefined;
  const y2 = ys[1] as Expr;
  const value = rationalValue(inverse ? over(k, y2) : over(y2, k));
  if (!value) return undefined;
  paper.named(
    bilingual(`代入 ${y} = ${toText(y2)}。`, `Put in ${y} = ${toText(y2)}.`),
    x,
    inverse ? over(k, y2) : over(y2, k),
    num(value),
  );
  return finish(paper, { ...base, problemLatex, ...statementAnswer(rel(sym(x), '=', num(value))) });
}
