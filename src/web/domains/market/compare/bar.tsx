import X from 'lucide-react/icons/x';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { clearCompared, comparePath, useCompared } from './store.ts';

/** At the bottom while somebody is chosen; above the links of a phone. */
export function CompareBar({ caseId }: { caseId?: number }) {
  const t = useTranslate();
  const { href } = useShell();
  const chosen = useCompared();
  if (chosen.length === 0) return null;
  return (
    <>
      <div aria-hidden className="h-20" />
      <section
        aria-label={t('compare.title')}
        className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-[2001] border-line border-t bg-sheet shadow-float lg:bottom-0"
      >
        <div className="mx-auto flex max-w-page items-center gap-2 px-4 py-2">
          <p role="status" className="min-w-0 grow truncate text-sm">
            {chosen.length === 1
              ? t('compare.oneMore', { name: chosen[0]?.name ?? '' })
              : chosen.map(({ name }) => name).join(t('market.and'))}
          </p>
          {chosen.length > 1 && (
            <AppLink
              to={href(
                comparePath(
                  chosen.map(({ id }) => id),
                  caseId,
                ),
              )}
              // Beside the tutors of a case, the red button is the invitation.
              className={buttonClass(
                caseId === undefined ? 'primary' : 'secondary',
                'shrink-0 whitespace-nowrap',
              )}
            >
              {t('compare.open', { count: chosen.length })}
            </AppLink>
          )}
          <IconButton label={t('compare.clear')} onClick={clearCompared}>
            <X size="1.25rem" />
          </IconButton>
        </div>
      </section>
    </>
  );
}
