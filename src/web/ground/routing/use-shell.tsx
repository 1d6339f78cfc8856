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

/** What the root loader loads for every page. */
export type LoadedRoot = {
  locale: Locale;
  settings: Omit<PageSettings, 'dialCodes'>;
  buildId: string;
  areaCodes: AreaCode[];
  origin: string;
  company: { name: string; fee_note: string; privacy_note: string };
  theme: 'light' | 'dark' | undefined;
  /** Null for a visitor; useRootData replaces it by the default user. */
  user: UserInfo | null;
  aiUser: AiUserInfo | null;
  /** The account is suspended: nothing is asked for in the background. */
  isSuspended: boolean;
  consent: Consent | undefined;
  mobile: boolean;
};

/** The root data as pages see it. A visitor is represented by a user with the id 0. */
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
  /** The current path, without the locale. */
  path: string;
  /** The route table row of the current path. */
  row: PageRow | undefined;
  /** Localizes a path for the visitor's language. */
  href: (to: string) => string;
};

/** Set only in a browser, which has one visitor; never on the server. */
let lastRoot: RootData | undefined;

/** The root loader's data. After a failed navigation it is the last data: the visitor has not changed. */
export function useRootData() {
  const loaderData = useRouteLoaderData('root') as LoadedRoot | undefined;
  const loaded = loaderData && rootDataOf(loaderData);
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
