import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { grouped } from '#web/ground/i18n/numbers.ts';
import { cx } from '../cx.ts';
import { watchInView } from './in-view.tsx';
import { useReducedMotion } from './reduced-motion.ts';

/** Between two numbers: the eye cannot read more of them, and every frame asked for costs a phone, shown or not. */
const stepMs = 45;

export interface AnimatedNumberProps {
  value: number;
  /** Milliseconds. */
  duration?: number | undefined;
  format?: ((value: number) => string) | undefined;
  className?: string | undefined;
}

/**
 * Counts from the old value (at first 0) to the new one when it is in view. The new value itself is always in the
 * page, unseen while the digits run over it: it keeps the space, and is what is read aloud and drawn by the server.
 */
export function AnimatedNumber({
  value,
  duration = animatedNumberDuration,
  format = grouped,
  className,
}: AnimatedNumberProps) {
  const reducedMotion = useReducedMotion();
  const box = useRef<HTMLSpanElement>(null);
  const digits = useRef<HTMLSpanElement>(null);
  const reached = useRef(0);
  const [running, setRunning] = useState(false);
  const end = Math.floor(value);

  // Past React, which would go through the component at every step; and into the same node, which lays out less.
  const write = useEffectEvent((number: number) => {
    if (digits.current?.firstChild) digits.current.firstChild.nodeValue = format(number);
  });

  useEffect(() => {
    const arrive = () => {
      reached.current = end;
      setRunning(false);
    };
    if (!box.current || reducedMotion || reached.current === end) return arrive();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unwatch = watchInView(box.current, (visible) => {
      if (!visible || timer) return;
      setRunning(true);
      const from = reached.current;
      const begun = performance.now();
      const step = () => {
        const elapsed = performance.now() - begun;
        if (elapsed >= duration) return arrive();
        reached.current = numberAt(from, end, elapsed, duration);
        write(reached.current);
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
            if (element) element.textContent = format(reached.current);
          }}
          className="absolute inset-0 contain-strict"
        />
      )}
    </span>
  );
}

export const animatedNumberDuration = 2000;

const easeOut = (part: number) => 1 - (1 - part) ** 3;

/** The whole number shown `elapsed` ms after leaving `from`: rounded down, and exactly the floor of `to` at the end. */
export function numberAt(from: number, to: number, elapsed: number, duration: number): number {
  if (!(elapsed < duration)) return Math.floor(to);
  return Math.floor(from + (to - from) * easeOut(Math.max(0, elapsed) / duration));
}
