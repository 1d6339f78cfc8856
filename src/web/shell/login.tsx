import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import { lazyPart } from './lazy-part.ts';

const LoginContext = createContext<{ open: (returnTo: string) => void }>({ open: () => {} });
export const useLogin = () => useContext(LoginContext);

const LoginSheet = lazyPart(() => import('./login-sheet.tsx'));

/** The one log-in sheet of the app, fetched when it is first opened. It remembers where the visitor was going. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<{ returnTo: string; open: boolean }>();
  const login = useMemo(() => ({ open: (returnTo: string) => setRequest({ returnTo, open: true }) }), []);
  return (
    <LoginContext value={login}>
      {children}
      {request && (
        <Suspense>
          <LoginSheet open={request.open} onClose={() => setRequest({ ...request, open: false })} />
        </Suspense>
      )}
    </LoginContext>
  );
}
