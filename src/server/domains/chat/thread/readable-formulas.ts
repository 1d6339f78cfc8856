const signs: Record<string, string> = {
  times: '×',
  cdot: '·',
  div: '÷',
  pm: '±',
  mp: '∓',
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  approx: '≈',
  equiv: '≡',
  infty: '∞',
  pi: 'π',
  theta: 'θ',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  Delta: 'Δ',
  lambda: 'λ',
  mu: 'μ',
  sigma: 'σ',
  Sigma: 'Σ',
  sum: 'Σ',
  int: '∫',
  to: '→',
  rightarrow: '→',
  Rightarrow: '⇒',
  therefore: '∴',
  because: '∵',
  angle: '∠',
  circ: '°',
  degree: '°',
  triangle: '△',
  in: '∈',
  cup: '∪',
  cap: '∩',
  ldots: '…',
  dots: '…',
  cdots: '…',
  quad: '  ',
  qquad: '    ',
  percent: '%',
};
const raised: Record<string, string> = {
  '0': '⁰',
  '1': '¹',
  '2': '²',
  '3': '³',
  '4': '⁴',
  '5': '⁵',
  '6': '⁶',
  '7': '⁷',
  '8': '⁸',
  '9': '⁹',
  '-': '⁻',
  n: 'ⁿ',
};
const dropped =
  /\\(left|right|displaystyle|,|;|!|:|big|Big|bigl|bigr)(?![a-zA-Z])|\\(begin|end)\{[a-z*]+\}|&/g;
/** A formula nested deeper stays as LaTeX. */
const deepest = 6;

/**
 * The formulas of a Markdown text as plain typed text: `\(\frac{x^2}{2}\)` becomes `(x²)/2`. Amounts of money
 * are not formulas.
 */
export const readableFormulas = (text: string) =>
  text
    .replace(/\\\[([\s\S]{1,2000}?)\\\]/g, (_, formula: string) => `\n${readable(formula)}\n`)
    .replace(/\$\$([\s\S]{1,2000}?)\$\$/g, (_, formula: string) => `\n${readable(formula)}\n`)
    .replace(/\\\(([\s\S]{1,2000}?)\\\)/g, (_, formula: string) => readable(formula))
    .replace(/(?<![\\$\w])\$(?=\S)([^$\n]{1,500}?)(?<=\S)\$(?![\d$])/g, (_, formula: string) =>
      readable(formula),
    );

function readable(formula: string) {
  let plain = formula.replaceAll('\\\\', '\n').replace(dropped, '');
  for (let depth = 0; depth < deepest; depth += 1) {
    const before = plain;
    plain = plain
      .replace(/\\(?:text|mathrm|mathbf|operatorname|boxed)\{([^{}]*)\}/g, '$1')
      .replace(
        /\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}/g,
        (_, top: string, under: string) => `${bracketed(top)}/${bracketed(under)}`,
      )
      .replace(
        /\\sqrt\[([^[\]{}]*)\]\{([^{}]*)\}/g,
        (_, root: string, of: string) => `${power(root)}√${bracketed(of)}`,
      )
      .replace(/\\sqrt\{([^{}]*)\}/g, (_, of: string) => `√${bracketed(of)}`)
      .replace(/\^\{?\\circ\}?/g, '°')
      .replace(/\^\{([^{}]*)\}/g, (_, of: string) => power(of))
      .replace(/\^([0-9a-zA-Z])/g, (_, of: string) => power(of))
      .replace(/_\{([^{}]*)\}/g, '_$1');
    if (plain === before) break;
  }
  return plain
    .replace(/\\([a-zA-Z]+)/g, (whole, name: string) => signs[name] ?? (functions.has(name) ? name : whole))
    .replace(/\\([%{}$#_ ])/g, '$1')
    .trim();
}

const functions = new Set(['sin', 'cos', 'tan', 'log', 'ln', 'lim', 'max', 'min', 'gcd', 'det', 'exp']);

const bracketed = (part: string) => (/^[\p{L}\d.²³]+$/u.test(part) ? part : `(${part})`);

function power(of: string) {
  const all = [...of].map((sign) => raised[sign]);
  return all.every((sign) => sign !== undefined) ? all.join('') : `^${bracketed(of)}`;
}
