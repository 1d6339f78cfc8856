import { ApiError } from '#web/ground/api/api.ts';
import { useProblemWords } from '#web/ground/api/use-problem.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';

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
