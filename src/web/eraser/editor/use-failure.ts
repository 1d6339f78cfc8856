import { useWords } from '#web/words.tsx';
import { useProblemWords } from '../../accounts/use-problem.ts';
import { ApiError } from '../../api.ts';
import { useToast } from '../../ui/toast.tsx';

/** Says what did not work, and why: in the server's words where it gave any, else that it was not reached. */
export function useFailure() {
  const t = useWords();
  const toast = useToast();
  const problemWords = useProblemWords();
  return (error: unknown, what: string) => {
    if (!(error instanceof ApiError)) console.error('應用層錯誤: the editor', error);
    const [field] = error instanceof ApiError ? Object.values(error.fields) : [];
    toast.error(t('editor.notDone.why', { what, why: field ?? problemWords(error) }));
  };
}
