import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '#web/ground/page-life.ts';

/** Distance from the end that still counts as the end. */
const nearPx = 48;

const isAtFoot = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight <= nearPx;

type Place = RefObject<HTMLElement | null>;

/**
 * Keeps a scroll box at its end for a reader who is there; for a reader further up nothing moves. It scrolls
 * instead of using column-reverse, where every new line pushes all the others up, which is a layout shift.
 */
export function useStickToEnd(box: Place, content: Place) {
  const [away, setAway] = useState(false);
  const sticksToEnd = useRef(true);
  const isPinned = useRef(false);

  const toFoot = useCallback(() => {
    sticksToEnd.current = true;
    isPinned.current = false;
    setAway(false);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);
  // A page rendered by the server is at its end already, in browsers with scroll-initial-target: a reader who
  // is elsewhere by now has scrolled, and stays there.
  const isClientRendered = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const isUnscrolled = CSS.supports('scroll-initial-target', 'nearest')
      ? isAtFoot(element)
      : element.scrollTop === 0;
    if (isClientRendered || isUnscrolled) return toFoot();
    sticksToEnd.current = false;
    setAway(!isAtFoot(element));
  }, []);

  useEffect(() => {
    const element = box.current;
    const inner = content.current;
    if (!element || !inner) return;
    let last = { top: element.scrollTop, height: element.scrollHeight };
    // Scroll events arrive late, when more may have been added below: only scrolling up leaves the end. If
    // something above became shorter, the browser has scrolled and not the reader.
    const onScroll = () => {
      const hasGoneUp = element.scrollTop < last.top && element.scrollHeight >= last.height;
      last = { top: element.scrollTop, height: element.scrollHeight };
      sticksToEnd.current = isAtFoot(element) || (sticksToEnd.current && !hasGoneUp);
      setAway(!sticksToEnd.current);
    };
    // Runs before the frame is painted, so that the state in between is never visible.
    const watch = new ResizeObserver(() => {
      if (sticksToEnd.current && !isPinned.current) {
        element.scrollTop = element.scrollHeight;
        last = { top: element.scrollTop, height: element.scrollHeight };
      } else setAway(!isAtFoot(element));
    });
    watch.observe(inner);
    watch.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [box, content]);

  /** Inserts content above; what the reader sees stays in place. */
  const keepPlace = useCallback(
    (put: () => void) => {
      const element = box.current;
      const first = element?.querySelector('[data-message]');
      const before = first?.getBoundingClientRect().top ?? 0;
      flushSync(put);
      if (element && first) element.scrollTop += first.getBoundingClientRect().top - before;
    },
    [box],
  );
  /** Shows a message from its beginning, and keeps it there whatever is added below. */
  const hold = useCallback(
    (id: number) => {
      isPinned.current = true;
      box.current?.querySelector(`[data-message="${id}"]`)?.scrollIntoView({ block: 'start' });
    },
    [box],
  );
  return { away, toFoot, keepPlace, hold };
}
