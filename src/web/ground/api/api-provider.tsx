import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { useShell } from '../routing/use-shell.tsx';
import { type Api, browserApi } from './api.ts';

const ApiContext = createContext<Api | undefined>(undefined);

/** The API client of the browser, in the visitor's language. For effects and event handlers only. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi is used outside ApiProvider');
  return api;
}

export function ApiProvider({ endSession, children }: { endSession: () => void; children: ReactNode }) {
  const { root, locale, href } = useShell();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const base = root?.settings.apiBase ?? '';
  const aiBase = root?.settings.apiAiBase ?? '';
  const home = href('/');
  const standing = href('/me/standing');
  const api = useMemo(
    () =>
      browserApi({
        locale,
        base,
        aiBase,
        onSessionInvalid: async () => {
          endSession();
          await navigate(home);
          await revalidate();
        },
        onSuspended: () => {
          if (location.pathname !== standing) navigate(standing);
        },
      }),
    [locale, base, aiBase, home, standing, endSession, navigate, revalidate],
  );
  return <ApiContext value={api}>{children}</ApiContext>;
}
