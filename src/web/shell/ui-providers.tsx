import type { ReactNode } from 'react';
import { ApiProvider } from '#web/ground/api/api-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { ShellProvider } from '#web/ground/routing/use-shell.tsx';
import { MessageBoxProvider } from '#web/ui/overlays/message-box.tsx';
import { ToastProvider } from '#web/ui/overlays/toast.tsx';
import { LinkFollower } from './link-follower.tsx';
import { LoginProvider } from './login.tsx';
import { PartsContext, type ShellParts } from './parts.ts';

/**
 * What every page may use: the API client, toasts, message boxes, login, and the parts handed to the shell.
 */
export function UiProviders({ parts, children }: { parts: ShellParts; children: ReactNode }) {
  // The server does not render components that only watch.
  const isHydrated = useHydrated();
  return (
    <PartsContext value={parts}>
      <ShellProvider>
        <ApiProvider endSession={parts.endSession}>
          <ToastProvider>
            <MessageBoxProvider>
              <LoginProvider>
                {isHydrated && <parts.Watches />}
                {isHydrated && <LinkFollower />}
                {children}
              </LoginProvider>
            </MessageBoxProvider>
          </ToastProvider>
        </ApiProvider>
      </ShellProvider>
    </PartsContext>
  );
}
