import Plus from 'lucide-react/icons/plus';
import { Outlet } from 'react-router';
import { useWords } from '#web/words.tsx';
import { chatBases } from '../route-table.ts';
import { SealMark } from '../ui/seal-mark.tsx';
import { AccountControls } from './account-controls.tsx';
import { AskConsent } from './ask-consent.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorBoundary as ErrorPage } from './default-layout.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { PageLink } from './page-link.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { useShell } from './use-shell.tsx';

/** The desk of the AI tutor: conversations at the side, the conversation itself in the middle. */
export default function AiTutorLayout() {
  const t = useWords();
  const { root, path } = useShell();
  const base = chatBases.find((known) => path === known || path.startsWith(`${known}/`)) ?? chatBases[0];
  return (
    <div className="flex min-h-dvh flex-col pb-[calc(3.5rem+env(safe-area-inset-bottom))] lg:flex-row lg:pb-0">
      <SkipLink />
      <header className="flex items-center gap-2 border-line border-b px-4 py-2 lg:w-[16.25rem] lg:flex-col lg:items-stretch lg:border-r lg:border-b-0 lg:p-5">
        <PageLink
          to="/"
          className="flex min-h-11 items-center gap-2 whitespace-nowrap font-bold font-serif text-xl"
        >
          <SealMark className="size-8" />
          <span className="sr-only lg:not-sr-only">{t('nav.aiTutor')}</span>
        </PageLink>
        {root?.settings.demo && (
          <span
            lang="zh-Hant-HK"
            className="shrink-0 self-center whitespace-nowrap rounded-full border border-amber/40 bg-amber-soft px-2.5 py-0.5 text-amber text-xs lg:self-start"
          >
            {t('demo.badge')}
          </span>
        )}
        <PageLink
          to={base}
          className="ml-auto flex min-h-11 min-w-11 items-center justify-center gap-1 rounded-card border border-line bg-sheet font-bold text-sm lg:ml-0 lg:px-4"
        >
          <Plus className="size-4" strokeWidth={1.5} aria-hidden />
          <span className="sr-only lg:not-sr-only">{t('chat.new')}</span>
        </PageLink>
        <p className="hidden pt-3 text-ink-2 text-sm lg:block">{t('chat.noThreads')}</p>
        <div className="flex items-center lg:mt-auto">
          <ThemeSwitch />
          <LanguageSwitch />
          <AccountControls />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col px-4 outline-none">
        <div className="mx-auto flex w-full max-w-[55rem] flex-1 flex-col">
          <Outlet />
        </div>
      </main>
      <BottomBar />
      <AskConsent />
    </div>
  );
}

/** An error leaves the desk: it is shown in the ordinary shell. */
export function ErrorBoundary() {
  return <ErrorPage />;
}
