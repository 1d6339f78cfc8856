import { useEffect, useEffectEvent } from 'react';
import { useReducedMotion } from '#web/ui/motion/reduced-motion.ts';

/** Often enough to see that one is heard, too seldom to be motion. */
const calmMs = 400;

/** Draws before each frame, past React; a few times a second for who wants less motion. */
export function useFrames(draw: (isCalm: boolean) => void) {
  const isCalm = useReducedMotion();
  const drawNow = useEffectEvent(() => draw(isCalm));
  useEffect(() => {
    if (isCalm) {
      const timer = setInterval(drawNow, calmMs);
      return () => clearInterval(timer);
    }
    let frame = requestAnimationFrame(function next() {
      drawNow();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isCalm]);
}
