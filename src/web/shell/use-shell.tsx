import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import type { Locale } from '#shared/locale.ts';
import type { RootData } from '../root.tsx';
import type { PageRow } from '../route-table.ts';
import { localizedPath, rowOf, splitLocale } from '../rules.ts';

type Shell = {
  /** Undefined when the root itself could not load. */
  root: RootData | undefined;
  locale: Locale;
  /** Where the visitor is, without the locale. */
  path: string;
  /** The rules that hold there. */
  row: PageRow | undefined;
  /** An address in the visitor's language. */
  href: (to: string) => string;
};

/** Only ever set in a browser, which has one visitor. */
let lastRoot: RootData | undefined;

/** What the root loaded, or had loaded before a move that failed: the visitor is still who they were. */
export function useRootData() {
  const loaded = useRouteLoaderData('root') as RootData | undefined;
  useEffect(() => {
    if (loaded) lastRoot = loaded;
  }, [loaded]);
  return loaded ?? lastRoot;
}

export const ShellContext = createContext<Shell | undefined>(undefined);

/** Works out once per page what every link and part of the shell asks for. */
export function ShellProvider({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { pathname } = useLocation();
  const shell = useMemo(() => {
    const { locale, path } = splitLocale(pathname);
    return { root, locale, path, row: rowOf(path), href: (to: string) => localizedPath(to, locale) };
  }, [root, pathname]);
  return <ShellContext value={shell}>{children}</ShellContext>;
}

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell needs a ShellProvider around it');
  return shell;
}
