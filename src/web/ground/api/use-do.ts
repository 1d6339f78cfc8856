import { useState } from 'react';
import { ApiError } from './api.ts';
import { useProblemWords } from './use-problem.ts';

/** Does one thing at a time and says what went wrong, also where the server was not reached. */
export function useDo() {
  const words = useProblemWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [fields, setFields] = useState<Record<string, string>>({});

  /** Whether it was done. */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    setFields({});
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(words(error));
      if (error instanceof ApiError) setFields(error.fields);
      return false;
    } finally {
      setBusy(false);
    }
  }
  const clear = () => {
    setProblem(undefined);
    setFields({});
  };
  return { busy, problem, fields, run, clear };
}
