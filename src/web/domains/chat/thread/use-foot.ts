import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHydrated } from '#web/ground/page-life.ts';

/** Near enough to the end to count as there. */
const nearPx = 48;

const isAtFoot = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) =>
  scrollHeight - scrollTop - clientHeight <= nearPx;

type Place = RefObject<HTMLElement | null>;

/**
 * Keeps a box at its end for who is there; for who reads further up nothing moves. Scrolled, not turned over
 * (column-reverse): there every line that comes would push all the others up, which is a layout shift.
 */
export function useFoot(box: Place, content: Place) {
  const [away, setAway] = useState(false);
  const stays = useRef(true);
  const held = useRef(false);

  const toFoot = useCallback(() => {
    stays.current = true;
    held.current = false;
    setAway(false);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [box]);
  // A page that the server drew stands at its end already, where the browser knows how (scroll-initial-target): who is
  // not there by now has scrolled, and stays where they are.
  const isDrawnHere = useHydrated();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is alive
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const begins = CSS.supports('scroll-initial-target', 'nearest')
      ? isAtFoot(element)
      : element.scrollTop === 0;
    if (isDrawnHere || begins) return toFoot();
    stays.current = false;
    setAway(!isAtFoot(element));
  }, []);

  useEffect(() => {
    const element = box.current;
    const inner = content.current;
    if (!element || !inner) return;
    let last = { top: element.scrollTop, height: element.scrollHeight };
    // News of a scroll comes late, when more may have been written below: only who went up has left the end. Where
    // something above became shorter the browser has moved, not the reader.
    const look = () => {
      const hasGoneUp = element.scrollTop < last.top && element.scrollHeight >= last.height;
      last = { top: element.scrollTop, height: element.scrollHeight };
      stays.current = isAtFoot(element) || (stays.current && !hasGoneUp);
      setAway(!stays.current);
    };
    // Before the frame is painted: nobody sees it in between.
    const watch = new ResizeObserver(() => {
      if (stays.current && !held.current) {
        element.scrollTop = element.scrollHeight;
        last = { top: element.scrollTop, height: element.scrollHeight };
      } else setAway(!isAtFoot(element));
    });
    watch.observe(inner);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [box, content]);

  /** Puts something before all the rest; what the reader sees stays where it is. */
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
  /** A message is shown from its beginning, and stays so whatever comes below it. */
  const hold = useCallback(
    (id: number) => {
      held.current = true;
      box.current?.querySelector(`[data-message="${id}"]`)?.scrollIntoView({ block: 'start' });
    },
    [box],
  );
  return { away, toFoot, keepPlace, hold };
}
