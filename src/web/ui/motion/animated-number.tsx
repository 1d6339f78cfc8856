import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { grouped } from '#web/ground/i18n/numbers.ts';
import { cx } from '../cx.ts';
import { watchInView } from './in-view.tsx';
import { useReducedMotion } from './reduced-motion.ts';

/** Time between two numbers: the eye cannot read more, and every animation frame costs a phone processor time. */
const stepMs = 45;

export interface AnimatedNumberProps {
  value: number;
  /** Where the first count begins. */
  from?: number | undefined;
  /** Milliseconds. */
  duration?: number | undefined;
  format?: ((value: number) => string) | undefined;
  className?: string | undefined;
}

/**
 * Counts from the old value (at first `from`) to the new one when it is in view. The new value itself is always in
 * the page, hidden while the digits run over it: it reserves the space, and is what is read aloud and
 * rendered by the server.
 */
export function AnimatedNumber({
  value,
  from = 0,
  duration = animatedNumberDuration,
  format = grouped,
  className,
}: AnimatedNumberProps) {
  const reducedMotion = useReducedMotion();
  const box = useRef<HTMLSpanElement>(null);
  const digits = useRef<HTMLSpanElement>(null);
  const shownNumber = useRef(from);
  const [running, setRunning] = useState(false);
  const end = Math.floor(value);

  // Written directly to the DOM, since React would render the component at every step; the same text node
  // needs less layout.
  const write = useEffectEvent((number: number) => {
    if (digits.current?.firstChild) digits.current.firstChild.nodeValue = format(number);
  });

  useEffect(() => {
    const finish = () => {
      shownNumber.current = end;
      setRunning(false);
    };
    if (!box.current || reducedMotion || shownNumber.current === end) return finish();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = watchInView(box.current, (visible) => {
      if (!visible || timer) return;
      setRunning(true);
      const begin = shownNumber.current;
      const startedAt = performance.now();
      const step = () => {
        const elapsed = performance.now() - startedAt;
        if (elapsed >= duration) return finish();
        shownNumber.current = numberAt(begin, end, elapsed, duration);
        write(shownNumber.current);
        timer = setTimeout(step, stepMs);
      };
      timer = setTimeout(step, stepMs);
    });
    return () => {
      unwatch();
      clearTimeout(timer);
    };
  }, [end, duration, reducedMotion]);

  return (
    <span ref={box} className={cx('relative inline-block whitespace-nowrap tabular-nums', className)}>
      <span className={running ? 'opacity-0' : undefined}>{format(end)}</span>
      {running && (
        <span
          aria-hidden
          ref={(element) => {
            digits.current = element;
            if (element) element.textContent = format(shownNumber.current);
          }}
          className="absolute inset-0 contain-strict"
        />
      )}
    </span>
  );
}

export const animatedNumberDuration = 2000;

const easeOut = (part: number) => 1 - (1 - part) ** 3;

/**
 * The whole number shown `elapsed` ms after the start at `from`: rounded down, and exactly the floor of `to`
 * at the end.
 */
export function numberAt(from: number, to: number, elapsed: number, duration: number): number {
  if (!(elapsed < duration)) return Math.floor(to);
  return Math.floor(from + (to - from) * easeOut(Math.max(0, elapsed) / duration));
}
