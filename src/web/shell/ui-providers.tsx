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

/** Taps that wait on this device are sent from whatever page is open; whoever has none does not load what sends them. */
function ClockSenderWhenIdle() {
  const { root, path } = useShell();
  const hydrated = useHydrated();
  if (!hydrated || path === '/clock-in' || !root?.user.id || waitingCount(root.user.id) === 0) return null;
  return (
    <Suspense>
      <ClockSender />
    </Suspense>
  );
}

/** Visitors pay nothing for it, and nobody before the page is up. */
function UnreadWhenIdle() {
  const { root } = useShell();
  const hydrated = useHydrated();
  if (!hydrated || !root?.user.id) return null;
  return (
    <Suspense>
      <Unread />
    </Suspense>
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
              <AccountWatch />
              <ReferenceLoader />
              <LinkFollower />
              <UnreadWhenIdle />
              <ClockSenderWhenIdle />
              {children}
            </LoginProvider>
          </MessageBoxProvider>
        </ToastProvider>
      </ApiProvider>
    </ShellProvider>
  );
}
