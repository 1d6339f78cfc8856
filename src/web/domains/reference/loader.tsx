import { useEffect } from 'react';
import { useApi } from '#web/ground/api/api-provider.tsx';
import { useShell } from '#web/ground/routing/use-shell.tsx';
import { loadReferenceLists } from './store.ts';

/** Loads the reference lists of forms and filters, once, after hydration. */
export function ReferenceLoader() {
  const api = useApi();
  const { locale } = useShell();
  useEffect(() => {
    loadReferenceLists(api, locale);
  }, [api, locale]);
  return null;
}
