import { useWords } from '#web/ground/i18n/words.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { useLogin } from '#web/shell/login.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** What keeps the visitor from taking part: not logged in, or a tutor whom nobody can find. */
export function ListNotice({ lacksListing }: { lacksListing: boolean }) {
  const t = useWords();
  const { root, href } = useShell();
  const login = useLogin();
  const signedOut = root?.user.id === 0;
  const hidden = lacksListing && root?.user.last_identity === 2;
  if (!signedOut && !hidden) return null;
  return (
    <Notice className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 grow basis-60">{t(signedOut ? 'market.signedOut' : 'market.noListing')}</p>
      {signedOut ? (
        <Button size="compact" onClick={() => login.open(location.pathname + location.search)}>
          {t('login.title')}
        </Button>
      ) : (
        <ButtonLink to={href('/me/tutor')}>{t('market.makeListing')}</ButtonLink>
      )}
    </Notice>
  );
}
