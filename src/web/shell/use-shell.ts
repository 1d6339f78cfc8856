import { useLocation, useRouteLoaderData } from 'react-router';
import type { RootData } from '../root.tsx';
import { localizedPath, rowOf, splitLocale } from '../rules.ts';

/** Where the visitor is, which rules hold there, and how to write an address in their language. */
export function useShell() {
  const root = useRouteLoaderData('root') as RootData | undefined;
  const { pathname } = useLocation();
  const { locale, path } = splitLocale(pathname);
  return {
    root,
    locale,
    path,
    row: rowOf(path),
    href: (to: string) => localizedPath(to, locale),
  };
}
