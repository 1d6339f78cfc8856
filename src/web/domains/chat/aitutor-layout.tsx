import Plus from 'lucide-react/icons/plus';
import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router';
import { today } from '#shared/hong-kong.ts';
import { AccountControls } from '#web/domains/accounts/account-controls.tsx';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { PageLink } from '#web/ground/routing/page-link.tsx';
import { apiOf, orNone } from '#web/ground/routing/page-loader.ts';
import { chatBases } from '#web/ground/routing/route-table.ts';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { AskConsent } from '#web/shell/ask-consent.tsx';
import { BottomBar } from '#web/shell/bottom-bar.tsx';
import { ErrorBoundary as ErrorPage } from '#web/shell/default-layout.tsx';
import { LanguageSwitch, SkipLink, ThemeSwitch } from '#web/shell/header-controls.tsx';
import { SealMark } from '#web/ui/seal-mark.tsx';
import { type SideThreads, ThreadSide } from './threads/thread-side.tsx';

export async function loader(args: LoaderFunctionArgs): Promise<{ threads: SideThreads | undefined }> {
  const found = await orNone(apiOf(args)('GET /api_ai/chat_ai/threads'));
  return { threads: found && { list: found.list, total: found.total, today: today() } };
}

/** Layout of the AI tutor: threads at the side, the conversation in the middle. */
export default function AiTutorLayout() {
  const t = useTranslate();
  const { root, path } = useShell();
  const { threads } = useLoaderData<typeof loader>();
  const base = chatBases.find((known) => path === known || path.startsWith(`${known}/`)) ?? chatBases[0];
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(3.5rem+env(safe-area-inset-bottom))] lg:flex-row lg:pb-0 print:pb-0">
      <SkipLink />
      <header className="flex items-center gap-2 border-line border-b px-4 py-2 lg:sticky lg:top-0 lg:h-dvh lg:w-[16.25rem] lg:shrink-0 lg:flex-col lg:items-stretch lg:border-r lg:border-b-0 lg:p-5 print:hidden">
        <PageLink
          to="/"
          className="flex min-h-11 items-center gap-2 whitespace-nowrap font-bold font-serif text-xl"
        >
          <SealMark className="size-8" />
          <span className="sr-only lg:not-sr-only">{t('nav.aiTutor')}</span>
        </PageLink>
        {root?.settings.demo && (
          <span className="shrink-0 self-center whitespace-nowrap rounded-full border border-amber/40 bg-amber-soft px-2.5 py-0.5 text-amber text-xs lg:self-start">
            {t('demo.badge')}
          </span>
        )}
        <PageLink
          to={base}
          className="ml-auto flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-card border border-line bg-sheet font-bold text-sm lg:ml-0 lg:px-4"
        >
          <Plus className="size-4" />
          <span className="sr-only lg:not-sr-only">{t('chat.new')}</span>
        </PageLink>
        <ThreadSide loaded={threads} base={base} />
        <div className="flex items-center lg:mt-auto lg:flex-wrap">
          <ThemeSwitch />
          <LanguageSwitch />
          <AccountControls />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none!">
        <Outlet />
      </main>
      <BottomBar />
      <AskConsent />
    </div>
  );
}

/** An error replaces this layout: it is shown in the ordinary shell. */
export function ErrorBoundary() {
  return <ErrorPage />;
}
