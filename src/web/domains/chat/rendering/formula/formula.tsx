import 'katex/dist/katex.min.css';
import './formula.css';
import type katex from 'katex';
import { memo, useEffect, useMemo, useState } from 'react';
import { useHydrated } from '#web/ground/page-life.ts';
import { loadKatex, useKatex } from './katex-loader.ts';

type FormulaProps = {
  latex: string;
  isDisplay?: boolean;
  /** Shown when it cannot be rendered; the LaTeX itself by default. */
  source?: string;
};

/** A formula in a line of text, or a display formula that scrolls in its box when it is too wide. */
export const Formula = memo(function Formula({ latex, isDisplay = false, source = latex }: FormulaProps) {
  const katex = useKatex();
  const [hasFailed, setFailed] = useState(false);
  const isHydrated = useHydrated();
  // Rendered by the server: it stays as it is, and does not need KaTeX here.
  const [serverLatex] = useState(() => (import.meta.env.SSR || isHydrated ? undefined : latex));
  const isServerRendered = serverLatex === latex;
  useEffect(() => {
    if (!katex && !isServerRendered) loadKatex().catch(() => setFailed(true));
  }, [katex, isServerRendered]);
  const html = useMemo(
    () => (katex && !isServerRendered ? formulaHtml(katex, latex, isDisplay) : undefined),
    [katex, isServerRendered, latex, isDisplay],
  );
  const className = isDisplay ? 'formula formula-block' : 'formula';
  if (isServerRendered)
    return (
      <span
        className={className}
        data-scrolls=""
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server-rendered HTML stays unchanged
        dangerouslySetInnerHTML={unchangedHtml}
      />
    );
  if (html === undefined) {
    if (!katex && !hasFailed) return <WaitingFormula isDisplay={isDisplay} />;
    return (
      <span key="source" className={className} data-scrolls="">
        <code className="formula-source">{source}</code>
      </span>
    );
  }
  const isWide = !isDisplay && widestPart(html) > widest;
  return (
    <span
      key="drawn"
      className={isWide ? 'formula formula-wide' : className}
      data-scrolls=""
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by KaTeX, which escapes what it is given and has no trust
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
});
const unchangedHtml = { __html: '' };
/** More characters in a row than fit on a line of a phone. */
const widest = 26;

/** Placeholder for a formula that is still being written. */
export function WaitingFormula({ isDisplay }: { isDisplay: boolean }) {
  return (
    <span
      key="waiting"
      className={isDisplay ? 'formula formula-block formula-waiting' : 'formula-waiting'}
      aria-hidden
    >
      ⋯
    </span>
  );
}

type Katex = typeof katex;

/** A longer formula would keep a phone busy for no benefit. */
const longest = 4000;

/**
 * A formula as HTML; undefined if it is invalid, and then its source is shown. KaTeX gets no trust: nothing
 * it writes can load, link to or style anything. Sizes and macros are bounded.
 */
function formulaHtml(katex: Katex, latex: string, isDisplay: boolean): string | undefined {
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
    // Invalid or hostile LaTeX: the reader sees its source.
    return undefined;
  }
}

/** A percent sign would begin a comment and swallow the rest; 1,000 is one number, not two. */
const prepared = (latex: string) =>
  latex
    .replace(/(\\.)|%/gs, (_, escaped: string | undefined) => escaped ?? '\\%')
    .replace(/(?<![\d(,.[{])\d{1,3}(?:,\d{3})+(?![\d,])/g, (number) => number.replaceAll(',', '{,}'));

/** About how many characters stand side by side without a possible line break. */
function widestPart(html: string) {
  const parts = html.split('class="katex-base"').slice(1);
  return Math.max(0, ...parts.map((part) => part.replace(/<[^>]*>/g, '').length));
}
