import { useEffect } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { loadReferenceLists } from './store.ts';

/** After hydration, and once: the lists that forms and filters choose from. */
export function ReferenceLoader() {
  const api = useApi();
  const { locale } = useShell();
  useEffect(() => {
    loadReferenceLists(api, locale);
  }, [api, locale]);
  return null;
}
