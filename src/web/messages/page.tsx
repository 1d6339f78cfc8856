import { useEffect } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Notice } from '#shared/messages.ts';
import { useWords } from '#web/words.tsx';
import { MeError, MePage } from '../accounts/me-page.tsx';
import { momentWords } from '../accounts/moment-words.ts';
import { useApi } from '../shell/api-provider.tsx';
import { apiOf, ifSignedIn } from '../shell/page-loader.ts';
import { pageMeta } from '../shell/page-meta.ts';
import { SignedOut } from '../shell/signed-out.tsx';
import { useShell } from '../shell/use-shell.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { LetterDrawing } from '../ui/drawings/letter.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

export async function loader(args: LoaderFunctionArgs) {
  const asked = args.url.searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1;
  return { notices: await ifSignedIn(apiOf(args)('GET /api/users/notices', { query: { page } })) };
}

export const meta = pageMeta('message');
export const ErrorBoundary = MeError;

export default function Messages() {
  const t = useWords();
  const { href } = useShell();
  const { notices } = useLoaderData<typeof loader>();
  useMarkRead(notices?.list);
  if (!notices) return <SignedOut title={t('rooms.message.title')} />;
  return (
    <MePage title={t('rooms.message.title')} lead={t('rooms.message.lead')}>
      {notices.list.length === 0 ? (
        <EmptyState
          drawing={<LetterDrawing />}
          title={t('rooms.message.emptyTitle')}
          text={t('rooms.message.emptyText')}
          action={
            <ButtonLink to={href('/')} variant="secondary">
              {t('rooms.home')}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <ul aria-label={t('me.notices.list')} className="grid rounded-card border border-line bg-sheet">
            {notices.list.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} />
            ))}
          </ul>
          <Pages {...notices} />
        </>
      )}
    </MePage>
  );
}

function NoticeRow({ notice }: { notice: Notice }) {
  const t = useWords();
  const { locale } = useShell();
  return (
    <li className="grid gap-1 border-line border-t px-5 py-4 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-semibold">{notice.title}</span>
        {!notice.is_read && <Chip tone="seal">{t('me.notices.new')}</Chip>}
      </p>
      <p>{notice.text}</p>
      <p className="text-ink-2 text-xs">
        <time dateTime={notice.told_at}>{momentWords(notice.told_at, locale)}</time>
      </p>
    </li>
  );
}

function Pages({ page, page_size, total }: { page: number; page_size: number; total: number }) {
  const t = useWords();
  const { href } = useShell();
  if (total <= page_size) return null;
  return (
    <nav aria-label={t('me.notices.pages')} className="flex flex-wrap justify-between gap-2">
      {page > 1 && <ButtonLink to={href(`/message?page=${page - 1}`)}>{t('me.notices.newer')}</ButtonLink>}
      {page * page_size < total && (
        <ButtonLink to={href(`/message?page=${page + 1}`)} className="ml-auto">
          {t('me.notices.older')}
        </ButtonLink>
      )}
    </nav>
  );
}

/** What was shown is read. On this page it stays marked as new until the next visit. */
function useMarkRead(list: readonly Notice[] | undefined) {
  const api = useApi();
  useEffect(() => {
    let here = true;
    const markAll = async () => {
      for (const { id, is_read } of list ?? [])
        if (here && !is_read) await api('PUT /api/users/notices/{id}/read', { params: { id } });
    };
    // The call layer has logged it; what is not marked now will be at the next visit.
    markAll().catch(() => {});
    return () => {
      here = false;
    };
  }, [api, list]);
}
