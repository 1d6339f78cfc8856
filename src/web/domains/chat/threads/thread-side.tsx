import { useEffect } from 'react';
import type { Thread } from '#shared/chat/chat.ts';
import { dayOf } from '#shared/hong-kong.ts';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { onThreadsChanged } from './changed.ts';

export type SideThreads = { list: Thread[]; total: number; today: string };

const none = { list: [], total: 0 };

/** The latest threads beside the conversation. */
export function ThreadSide({ loaded, base }: { loaded: SideThreads | undefined; base: string }) {
  const t = useTranslate();
  const { value, reload } = useRemote<Pick<SideThreads, 'list' | 'total'>>({
    loaded: loaded ?? none,
    read: (api) => api('GET /api_ai/chat_ai/threads'),
  });
  useEffect(() => onThreadsChanged(reload), [reload]);
  const { list, total } = value;
  if (list.length === 0)
    return <p className="hidden pt-3 text-ink-2 text-sm lg:block">{t('chat.noThreads')}</p>;
  const isToday = ({ updated_at }: Thread) => dayOf(updated_at) === loaded?.today;
  const groups = [
    { name: t('chat.today'), threads: list.filter(isToday) },
    { name: t('chat.earlier'), threads: list.filter((thread) => !isToday(thread)) },
  ].filter(({ threads }) => threads.length > 0);
  return (
    <nav aria-label={t('chat.threads')} className="hidden min-h-0 overflow-y-auto pt-3 lg:block">
      {groups.map(({ name, threads }) => (
        <div key={name} className="mb-3">
          <p className="px-3 pb-1 text-ink-2 text-xs">{name}</p>
          <ul>
            {threads.map((thread) => (
              <li key={thread.id}>
                <PageLink
                  to={`/${thread.path_name}/${thread.id}`}
                  className="flex min-h-11 items-center rounded-card px-3 text-sm hover:bg-paper-2 aria-[current]:bg-paper-2 aria-[current]:font-bold"
                >
                  <span className="truncate">{thread.title || t('chat.new')}</span>
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {total > list.length && (
        <PageLink
          to={`${base}#threads`}
          className="flex min-h-11 items-center px-3 text-ink-2 text-sm underline underline-offset-4"
        >
          {t('chat.allThreads')}
        </PageLink>
      )}
    </nav>
  );
}
