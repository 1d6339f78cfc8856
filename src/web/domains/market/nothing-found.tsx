import { countWords } from '#web/ground/i18n/numbers.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { FindDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { groupsInUse, listPath, noFilters, withoutGroup } from './filters.ts';
import type { ListData } from './load-list.ts';

/**
 * An empty list: which filter to remove, with the number of results that would give. Or there is nothing at
 * all.
 */
export function NothingFound({ data }: { data: ListData }) {
  const { tab, gated, filters, relaxations } = data;
  const t = useTranslate();
  const { href } = useShell();
  if (groupsInUse(filters).length === 0)
    return (
      <EmptyState
        drawing={<FindDrawing />}
        title={t(tab === 'cases' ? 'market.noCasesTitle' : 'market.noTutorsTitle')}
        text={t(tab === 'cases' ? 'market.noCasesText' : 'market.noTutorsText')}
        action={
          <ButtonLink variant="primary" to={href(tab === 'cases' ? '/me/case/new' : '/me/tutor')}>
            {t(tab === 'cases' ? 'market.postCase' : 'market.makeListing')}
          </ButtonLink>
        }
      />
    );
  return (
    <EmptyState
      drawing={<FindDrawing />}
      title={t('market.noneTitle')}
      text={t(relaxations.length > 0 ? 'market.noneText' : 'market.noneAtAll')}
      action={
        relaxations.length > 0 ? (
          <ul className="flex flex-wrap justify-center gap-x-2">
            {relaxations.map(({ group, total, capped }) => (
              <li key={group}>
                <AppLink
                  to={href(listPath(tab, withoutGroup(filters, group), { gated }))}
                  className="group inline-flex min-h-11 items-center"
                >
                  <span className="rounded-full bg-seal-soft px-3 py-1 text-[color-mix(in_srgb,var(--color-seal)_85%,var(--color-ink))] text-sm group-hover:underline">
                    {t('market.relax', {
                      group: t(
                        group === 'price' && tab === 'tutors' ? 'market.budgetName' : `market.group.${group}`,
                      ),
                      count: countWords(total, capped),
                    })}
                  </span>
                </AppLink>
              </li>
            ))}
          </ul>
        ) : (
          <ButtonLink
            variant="primary"
            to={href(listPath(tab, { ...noFilters, sort: filters.sort }, { gated }))}
          >
            {t('market.clear')}
          </ButtonLink>
        )
      }
    />
  );
}
