import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useShell } from './use-shell.ts';

const LoginContext = createContext<{ open: (returnTo: string) => void }>({ open: () => {} });
export const useLogin = () => useContext(LoginContext);

/** The one log-in sheet of the app. It remembers where the visitor was going. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { href } = useShell();
  const [returnTo, setReturnTo] = useState<string>();
  const login = useMemo(() => ({ open: setReturnTo }), []);
  const close = () => setReturnTo(undefined);
  return (
    <LoginContext value={login}>
      {children}
      <Sheet open={returnTo !== undefined} onClose={close} title={t('login.title')}>
        <p className="mb-4 text-ink-2">{t('login.notOpen')}</p>
        <ButtonLink variant="primary" to={href('/faq')} onClick={close}>
          {t('login.readFaq')}
        </ButtonLink>
      </Sheet>
    </LoginContext>
  );
}
