import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useTranslate } from '#web/ground/i18n/translate-provider.tsx';
import { LoginContext, type LoginRequest } from '#web/ground/login.ts';
import { lazyPart } from '#web/ground/routing/lazy-part.ts';
import { useRootData } from '#web/ground/routing/use-shell.tsx';
import { takeWanted } from '#web/ground/routing/wanted-page.ts';
import { useParts } from './parts.ts';

/**
 * The app's only login sheet, loaded when it is first opened. It remembers where the visitor wanted to go.
 */
export function LoginProvider({ children }: { children: ReactNode }) {
  const { loadLoginSheet } = useParts();
  const [shown, setShown] = useState<{ request: LoginRequest; open: boolean }>();
  const LoginSheet = useMemo(() => lazyPart(loadLoginSheet), [loadLoginSheet]);
  const login = useMemo(
    () => ({
      open: (request?: Partial<LoginRequest>) =>
        setShown({ request: { returnTo: location.pathname + location.search, ...request }, open: true }),
      // A failed preload is retried when the sheet is opened.
      expect: () => void loadLoginSheet().catch(() => {}),
    }),
    [loadLoginSheet],
  );
  const { key } = useLocation();
  const isVisitor = !useRootData()?.user.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the gate may send a visitor to the same page again
  useEffect(() => {
    const returnTo = takeWanted();
    if (returnTo && isVisitor) login.open({ returnTo });
  }, [key, isVisitor, login]);
  return (
    <LoginContext value={login}>
      {children}
      {shown && (
        <Suspense fallback={<LoadingSheet />}>
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

/** Immediate feedback to the click on a slow network or without one. */
function LoadingSheet() {
  const t = useTranslate();
  return (
    <p
      role="status"
      className="fixed inset-x-0 bottom-0 z-[2100] border-line border-t bg-sheet py-6 text-center text-ink-2 shadow-float"
    >
      {t(navigator.onLine ? 'ui.loading' : 'error.offlineStay')}
    </p>
  );
}
