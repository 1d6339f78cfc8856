import { useCallback, useEffect, useRef } from 'react';

const pauseMs = 120;

/**
 * Does the work soon, once for all that asked meanwhile, and again for those who asked while it was going on. A failure
 * was logged by the call layer; the next event asks again.
 */
export function useCalm(work: () => Promise<unknown>) {
  const latest = useRef(work);
  const state = useRef<'still' | 'waiting' | 'working' | 'again'>('still');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      state.current = 'still';
    },
    [],
  );
  return useCallback(() => {
    const start = () => {
      state.current = 'waiting';
      timer.current = setTimeout(async () => {
        state.current = 'working';
        await latest.current().catch(() => {});
        if ((state.current as string) === 'again') start();
        else state.current = 'still';
      }, pauseMs);
    };
    if (state.current === 'still') start();
    else if (state.current === 'working') state.current = 'again';
  }, []);
}
