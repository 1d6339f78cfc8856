import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Interest, InterestBody } from '#shared/interest.ts';
import { ApiError } from '#web/ground/api/api.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';

type Problem = { code: number; message: string };

const ownForMs = 3000;
let lastActAt = 0;
/** Whether what changes just now is most likely one's own doing. */
export const actedJustNow = () => Date.now() - lastActAt < ownForMs;

/** Does one thing at a time, says what went wrong, and lets the page look again. */
export function useAct() {
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    lastActAt = Date.now();
    setBusy(true);
    setProblem(undefined);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem({ code: error.code, message: error.message });
      return undefined;
    } finally {
      setBusy(false);
      // Whatever the answer was, what is shown may be old.
      await revalidate();
    }
  }

  return {
    busy,
    problem,
    run,
    act: (body: InterestBody): Promise<Interest | undefined> =>
      run(() => api('POST /api/users/interest', { body })),
  };
}
