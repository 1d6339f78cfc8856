import Bell from 'lucide-react/icons/bell';
import { useAction } from '#web/ground/api/use-action.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Filters, searchOf } from '../filters.ts';

/** A tutor is told of new cases that these filters find; searches are taken back among what is saved. */
export default function SaveSearch({ filters, isSaved }: { filters: Filters; isSaved: boolean }) {
  const t = useTranslate();
  const { busy, run } = useAction({ refresh: true, toast: true });
  const save = () =>
    run(
      (api) => api('POST /api/users/saved_searches', { body: { search: searchOf(filters) } }),
      t('market.searchSaved'),
    );
  if (!isSaved)
    return (
      <Button variant="quiet" size="compact" className="-ml-2.5" loading={busy} onClick={save}>
        <Bell size="1rem" />
        {t('market.saveSearch')}
      </Button>
    );
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-2 text-jade text-sm">
      <Bell size="1rem" aria-hidden />
      {t('market.searchIsSaved')}
      <PageLink
        to="/me/saved?tab=cases"
        className="inline-flex min-h-11 items-center text-ink underline underline-offset-4"
      >
        {t('market.manageSearches')}
      </PageLink>
    </p>
  );
}
