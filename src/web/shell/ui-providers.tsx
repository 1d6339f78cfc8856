import type { ReactNode } from 'react';
import { AccountWatch } from '../accounts/account-watch.tsx';
import { ReferenceLoader } from '../reference/loader.tsx';
import { MessageBoxProvider } from '../ui/message-box.tsx';
import { ToastProvider } from '../ui/toast.tsx';
import { ApiProvider } from './api-provider.tsx';
import { LinkFollower } from './link-follower.tsx';
import { LoginProvider } from './login.tsx';
import { ShellProvider } from './use-shell.tsx';

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
              {children}
            </LoginProvider>
          </MessageBoxProvider>
        </ToastProvider>
      </ApiProvider>
    </ShellProvider>
  );
}
