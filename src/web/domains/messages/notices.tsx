import { useEffect, useRef } from 'react';
import { formatTime } from '#shared/hong-kong.ts';
import type { Notice } from '#shared/messages.ts';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useRemote } from '#web/ground/api/use-remote.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { LetterDrawing } from '#web/ui/drawings.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

export type NoticePage = { list: Notice[]; page: number; page_size: number; total: number };

/** The user's notices; new ones are added live. */
export function Notices({ loaded }: { loaded: NoticePage }) {
  const t = useTranslate();
  const { href } = useShell();
  const { value: notices } = useRemote({
    loaded,
    read: (api) => api('GET /api/users/notices', { query: { page: loaded.page } }),
    on: ['notice'],
  });
  const list = useRef<HTMLUListElement>(null);
  const fresh = useFresh(notices.list);
  useMarkRead(notices, list);
  if (notices.list.length === 0)
    return (
      <EmptyState
        drawing={<LetterDrawing />}
        title={t('rooms.message.emptyTitle')}
        text={t('rooms.message.emptyText')}
        level={3}
        action={
          <ButtonLink to={href('/')} variant="secondary">
            {t('rooms.home')}
          </ButtonLink>
        }
      />
    );
  return (
    <>
      <ul
        ref={list}
        aria-label={t('me.notices.list')}
        className="grid rounded-card border border-line bg-sheet"
      >
        {notices.list.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} isNew={fresh.has(notice.id)} />
        ))}
      </ul>
      <Pages {...notices} />
    </>
  );
}

/** Notices that were unread when first shown stay marked until the page is left. */
function useFresh(list: readonly Notice[]) {
  const fresh = useRef(new Set<number>());
  for (const { id, is_read } of list) if (!is_read) fresh.current.add(id);
  return fresh.current;
}

/** Marks shown notices as read; on a phone the list may be behind the other tab, where it does not count. */
function useMarkRead({ list }: NoticePage, element: { current: HTMLElement | null }) {
  const api = useApi();
  const newest = list.find(({ is_read }) => !is_read)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const mark = () => {
      if (document.visibilityState !== 'visible' || !element.current?.checkVisibility()) return;
      // The API layer has logged a failure; unmarked notices will be marked at the next visit.
      api('PUT /api/users/notices/read', { body: { up_to: newest } }).catch(() => {});
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [api, newest, element]);
}

function NoticeRow({ notice, isNew }: { notice: Notice; isNew: boolean }) {
  const t = useTranslate();
  const { locale } = useShell();
  return (
    <li className="grid gap-1 border-line border-t px-5 py-4 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {notice.path === null ? (
          <span className="font-semibold">{notice.title}</span>
        ) : (
          <PageLink
            to={notice.path}
            className="-my-2 inline-flex min-h-11 items-center font-semibold underline decoration-ink-2/50 underline-offset-4"
          >
            {notice.title}
          </PageLink>
        )}
        {isNew && <Chip tone="seal">{t('me.notices.new')}</Chip>}
      </p>
      {notice.about && <p className="break-words text-ink-2 text-sm">{notice.about}</p>}
      <p>{notice.text}</p>
      <p className="text-ink-2 text-xs">
        <time dateTime={notice.told_at}>{formatTime(notice.told_at, locale)}</time>
      </p>
    </li>
  );
}

function Pages({ page, page_size, total }: NoticePage) {
  const t = useTranslate();
  const { href } = useShell();
  if (total <= page_size) return null;
  const to = (other: number) => href(`/message?show=notices&page=${other}`);
  return (
    <nav aria-label={t('me.notices.pages')} className="flex flex-wrap justify-between gap-2">
      {page > 1 && <ButtonLink to={to(page - 1)}>{t('me.notices.newer')}</ButtonLink>}
      {page * page_size < total && (
        <ButtonLink to={to(page + 1)} className="ml-auto">
          {t('me.notices.older')}
        </ButtonLink>
      )}
    </nav>
  );
}
