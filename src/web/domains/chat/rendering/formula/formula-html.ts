import type katex from 'katex';

type Katex = typeof katex;

/** Longer ones would keep a phone busy for the sake of nobody. */
const longest = 4000;

/**
 * A formula as HTML; undefined where it is none, and then its source is shown. KaTeX gets no trust: nothing it writes can
 * load, link to or style anything. Sizes and macros are bounded.
 */
export function formulaHtml(katex: Katex, latex: string, isDisplay: boolean): string | undefined {
  if (latex.length > longest) return undefined;
  let isRefused = false;
  try {
    const html = katex.renderToString(prepared(latex), {
      displayMode: isDisplay,
      throwOnError: true,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
      output: 'htmlAndMathml',
      trust: () => {
        isRefused = true;
        return false;
      },
    });
    return isRefused ? undefined : html;
  } catch {
    // Whoever wrote it made a mistake, or wanted to break something: the reader sees what was written.
    return undefined;
  }
}

/** A percent sign would begin a comment and swallow the rest; 1,000 is a number, not two. */
const prepared = (latex: string) =>
  latex
    .replace(/(\\.)|%/gs, (_, escaped: string | undefined) => escaped ?? '\\%')
    .replace(/(?<![\d(,.[{])\d{1,3}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(',', '{,}'));

/** About how many signs stand side by side where no line may break. */
export function widestPart(html: string) {
  const parts = html.split('class="katex-base"').slice(1);
  return Math.max(0, ...parts.map((part) => part.replace(/<[^>]*>/g, '').length));
}
