import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

const deepest = 10_000;

/** The page number in an address; anything else is the first page. */
export function pageOf({ searchParams }: URL) {
  const page = Number(searchParams.get('page'));
  return Number.isInteger(page) && page >= 1 && page <= deepest ? page : 1;
}

type MorePagesProps = { path: string; list: { page: number; page_size: number; total: number } };

/** Links to the next and the former part of a long list; nothing under a short one. */
export function MorePages({ path, list: { page, page_size, total } }: MorePagesProps) {
  const t = useTranslate();
  const { href } = useShell();
  const hasNext = page * page_size < total;
  if (page === 1 && !hasNext) return null;
  return (
    <div className="flex gap-2">
      {page > 1 && <ButtonLink to={href(`${path}?page=${page - 1}`)}>{t('me.newer')}</ButtonLink>}
      {hasNext && <ButtonLink to={href(`${path}?page=${page + 1}`)}>{t('me.older')}</ButtonLink>}
    </div>
  );
}
