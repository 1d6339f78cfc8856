import './prose.css';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/ground/page-life.ts';
import { loadKatex } from './formula/katex-loader.ts';
import { BlockView } from './markdown/block.tsx';
import { type Block, createBlockReader } from './markdown/block-reader.ts';

type ProseProps = {
  text: string;
  streaming?: boolean;
  /** Renders a block in another way; undefined leaves it to this component. */
  instead?: (block: Block) => ReactNode | undefined;
};

/**
 * Markdown with mathematics. Half-written syntax waits; finished blocks are neither parsed nor rendered
 * again.
 */
export function Prose({ text, streaming = false, instead }: ProseProps) {
  const [read] = useState(createBlockReader);
  const box = useRef<HTMLDivElement>(null);
  useReachableScrolling(box);
  useEffect(() => {
    // Before the first formula arrives: one that is rendered late moves the lines below it. The loader
    // reports a failure.
    if (streaming) loadKatex().catch(() => undefined);
  }, [streaming]);
  const isHydrated = useHydrated();
  // Static text from the server: it is neither parsed nor made into components until it changes.
  const [serverText] = useState(() =>
    import.meta.env.SSR || isHydrated || streaming || instead ? undefined : text,
  );
  if (serverText !== undefined && serverText === text && !streaming)
    return (
      <div
        ref={box}
        className="answer"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the server-rendered HTML stays unchanged
        dangerouslySetInnerHTML={unchangedHtml}
      />
    );
  return (
    <div key="drawn" ref={box} className="answer">
      {read(text, streaming).map((block) => (
        <Fragment key={block.start}>{instead?.(block) ?? <BlockView block={block} />}</Fragment>
      ))}
    </div>
  );
}
const unchangedHtml = { __html: '' };

/** Content that is too wide scrolls in its box, which keyboard users can reach. */
function useReachableScrolling(box: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const updateTabStops = () => {
      for (const one of element.querySelectorAll<HTMLElement>('[data-scrolls]'))
        if (one.scrollWidth > one.clientWidth + 1) one.tabIndex = 0;
        else one.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(updateTabStops);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}
