import './prose.css';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useHydrated } from '#web/ground/page-life.ts';
import { loadKatex } from './formula/katex-loader.ts';
import { BlockView } from './markdown/block.tsx';
import { type Block, createBlockReader } from './markdown/block-reader.ts';

type ProseProps = {
  text: string;
  streaming?: boolean;
  /** Draws a block in another way, or leaves it to this when it answers undefined. */
  instead?: (block: Block) => ReactNode | undefined;
};

/** Markdown with mathematics. What is half written waits; what is finished is neither read nor drawn again. */
export function Prose({ text, streaming = false, instead }: ProseProps) {
  const [read] = useState(createBlockReader);
  const box = useRef<HTMLDivElement>(null);
  useReachableScrolling(box);
  useEffect(() => {
    // Before the first formula is there: one that is drawn late moves the lines below it. A failure is told by the loader.
    if (streaming) loadKatex().catch(() => undefined);
  }, [streaming]);
  const isHydrated = useHydrated();
  // Came with the page and only shows: it is neither read nor made into components until it changes.
  const [sent] = useState(() =>
    import.meta.env.SSR || isHydrated || streaming || instead ? undefined : text,
  );
  if (sent !== undefined && sent === text && !streaming)
    return (
      <div
        ref={box}
        className="answer"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is not written
        dangerouslySetInnerHTML={asSent}
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
const asSent = { __html: '' };

/** What is too wide scrolls in its box; whoever has no pointer reaches it by the keyboard. */
function useReachableScrolling(box: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => {
      for (const one of element.querySelectorAll<HTMLElement>('[data-scrolls]'))
        if (one.scrollWidth > one.clientWidth + 1) one.tabIndex = 0;
        else one.removeAttribute('tabindex');
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
}
