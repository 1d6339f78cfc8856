import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { codes } from '#shared/codes/codes.ts';
import { useWords } from '../i18n/words.tsx';
import { useToast } from '../toast.ts';
import { type Api, ApiError } from './api.ts';
import { useApi } from './api-provider.tsx';

export const conflict: (typeof codes)['conflict']['code'] = 1012;
export const notAllowed: (typeof codes)['notAllowed']['code'] = 3006;
const badInput: (typeof codes)['badInput']['code'] = 1001;

type Deed = {
  work: (api: Api) => Promise<unknown>;
  /** Said when it is done. */
  done: string;
  /** Words of our own for some codes; the answer's own words for the rest. */
  words?: Partial<Record<number, string>>;
};

/** Something an operator does: one at a time, then the page is read anew, also when somebody else was first. */
export function useDeed() {
  const t = useWords();
  const api = useApi();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [fields, setFields] = useState<Record<string, string>>({});

  const run = async ({ work, done, words = {} }: Deed): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setProblem('');
    setFields({});
    try {
      await work(api);
      toast.success(done);
      await revalidate();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // The call layer has logged it; whether the deed was done is not known, so the page is not read anew.
        setProblem(t('operator.notDone'));
        return false;
      }
      setProblem(words[error.code] ?? error.message);
      setFields(error.fields);
      if (error.code !== badInput) await revalidate();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy, problem, fields };
}
