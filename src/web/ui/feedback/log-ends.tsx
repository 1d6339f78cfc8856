import ArrowDown from 'lucide-react/icons/arrow-down';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';

type ReadOlderProps = {
  /** The scroll container. */
  box: { readonly current: HTMLElement | null };
  state: 'still' | 'reading' | 'failed';
  onRead: () => unknown;
  words: { older: string; failed: string };
  className?: string;
};

/** At the top of a conversation: loads older messages when it scrolls into view, or by its button. */
export function ReadOlder({ box, state, onRead, words, className }: ReadOlderProps) {
  const t = useTranslate();
  const sentinel = useRef<HTMLDivElement>(null);
  const latest = useRef(onRead);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    if (state !== 'still' || !sentinel.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      root: box.current,
      rootMargin: '400px 0px 0px 0px',
    });
    watch.observe(sentinel.current);
    return () => watch.disconnect();
  }, [state, box]);
  return (
    <div ref={sentinel} className={cx('grid justify-items-center gap-1', className)}>
      {state === 'failed' && (
        <p role="alert" className="text-ink-2 text-sm">
          {words.failed}
        </p>
      )}
      <Button size="compact" loading={state === 'reading'} onClick={() => onRead()}>
        {state === 'failed' ? t('ui.retry') : words.older}
      </Button>
    </div>
  );
}

/** Floats over the end of a scroll container, for a reader who has scrolled up. */
export function ToFootButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="absolute right-4 bottom-3 inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full border border-line bg-sheet px-4 text-sm shadow-float print:hidden"
    >
      <ArrowDown size="1rem" />
      {children}
    </button>
  );
}
