import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';

export type Computing = 'working' | 'done' | 'failed' | 'final';

/**
 * Computes a result again when the page opens and on request; the stored result is shown meanwhile. A final one
 * is computed only on request.
 */
export function useCompute(work: () => Promise<unknown>, { isFinal = false }: { isFinal?: boolean } = {}) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<Computing>(isFinal ? 'final' : 'working');
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  const compute = useCallback(async () => {
    setState('working');
    try {
      await latest.current();
      await revalidate();
      setState('done');
      return true;
    } catch {
      // The API layer has logged it; the page says so and offers to try again.
      setState('failed');
      return false;
    }
  }, [revalidate]);
  const atOnce = useRef(!isFinal);
  useEffect(() => {
    if (atOnce.current) compute();
  }, [compute]);
  return { state, compute };
}
