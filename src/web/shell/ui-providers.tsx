import { type ReactNode, Suspense } from 'react';
import { AccountWatch } from '../accounts/account-watch.tsx';
import { waitingCount } from '../classes/queue/waiting-count.ts';
import { ReferenceLoader } from '../reference/loader.tsx';
import { idle } from '../ui/idle.ts';
import { MessageBoxProvider } from '../ui/message-box.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { ApiProvider } from './api-provider.tsx';
import { lazyPart } from './lazy-part.ts';
import { LinkFollower } from './link-follower.tsx';
import { LoginProvider } from './login.tsx';
import { ShellProvider, useShell } from './use-shell.tsx';

const Unread = lazyPart(async () => {
  await idle();
  return import('./unread.tsx');
});

const ClockSender = lazyPart(async () => {
  await idle();
  return import('../classes/queue/sender.tsx');
});

/** What watches and fetches, and shows nothing: it begins when the page is up, and the server does without it. */
function OnceUp() {
  const { root, path } = useShell();
  if (!useHydrated()) return null;
  const userId = root?.user.id;
  return (
    <>
      <AccountWatch />
      <ReferenceLoader />
      <LinkFollower />
      {/* Visitors pay nothing for it, and nobody before the page is idle. */}
      {userId ? (
        <Suspense>
          <Unread />
        </Suspense>
      ) : null}
      {/* Taps that wait on this device are sent from whatever page is open; the clock-in's own page does so itself. */}
      {userId && path !== '/clock-in' && waitingCount(userId) > 0 ? (
        <Suspense>
          <ClockSender />
        </Suspense>
      ) : null}
    </>
  );
}

/** What every page may count on: the API, toasts, message boxes, log-in, and the reference lists on their way. */
export function UiProviders({ children }: { children: ReactNode }) {
  return (
    <ShellProvider>
      <ApiProvider>
        <ToastProvider>
          <MessageBoxProvider>
            <LoginProvider>
              <OnceUp />
              {children}
            </LoginProvider>
          </MessageBoxProvider>
        </ToastProvider>
      </ApiProvider>
    </ShellProvider>
  );
}
