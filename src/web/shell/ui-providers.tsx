import { type ReactNode, Suspense } from 'react';
import { AccountWatch } from '#web/domains/accounts/account-watch.tsx';
import { waitingCount } from '#web/domains/classes/queue/waiting-count.ts';
import { ReferenceLoader } from '#web/domains/reference/loader.tsx';
import { ApiProvider } from '#web/ground/api/api-provider.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { ShellProvider, useShell } from '#web/ground/routing/use-shell.tsx';
import { idle } from '#web/ui/motion/idle.ts';
import { MessageBoxProvider } from '#web/ui/overlays/message-box.tsx';
import { ToastProvider } from '#web/ui/overlays/toast.tsx';
import { useHydrated } from '#web/ui/use-hydrated.ts';
import { LinkFollower } from './link-follower.tsx';
import { LoginProvider } from './login.tsx';

const Unread = lazyPart(async () => {
  await idle();
  return import('./unread.tsx');
});

const ClockSender = lazyPart(async () => {
  await idle();
  return import('#web/domains/classes/queue/sender.tsx');
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
