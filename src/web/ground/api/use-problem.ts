import { useWords } from '../i18n/words.tsx';
import { ApiError } from './api.ts';

/** What to say of a call that failed: the server's words, or that it was not reached. */
export function useProblemWords() {
  const t = useWords();
  return (error: unknown) =>
    error instanceof ApiError && error.message !== '' ? error.message : t('ui.notReached');
}

/** Whole seconds to wait, where the answer says so. */
export const waitOf = (error: unknown) =>
  error instanceof ApiError && typeof error.details.retry_after === 'number' ? error.details.retry_after : 0;

export const isCode = (error: unknown, code: number): error is ApiError =>
  error instanceof ApiError && error.code === code;
