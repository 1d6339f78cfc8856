import type { ReactNode } from 'react';
import { Outlet, useRouteError } from 'react-router';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { cx } from '#web/ui/cx.ts';
import { Affix } from './affix.tsx';
import { AskConsent } from './ask-consent.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { ErrorView } from './error-view.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { SkipLink } from './header-controls.tsx';

function DefaultShell({ children }: { children: ReactNode }) {
  const { row } = useShell();
  const hasBar = row?.bar ?? true;
  return (
    <div
      className={cx(
        'flex min-h-dvh flex-col lg:pb-0',
        hasBar && 'pb-[calc(3.5rem+env(safe-area-inset-bottom))]',
      )}
    >
      <SkipLink />
      <Header />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-page flex-1 px-4 outline-none!">
        {children}
      </main>
      {(row?.footer ?? true) && <Footer />}
      {(row?.affix ?? true) && <Affix />}
      {hasBar && <BottomBar />}
      <AskConsent />
    </div>
  );
}

export default function DefaultLayout() {
  return (
    <DefaultShell>
      <Outlet />
    </DefaultShell>
  );
}

/** Shows a page's error inside the shell, so that the visitor can navigate on. */
export function ErrorBoundary() {
  return (
    <DefaultShell>
      <ErrorView error={useRouteError()} />
    </DefaultShell>
  );
}
