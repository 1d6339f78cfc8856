import Search from 'lucide-react/icons/search';
import { useRevalidator } from 'react-router';
import type { Thread } from '#shared/chat/chat.ts';
import { dayOf, formatLongDay } from '#shared/hong-kong.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Input } from '#web/ui/forms/input.tsx';
import { ThreadMenu } from './thread-menu.tsx';

type ThreadPage = {
  list: Thread[];
  total: number;
  page: number;
  page_size: number;
  total_is_capped?: boolean | undefined;
};
type ThreadListProps = { threads: ThreadPage; search: string; base: string };

/**
 * The user's own threads. Search and paging are in the address, so that they work without script and with the
 * back button.
 */
export function ThreadList({ threads, search, base }: ThreadListProps) {
  const t = useTranslate();
  const { href } = useShell();
  const { list, total, page, page_size } = threads;
  if (total === 0 && search === '') return null;
  const pages = Math.max(1, Math.ceil(total / page_size));
  const address = (target: number) => {
    const query = new URLSearchParams({
      ...(search && { search }),
      ...(target > 1 && { page: `${target}` }),
    });
    return `${href(base)}${query.size > 0 ? `?${query}` : ''}#threads`;
  };
  return (
    <section aria-labelledby="threads" className="grid gap-3">
      <h2 id="threads" className="scroll-mt-4 text-xl">
        {t('chat.threads')}
      </h2>
      <search>
        <form action={href(base)} className="flex gap-2">
          <Input
            type="search"
            name="search"
            defaultValue={search}
            maxLength={100}
            aria-label={t('chat.searchLabel')}
            placeholder={t('chat.searchLabel')}
          />
          <Button type="submit" size="compact">
            <Search size="1.125rem" />
            {t('chat.search')}
          </Button>
        </form>
      </search>
      {search !== '' && (
        <p role="status" className="text-sm">
          {t('chat.found', { count: total, search })}{' '}
          <AppLink
            to={`${href(base)}#threads`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {t('chat.clearSearch')}
          </AppLink>
        </p>
      )}
      {list.length > 0 && (
        <ul className="grid rounded-card border border-line bg-sheet">
          {list.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav aria-label={t('chat.pages')} className="flex items-center justify-between gap-3 text-sm">
          {page > 1 ? <PagerLink to={address(page - 1)}>{t('chat.newer')}</PagerLink> : <span />}
          <span className="text-ink-2">{t('chat.page', { page, pages })}</span>
          {page < pages ? <PagerLink to={address(page + 1)}>{t('chat.olderThreads')}</PagerLink> : <span />}
        </nav>
      )}
    </section>
  );
}

function PagerLink({ to, children }: { to: string; children: string }) {
  return (
    <AppLink to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
      {children}
    </AppLink>
  );
}

function ThreadRow({ thread }: { thread: Thread }) {
  const t = useTranslate();
  const { locale, href } = useShell();
  const { revalidate } = useRevalidator();
  return (
    <li className="flex items-center border-line border-b pr-1 last:border-b-0">
      <AppLink
        to={href(`/${thread.path_name}/${thread.id}`)}
        className="grid min-h-14 min-w-0 grow content-center rounded-card px-4 py-2 hover:bg-paper-2"
      >
        <span className="truncate font-semibold">{thread.title || t('chat.new')}</span>
        <span className="flex items-center gap-2 text-ink-2 text-xs">
          {formatLongDay(dayOf(thread.updated_at), locale)}
          {thread.running_message_id !== null && <Chip tone="jade">{t('chat.answering')}</Chip>}
        </span>
      </AppLink>
      <ThreadMenu thread={thread} onRenamed={() => revalidate()} />
    </li>
  );
}
