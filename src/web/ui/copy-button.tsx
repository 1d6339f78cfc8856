import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from './button.tsx';

/** Copies a text to the clipboard and shows whether it worked. */
export function useCopy(done: string, failed: string) {
  const toast = useToast();
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(done);
    } catch {
      // Not permitted, or not a secure context: the text on the page can be selected instead.
      toast.error(failed);
    }
  };
}

export function CopyButton({ text }: { text: string }) {
  const t = useTranslate();
  const copy = useCopy(t('me.security.copied'), t('me.security.copyFailed'));
  return (
    <Button size="compact" onClick={() => copy(text)}>
      {t('me.security.copy')}
    </Button>
  );
}
