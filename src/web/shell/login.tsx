import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import type { LoginRequest } from '../accounts/login-request.ts';
import { lazyPart } from './lazy-part.ts';

type OpenLogin = (returnTo: string, options?: Omit<LoginRequest, 'returnTo'>) => void;

const LoginContext = createContext<{ open: OpenLogin }>({ open: () => {} });
export const useLogin = () => useContext(LoginContext);

const LoginSheet = lazyPart(() => import('../accounts/login-sheet.tsx'));

/** The one log-in sheet of the app, fetched when it is first opened. It remembers where the visitor was going. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ request: LoginRequest; open: boolean }>();
  const login = useMemo<{ open: OpenLogin }>(
    () => ({
      open: (returnTo, options) => setShown({ request: { ...options, returnTo }, open: true }),
    }),
    [],
  );
  return (
    <LoginContext value={login}>
      {children}
      {shown && (
        <Suspense>
          <LoginSheet
            request={shown.request}
            open={shown.open}
            onClose={() => setShown({ ...shown, open: false })}
          />
        </Suspense>
      )}
    </LoginContext>
  );
}
