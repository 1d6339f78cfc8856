import type { ReactNode } from 'react';
import { ApiProvider } from '#web/ground/api/api-provider.tsx';
import { useHydrated } from '#web/ground/page-life.ts';
import { ShellProvider } from '#web/ground/routing/use-shell.tsx';
import { MessageBoxProvider } from '#web/ui/overlays/message-box.tsx';
import { ToastProvider } from '#web/ui/overlays/toast.tsx';
import { LinkGuardProvider } from './link-guard.tsx';
import { LoginProvider } from './login.tsx';
import { PartsContext, type ShellParts } from './parts.ts';

/** What every page may count on: the API, toasts, message boxes, log-in, and what the wiring has given to the shell. */
export function UiProviders({ parts, children }: { parts: ShellParts; children: ReactNode }) {
  // The server does without what only watches.
  const isUp = useHydrated();
  return (
    <PartsContext value={parts}>
      <ShellProvider>
        <ApiProvider endSession={parts.endSession}>
          <ToastProvider>
            <MessageBoxProvider>
              <LoginProvider>
                {isUp && <parts.Watches />}
                <LinkGuardProvider>{children}</LinkGuardProvider>
              </LoginProvider>
            </MessageBoxProvider>
          </ToastProvider>
        </ApiProvider>
      </ShellProvider>
    </PartsContext>
  );
}
