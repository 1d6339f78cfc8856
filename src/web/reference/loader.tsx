import { useEffect } from 'react';
import { useApi } from '../shell/api-provider.tsx';
import { useShell } from '../shell/use-shell.tsx';
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
