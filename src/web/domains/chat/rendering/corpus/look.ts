/**
 * What a reader sees in an answer's HTML, in a short notation for comparison, by a small HTML parser of its
 * own.
 */
export function lookOf(html: string): string {
  const tokens = html.match(/<[^>]*>|[^<]+/g) ?? [];
  let out = '';
  const open: { tag: string; close: string }[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (!token.startsWith('<')) {
      out += decoded(token);
      continue;
    }
    if (token.startsWith('</')) {
      out += open.pop()?.close ?? '';
      continue;
    }
    const tag = /^<([a-z0-9]+)/.exec(token)?.[1] ?? '';
    if (/class="formula[ "]/.test(token) && !token.includes('formula-waiting')) {
      const end = endOfElement(tokens, at);
      out += formula(tokens.slice(at, end).join(''), token.includes('formula-block'));
      at = end - 1;
      continue;
    }
    const [before, after] = signsOf(tag, token);
    out += before;
    if (!/^(?:br|hr|input|img|path|line)$/.test(tag) && !token.endsWith('/>'))
      open.push({ tag, close: after });
    else out += after;
  }
  return out.replace(/\n{2,}/g, '\n').replace(/^\n|\n$/g, '');
}

function formula(html: string, isDisplay: boolean) {
  const source = /<code class="formula-source">(.*?)<\/code>/s.exec(html)?.[1];
  if (source !== undefined) return `‹${decoded(source)}›`;
  const latex = decoded(/<annotation[^>]*>(.*?)<\/annotation>/s.exec(html)?.[1] ?? '?').replace(/\s+/g, ' ');
  return isDisplay ? `⟪${latex}⟫` : `⟨${latex}⟩`;
}

function endOfElement(tokens: readonly string[], from: number) {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    if (token.startsWith('</')) depth -= 1;
    else if (token.startsWith('<') && !token.endsWith('/>')) depth += 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

function signsOf(tag: string, token: string): [string, string] {
  const align = aligned[/data-align="([lcr])/.exec(token)?.[1] ?? ''] ?? '';
  switch (tag) {
    case 'p':
    case 'div':
      return ['\n', '\n'];
    case 'h3':
      return ['\n# ', '\n'];
    case 'strong':
      return ['<b>', '</b>'];
    case 'em':
      return ['<i>', '</i>'];
    case 'del':
      return ['<s>', '</s>'];
    case 'code':
      return ['<c>', '</c>'];
    case 'pre':
      return ['<pre>', '</pre>'];
    case 'a':
      return [`<a ${decoded(/href="([^"]*)"/.exec(token)?.[1] ?? '')}>`, '</a>'];
    case 'br':
      return ['⏎', ''];
    case 'hr':
      return ['\n---\n', ''];
    case 'blockquote':
      return ['\n>{', '}\n'];
    case 'ul':
      return ['\n•{', '}\n'];
    case 'ol':
      return [`\n${/start="(\d+)"/.exec(token)?.[1] ?? 1}{`, '}\n'];
    case 'li':
      return ['', ';'];
    case 'tr':
      return ['', '\n'];
    case 'th':
      return [`!${align} `, '|'];
    case 'td':
      return [`${align} `, '|'];
    default:
      return ['', ''];
  }
}

const aligned: Record<string, string> = { l: '←', c: '↔', r: '→' };
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const decoded = (text: string) =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);
