import Share2 from 'lucide-react/icons/share-2';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { useCopy } from '#web/ui/copy-button.tsx';

/** Shares a page by the phone's own menu, else by copying its address, which names nobody. */
export function ShareButton({ path, title }: { path: string; title: string }) {
  const t = useTranslate();
  const { root, href } = useShell();
  const copy = useCopy(t('market.linkCopied'), t('market.linkNotCopied'));
  const share = async () => {
    const url = `${root?.origin || location.origin}${href(path)}`;
    // A computer's menu offers little; there the address is more use.
    if (!navigator.share || matchMedia('(pointer: fine)').matches) return copy(url);
    try {
      await navigator.share({ title, url });
    } catch (error) {
      // Closing the menu is no failure.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(url);
    }
  };
  return (
    <Button size="compact" onClick={() => void share()}>
      <Share2 className="size-4" />
      {t('market.share')}
    </Button>
  );
}
