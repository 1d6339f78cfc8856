import type { Assistant } from '#shared/chat/chat.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';

type AssistantListProps = { assistants: readonly Assistant[]; current: Assistant | undefined };

/** Links to the assistants: each has an address of its own. */
export function AssistantList({ assistants, current }: AssistantListProps) {
  const t = useTranslate();
  const { root, href } = useShell();
  const isSignedIn = Boolean(root?.aiUser.id);
  return (
    <nav aria-label={t('chat.assistants')}>
      <ul className="-mx-4 flex scroll-px-4 gap-2 overflow-x-auto px-4 lg:mx-0 lg:flex-wrap lg:px-0">
        {assistants.map(({ id, name, path_name, is_login_required }) => (
          <li key={id} className={cx('shrink-0', id === current?.id && '[scroll-initial-target:nearest]')}>
            <AppLink
              to={href(`/${path_name}`)}
              aria-current={id === current?.id ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center gap-1.5 rounded-full border px-4 text-sm transition-colors',
                'border-line bg-sheet hover:border-ink/40',
                'aria-[current]:border-seal aria-[current]:bg-seal-soft aria-[current]:font-bold',
              )}
            >
              {name}
              {is_login_required && !isSignedIn && (
                <span className="font-normal text-ink-2 text-xs">{t('chat.needsLogin')}</span>
              )}
            </AppLink>
          </li>
        ))}
      </ul>
      {current && <p className="mt-2 text-ink-2 text-sm">{current.desc}</p>}
    </nav>
  );
}
