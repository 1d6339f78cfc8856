import { useWords } from '#web/ground/i18n/words.tsx';
import { useToast } from '#web/ground/toast.ts';
import { Button } from './button.tsx';

export function CopyButton({ text }: { text: string }) {
  const t = useWords();
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(t('me.security.copied'));
    } catch {
      // Not allowed here, or no secure page: the words are on the page to be selected.
      toast.error(t('me.security.copyFailed'));
    }
  };
  return (
    <Button size="compact" onClick={copy}>
      {t('me.security.copy')}
    </Button>
  );
}
