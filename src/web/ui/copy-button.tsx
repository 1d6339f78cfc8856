import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from './button.tsx';

/** Copies, and says whether it did. */
export function useCopy(done: string, failed: string) {
  const toast = useToast();
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(done);
    } catch {
      // Not allowed here, or no secure page: the words are on the page to be selected.
      toast.error(failed);
    }
  };
}

export function CopyButton({ text }: { text: string }) {
  const t = useWords();
  const copy = useCopy(t('me.security.copied'), t('me.security.copyFailed'));
  return (
    <Button size="compact" onClick={() => copy(text)}>
      {t('me.security.copy')}
    </Button>
  );
}
