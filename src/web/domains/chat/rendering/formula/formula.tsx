import 'katex/dist/katex.min.css';
import './formula.css';
import type katex from 'katex';
import { memo, useEffect, useMemo, useState } from 'react';
import { useHydrated } from '#web/ground/page-life.ts';
import { loadKatex, useKatex } from './katex-loader.ts';

type FormulaProps = {
  latex: string;
  isDisplay?: boolean;
  /** What is shown where it cannot be drawn; the formula itself if nothing is given. */
  source?: string;
};

/** A formula among words, or one on a line of its own that scrolls in its box when it is too wide. */
export const Formula = memo(function Formula({ latex, isDisplay = false, source = latex }: FormulaProps) {
  const katex = useKatex();
  const [hasFailed, setFailed] = useState(false);
  const isHydrated = useHydrated();
  // Drawn by the server: it stays as it came, and KaTeX need not be here for it.
  const [sent] = useState(() => (import.meta.env.SSR || isHydrated ? undefined : latex));
  const isAsSent = sent === latex;
  useEffect(() => {
    if (!katex && !isAsSent) loadKatex().catch(() => setFailed(true));
  }, [katex, isAsSent]);
  const html = useMemo(
    () => (katex && !isAsSent ? formulaHtml(katex, latex, isDisplay) : undefined),
    [katex, isAsSent, latex, isDisplay],
  );
  const className = isDisplay ? 'formula formula-block' : 'formula';
  if (isAsSent)
    return (
      <span
        className={className}
        data-scrolls=""
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is not written
        dangerouslySetInnerHTML={asSent}
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
const asSent = { __html: '' };
/** Signs in a row that no line of a phone holds. */
const widest = 26;

/** Stands where a formula is still being written. */
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

/** Longer ones would keep a phone busy for the sake of nobody. */
const longest = 4000;

/**
 * A formula as HTML; undefined where it is none, and then its source is shown. KaTeX gets no trust: nothing it writes can
 * load, link to or style anything. Sizes and macros are bounded.
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
function widestPart(html: string) {
  const parts = html.split('class="katex-base"').slice(1);
  return Math.max(0, ...parts.map((part) => part.replace(/<[^>]*>/g, '').length));
}
