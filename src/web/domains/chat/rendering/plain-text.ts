import type { PhrasingContent, RootContent } from 'mdast';
import { formulaWords } from '#engine/speech/formula-words.ts';
import type { Locale } from '#shared/locale.ts';
import { type Extracted, splitAtMarks, withSource } from './markdown/extracted.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';
import { scanFormulas } from './markdown/scan-formulas.ts';

/**
 * An answer as plain text, to be read aloud or copied: without Markdown syntax, and with formulas in words
 * where that is easy.
 */
export function speakable(text: string, locale: Locale) {
  const scan = scanFormulas(text.replace(/\r\n?/g, '\n'), false);
  const say = (taken: Extracted) => spokenText(taken, locale);
  const words = (value: string) =>
    [...splitAtMarks(value, scan.taken)]
      .map((piece) => (typeof piece === 'string' ? piece : say(piece)))
      .join('');
  const of = (node: RootContent | PhrasingContent): string => {
    switch (node.type) {
      case 'text':
        return words(node.value).replace(/<br\s*\/?>/gi, '\n');
      case 'inlineCode':
      case 'code':
        return withSource(node.value, scan.taken);
      case 'break':
        return '\n';
      case 'image':
        return withSource(node.alt ?? '', scan.taken);
      case 'thematicBreak':
        return '';
      case 'list':
        return node.children
          .map((item, index) => `${node.ordered ? `${(node.start ?? 1) + index}. ` : '• '}${of(item)}`)
          .join('\n');
      case 'tableRow':
        return node.children.map(of).join(comma[locale]);
      case 'listItem':
      case 'blockquote':
      case 'table':
        return node.children.map(of).join('\n');
      default:
        return 'children' in node ? node.children.map(of).join('') : 'value' in node ? words(node.value) : '';
    }
  };
  return parseMarkdown(scan.text)
    .children.map(of)
    .filter((block) => block.trim() !== '')
    .join('\n\n');
}
const spokenText = ({ kind, source, latex }: Extracted, locale: Locale) =>
  kind === 'literal'
    ? source
    : kind === 'code'
      ? latex
      : formulaWords(latex, locale === 'en' ? 'en' : 'yue').words;

const comma: Record<Locale, string> = { 'zh-Hant': '，', en: ', ' };
