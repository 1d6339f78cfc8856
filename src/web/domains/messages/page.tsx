import ArrowLeft from 'lucide-react/icons/arrow-left';
import BellRing from 'lucide-react/icons/bell-ring';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { Locale } from '#shared/locale.ts';
import { MeError } from '#web/domains/accounts/me-page.tsx';
import type { Api } from '#web/ground/api/api.ts';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { AppLink, PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, ifSignedIn } from '#web/ground/routing/page-loader.ts';
import { pageMeta } from '#web/ground/routing/page-meta.ts';
import { splitLocale } from '#web/ground/routing/rules.ts';
import { useStoredScroll } from '#web/ground/routing/stored-scroll.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { SignedOut } from '#web/shell/empty-pages.tsx';
import { cx } from '#web/ui/cx.ts';
import { ConversationList } from './conversation-list.tsx';
import { loadConversations } from './conversation-rows.ts';
import { Notices } from './notices.tsx';
import { UnreadMark } from './unread.tsx';

type Tab = 'talk' | 'notices';

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = args.url;
  const pageParam = searchParams.get('page') ?? '';
  const page = /^[1-9]\d{0,4}$/.test(pageParam) ? Number(pageParam) : 1;
  const show = searchParams.get('show');
  const { locale } = splitLocale(args.url.pathname);
  return { mine: await ifSignedIn(loadAll(apiOf(args), locale, page, show)) };
}

async function loadAll(api: Api, locale: Locale, page: number, show: string | null) {
  const [talk, notices, unread] = await Promise.all([
    loadConversations(api, locale),
    api('GET /api/users/notice_groups', { query: { page } }),
    api('GET /api/users/unread'),
  ]);
  // A phone has room for only one of them: conversations, if there are any.
  const tab: Tab = show === 'talk' || show === 'notices' ? show : talk.total > 0 ? 'talk' : 'notices';
  return { talk, notices, unread, tab };
}

export const meta = pageMeta('message');
export const ErrorBoundary = MeError;

export default function Messages() {
  const t = useTranslate();
  const { mine } = useLoaderData<typeof loader>();
  useStoredScroll();
  if (!mine) return <SignedOut title={t('rooms.message.title')} />;
  const { talk, notices, unread, tab } = mine;
  return (
    <div className="py-6 lg:py-10">
      <PageLink
        to="/me"
        className="mb-2 inline-flex min-h-11 items-center gap-1.5 text-ink-2 text-sm lg:hidden"
      >
        <ArrowLeft className="size-4" />
        {t('me.back')}
      </PageLink>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h1 className="text-2xl lg:text-3xl">{t('rooms.message.title')}</h1>
        <PageLink to="/me/notifications" className="inline-flex min-h-11 items-center gap-1.5 text-sm">
          <BellRing className="size-4" />
          {t('pages.meNotifications.title')}
        </PageLink>
      </div>
      <p className="mt-1 mb-5 text-ink-2">{t('rooms.message.lead')}</p>
      <nav aria-label={t('talk.tabs')} className="mb-4 grid grid-cols-2 gap-2 lg:hidden">
        <TabLink tab="talk" shown={tab} count={unread.messages} />
        <TabLink tab="notices" shown={tab} count={unread.notices} />
      </nav>
      <div className="gap-6 lg:grid lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <section aria-labelledby="talk-title" className={cx(tab !== 'talk' && 'max-lg:hidden')}>
          <h2 id="talk-title" className="mb-3 text-xl max-lg:sr-only">
            {t('talk.title')}
          </h2>
          <ConversationList loaded={talk} />
        </section>
        <section
          aria-labelledby="notices-title"
          className={cx('grid content-start gap-4', tab !== 'notices' && 'max-lg:hidden')}
        >
          <h2 id="notices-title" className="text-xl max-lg:sr-only lg:-mb-1">
            {t('talk.noticesTitle')}
          </h2>
          <Notices loaded={notices} />
        </section>
      </div>
    </div>
  );
}

function TabLink({ tab, shown, count }: { tab: Tab; shown: Tab; count: number }) {
  const t = useTranslate();
  const { href } = useShell();
  return (
    <AppLink
      to={href(`/message?show=${tab}`)}
      aria-current={tab === shown ? 'true' : undefined}
      className="flex min-h-11 items-center justify-center gap-2 rounded-card border border-line bg-sheet text-ink-2 aria-[current]:border-seal aria-[current]:font-bold aria-[current]:text-ink"
    >
      {t(tab === 'talk' ? 'talk.title' : 'talk.notices')}
      <UnreadMark count={count} />
    </AppLink>
  );
}
