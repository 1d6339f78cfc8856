import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';

/** Copies, and says whether it did. */
export function useCopy() {
  const t = useWords();
  const toast = useToast();
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('chat.copied'));
    } catch (error) {
      console.error('應用層錯誤: nothing was copied', error);
      toast.error(t('chat.notCopied'));
    }
  };
}
