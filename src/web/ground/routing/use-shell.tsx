import { createContext, type ReactNode, use, useEffect, useMemo } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';
import { defaultAiUserInfo, defaultUserInfo } from '#shared/account-defaults.ts';
import type { AiUserInfo, UserInfo } from '#shared/accounts.ts';
import type { Locale } from '#shared/locale.ts';
import type { PageSettings } from '#shared/page-request.ts';
import type { Consent } from '../analytics.ts';
import { oncePer } from '../once-per.ts';
import type { AreaCode } from './area-codes.ts';
import type { PageRow } from './route-table.ts';
import { localizedPath, rowOf, splitLocale } from './rules.ts';

/** What the root loads for every page. */
export type LoadedRoot = {
  locale: Locale;
  settings: Omit<PageSettings, 'dialCodes'>;
  buildId: string;
  areaCodes: AreaCode[];
  origin: string;
  company: { name: string; fee_note: string; privacy_note: string };
  theme: 'light' | 'dark' | undefined;
  /** Null for nobody; useRootData says who that is. */
  user: UserInfo | null;
  aiUser: AiUserInfo | null;
  consent: Consent | undefined;
  mobile: boolean;
};

/** What every page knows. Who is not logged in is a user too, with the id 0. */
export type RootData = Omit<LoadedRoot, 'user' | 'aiUser'> & { user: UserInfo; aiUser: AiUserInfo };

const rootDataOf = oncePer(
  (loaded: LoadedRoot): RootData => ({
    ...loaded,
    user: loaded.user ?? defaultUserInfo,
    aiUser: loaded.aiUser ?? defaultAiUserInfo,
  }),
);

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
  const given = useRouteLoaderData('root') as LoadedRoot | undefined;
  const loaded = given && rootDataOf(given);
  useEffect(() => {
    if (loaded) lastRoot = loaded;
  }, [loaded]);
  return loaded ?? lastRoot;
}

export const ShellContext = createContext<Shell | undefined>(undefined);

export function shellAt(pathname: string, root?: RootData): Shell {
  const { locale, path } = splitLocale(pathname);
  return { root, locale, path, row: rowOf(path), href: (to) => localizedPath(to, locale) };
}

/** Works out once per page what every link and part of the shell asks for. */
export function ShellProvider({ children }: { children: ReactNode }) {
  const root = useRootData();
  const { pathname } = useLocation();
  const shell = useMemo(() => shellAt(pathname, root), [root, pathname]);
  return <ShellContext value={shell}>{children}</ShellContext>;
}

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error('useShell needs a ShellProvider around it');
  return shell;
}
