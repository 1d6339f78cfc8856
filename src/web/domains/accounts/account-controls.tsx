import MessageCircle from 'lucide-react/icons/message-circle';
import { useNavigate } from 'react-router';
import type { UserInfo } from '#shared/accounts.ts';
import { waitingCount } from '#web/domains/classes/queue/waiting-count.ts';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useLogin } from '#web/ground/login.ts';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { logOut } from './session.ts';

/**
 * The account area of the header: login, or links to messages and account; for who uses the AI side alone, its
 * logout on AI pages.
 */
export function AccountControls() {
  const t = useTranslate();
  const { root, row } = useShell();
  const login = useLogin();
  const side = row?.logout ?? 'product';
  const signedIn = Boolean(side === 'ai' ? root?.aiUser.id : root?.user.id);
  const logIn = () => login.open({ side, method: 'quickly_register' });
  return (
    <>
      {root && root.user.id > 0 && (
        <PageLink
          to="/message"
          className="relative grid size-11 min-w-11 shrink-0 place-items-center rounded-full hover:bg-paper-2 max-lg:hidden"
        >
          <MessageCircle className="size-5" />
          <span className="sr-only">{t('nav.message')}</span>
          <span data-unread="" className="absolute top-1 left-1/2" />
        </PageLink>
      )}
      {root && (root.user.id > 0 || root.aiUser.id > 0) && (
        // On a phone there is no room for both, and the bottom bar links to the account as well.
        <PageLink
          to="/me"
          className={cx(
            'grid size-11 min-w-11 shrink-0 place-items-center rounded-full',
            (!signedIn || !root.user.id) && 'max-lg:hidden',
          )}
        >
          <NameSeal
            name={root.user.name}
            portrait={root.user.last_identity === 2 ? root.user.portrait : null}
          />
          <span className="sr-only">{t('login.account')}</span>
        </PageLink>
      )}
      {!signedIn && (
        <Button size="compact" onClick={logIn}>
          {t('login.title')}
        </Button>
      )}
      {signedIn && side === 'ai' && !root?.user.id && <LogOutOfAi />}
    </>
  );
}

function LogOutOfAi() {
  const t = useTranslate();
  const logOutOf = useLogOut();
  return (
    <Button size="compact" onClick={() => logOutOf('ai')}>
      {t('login.logOut')}
    </Button>
  );
}

/** Logs out, goes to the home page and refreshes; shows a toast if it fails. */
export function useLogOut() {
  const t = useTranslate();
  const { root, href } = useShell();
  const navigate = useNavigate();
  const { run } = useAction({ refresh: true, toast: true });
  return async (side: 'product' | 'ai', { hasAsked = false } = {}) => {
    // There the user decides what happens to unsent clock-ins.
    if (side === 'product' && !hasAsked && waitingCount(root?.user.id ?? 0) > 0)
      return navigate(href('/clock-in?leaving'));
    await run(
      async (api) => {
        await logOut(api, side);
        await navigate(href('/'));
      },
      t(side === 'ai' ? 'aiLogin.signedOut' : 'login.loggedOut'),
    );
  };
}

type NameSealProps = { name: string; portrait?: UserInfo['portrait']; className?: string };

/**
 * A tutor's own portrait, else a round seal with the first character of a name. Decorative: the name stands
 * beside it.
 */
export function NameSeal({ name, portrait, className = 'size-8 text-base' }: NameSealProps) {
  const { root } = useShell();
  const [first = '明'] = name.trim();
  if (portrait) {
    const id = portrait.slice(6);
    const photo = `${root?.settings.apiBase ?? ''}/api/common_info/tutor_photo/${id}-96.webp`;
    return (
      <img
        alt=""
        src={portrait.startsWith('drawn') ? `/portraits/${id}.svg` : photo}
        width={96}
        height={96}
        className={cx('shrink-0 rounded-full border border-line bg-paper-2 object-cover', className)}
      />
    );
  }
  return (
    <span
      aria-hidden
      className={cx(
        'grid shrink-0 place-items-center rounded-full border-2 border-seal font-bold font-serif text-seal leading-none',
        className,
      )}
    >
      {first.toUpperCase()}
    </span>
  );
}
