/**
 * Converts pasted LaTeX to the plain text the parser reads. Only the notation changes; nothing is computed.
 */
import { BudgetExceededError } from '../core/budget.ts';

const plain: Record<string, string> = {
  cdot: '*',
  times: '*',
  div: '÷',
  ast: '*',
  le: '<=',
  leq: '<=',
  leqslant: '<=',
  ge: '>=',
  geq: '>=',
  geqslant: '>=',
  lt: '<',
  gt: '>',
  ne: '!=',
  neq: '!=',
  pi: ' pi ',
  circ: '°',
  degree: '°',
  infty: '∞',
  pm: '±',
  int: '∫',
  sum: 'Σ',
  to: ' to ',
  approx: '≈',
  Rightarrow: '=>',
  implies: '=>',
  therefore: '∴',
  iff: '=>',
  ldots: '...',
  dots: '...',
  cdots: '...',
  vdots: '...',
  percent: '%',
  lvert: '|',
  rvert: '|',
  vert: '|',
  mid: '|',
  triangle: '△',
  angle: '∠',
  quad: ' ',
  qquad: ' ',
  prime: "'",
  lbrace: '{',
  rbrace: '}',
  lbrack: '[',
  rbrack: ']',
  newline: ' ; ',
  land: ' and ',
  lor: ' or ',
};
const dropped = new Set([
  'left',
  'right',
  'big',
  'Big',
  'bigl',
  'bigr',
  'Bigl',
  'Bigr',
  'displaystyle',
  'textstyle',
  'limits',
  'nolimits',
  'hline',
]);
const unwrapped = new Set([
  'text',
  'mathrm',
  'mathbf',
  'mathit',
  'operatorname',
  'textrm',
  'mbox',
  'boxed',
  'textbf',
]);
const maxDepth = 40;

type Source = { text: string; at: number };

function skipSpace(source: Source) {
  while (source.text[source.at] === ' ') source.at += 1;
}

/** Reads one argument: `{…}`, one command or one character. */
function argument(source: Source, depth: number): string {
  if (depth > maxDepth) throw new BudgetExceededError('depth');
  skipSpace(source);
  const char = source.text[source.at];
  if (char === undefined) return '';
  if (char === '{') {
    const end = closing(source.text, source.at, '{', '}');
    const inside = source.text.slice(source.at + 1, end);
    source.at = end + 1;
    return convert(inside, depth + 1);
  }
  if (char === '\\') {
    const start = source.at;
    source.at += 1;
    while (/[a-zA-Z]/.test(source.text[source.at] ?? '')) source.at += 1;
    if (source.at === start + 1) source.at += 1;
    return convert(source.text.slice(start, source.at), depth + 1);
  }
  source.at += 1;
  return char;
}

function closing(text: string, from: number, open: string, close: string): number {
  let level = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === open) level += 1;
    else if (text[at] === close) {
      level -= 1;
      if (level === 0) return at;
    }
  }
  return text.length;
}

const isWhole = (text: string) => /^\s*\d+\s*$/.test(text);

function fraction(source: Source, depth: number, before: string): string {
  const top = argument(source, depth);
  const bottom = argument(source, depth);
  if (/^\s*d\s*$/.test(top) && /^\s*d\s*[a-z]\s*$/.test(bottom)) return ` d/${bottom.replace(/\s/g, '')} `;
  const second = /^\s*d\s*\^\(?2\)?\s*([a-z]?)\s*$/.exec(top);
  if (second && /^\s*d\s*[a-z]\s*\^\(?2\)?\s*$/.test(bottom))
    return ` d^2${second[1]}/${bottom.replace(/\s/g, '')} `;
  if (/^\s*d\s*[a-z]\s*$/.test(top) && /^\s*d\s*[a-z]\s*$/.test(bottom))
    return ` ${top}/${bottom} `.replace(/(\w) +(\w)/g, '$1$2');
  // 2\frac{1}{3} is a mixed number, as in every primary textbook; 2\frac{x}{3} is a product.
  const isMixed = isWhole(top) && isWhole(bottom) && /(^|[^\w.^_@)])\d+\s*$/.test(before);
  return `${isMixed ? '@' : ''}((${top})/(${bottom}))`;
}

function convert(text: string, depth: number): string {
  if (depth > maxDepth) throw new BudgetExceededError('depth');
  const source: Source = { text, at: 0 };
  let result = '';
  while (source.at < text.length) {
    if (result.length > 20_000) throw new BudgetExceededError('size');
    const char = text[source.at] as string;
    if (char === '\\') {
      const name = /^[a-zA-Z]+/.exec(text.slice(source.at + 1))?.[0] ?? '';
      if (name === '') {
        const next = text[source.at + 1] ?? '';
        source.at += 2;
        result +=
          next === '\\'
            ? ' ; '
            : next === '%'
              ? '%'
              : '{}[]()'.includes(next)
                ? next === '{' || next === '}'
                  ? ''
                  : ' '
                : ' ';
        continue;
      }
      source.at += 1 + name.length;
      result += command(name, source, depth, result);
    } else if (char === '^' || char === '_') {
      source.at += 1;
      skipSpace(source);
      // Typed as plain text, not as LaTeX: x^(2+y)
      if (source.text[source.at] === '(') {
        result += char;
        continue;
      }
      const inside = argument(source, depth).trim();
      if (char === '^' && inside === '°') result += '°';
      else if (char === '^' && /^'+$/.test(inside)) result += inside;
      else
        result +=
          /^[\w.]$/.test(inside) || (char === '_' && /^\w+$/.test(inside))
            ? `${char}${inside}`
            : `${char}(${inside})`;
    } else if (char === '{') {
      result += `(${argument(source, depth)})`.replace(/^\(\s*\)$/, '');
    } else {
      source.at += 1;
      result += char === '&' || char === '~' || char === '$' || char === '}' ? ' ' : char;
    }
  }
  return result;
}

function command(name: string, source: Source, depth: number, before: string): string {
  if (dropped.has(name)) {
    if (source.text[source.at] === '.') source.at += 1;
    return '';
  }
  if (name === 'frac' || name === 'dfrac' || name === 'tfrac' || name === 'cfrac')
    return fraction(source, depth, before);
  if (name === 'sqrt') {
    skipSpace(source);
    let degree = '';
    if (source.text[source.at] === '[') {
      const end = closing(source.text, source.at, '[', ']');
      degree = convert(source.text.slice(source.at + 1, end), depth + 1);
      source.at = end + 1;
    }
    const inside = argument(source, depth);
    return degree ? `root(${inside},${degree})` : `sqrt(${inside})`;
  }
  if (name === 'binom' || name === 'dbinom' || name === 'tbinom')
    return `binomial(${argument(source, depth)},${argument(source, depth)})`;
  if (unwrapped.has(name)) return ` ${argument(source, depth)} `;
  if (name === 'begin' || name === 'end') {
    argument(source, depth);
    return ' ';
  }
  if (name === 'overline' || name === 'bar' || name === 'vec' || name === 'overrightarrow')
    return argument(source, depth);
  return (
    plain[name] ??
    (name.length > 1 ? ` ${name}` : name) + (/[a-zA-Z]/.test(source.text[source.at] ?? '') ? ' ' : '')
  );
}

export const latexToPlain = (text: string): string =>
  text.includes('\\') || /[{}$]/.test(text)
    ? convert(text.replace(/\\begin\{array\}\{[^}]*\}/g, '\\begin{array}'), 0)
    : text;
