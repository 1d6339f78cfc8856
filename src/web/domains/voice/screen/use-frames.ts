import { useEffect, useEffectEvent } from 'react';
import { useReducedMotion } from '#web/ui/motion/reduced-motion.ts';

/** Often enough to see that the microphone works, too rarely to be motion. */
const reducedMotionMs = 400;

/** Draws before each frame without React; a few times a second with reduced motion. */
export function useFrames(draw: (isCalm: boolean) => void) {
  const isCalm = useReducedMotion();
  const drawNow = useEffectEvent(() => draw(isCalm));
  useEffect(() => {
    if (isCalm) {
      const timer = setInterval(drawNow, reducedMotionMs);
      return () => clearInterval(timer);
    }
    let frame = requestAnimationFrame(function next() {
      drawNow();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isCalm]);
}
