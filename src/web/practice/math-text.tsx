import katex from 'katex';
import { useMemo } from 'react';

/** MathML: drawn by the browser itself and read by screen readers, without a style sheet or fonts of its own. */
const drawn = (latex: string, isDisplay: boolean) =>
  katex.renderToString(latex, {
    output: 'mathml',
    displayMode: isDisplay,
    throwOnError: false,
    trust: false,
    maxExpand: 200,
  });

export function Formula({ latex, isDisplay = false }: { latex: string; isDisplay?: boolean }) {
  const inside = useMemo(() => ({ __html: drawn(latex, isDisplay) }), [latex, isDisplay]);
  return (
    <span
      className={isDisplay ? 'block overflow-x-auto py-1 text-lg' : 'text-[1.08em]'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by KaTeX, which escapes what it is given
      dangerouslySetInnerHTML={inside}
    />
  );
}

const formulas = /\\\((.*?)\\\)/;

/** Words with formulas between \( and \). */
export function MathText({ text }: { text: string }) {
  return text.split(formulas).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have an order and nothing else
    at % 2 === 1 ? <Formula key={at} latex={part} /> : <span key={at}>{part}</span>,
  );
}
