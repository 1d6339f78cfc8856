import { createContext, type ReactNode, Suspense, useContext, useMemo, useState } from 'react';
import type { LoginRequest } from '#web/domains/accounts/login/login-request.ts';
import { useWords } from '#web/ground/i18n/words.tsx';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';

type OpenLogin = (returnTo: string, options?: Omit<LoginRequest, 'returnTo'>) => void;

const LoginContext = createContext<{ open: OpenLogin }>({ open: () => {} });
export const useLogin = () => useContext(LoginContext);

const loadSheet = () => import('#web/domains/accounts/login/login-sheet.tsx');
const LoginSheet = lazyPart(loadSheet);

/** Somebody is about to log in. What does not come now is asked for again when it is needed. */
export const expectLogin = () => void loadSheet().catch(() => {});

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
        <Suspense fallback={<OnItsWay />}>
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

/** On a slow network, or without one, a press is answered at once. */
function OnItsWay() {
  const t = useWords();
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-0 z-[2100] border-line border-t bg-sheet py-6 text-center text-ink-2 shadow-float"
    >
      {t(navigator.onLine ? 'ui.loading' : 'error.offlineStay')}
    </p>
  );
}
