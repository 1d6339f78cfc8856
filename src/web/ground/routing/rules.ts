import { defaultLocale, type Locale, locales, matchLanguages } from '#shared/locale.ts';
import { type PageRow, routeTable } from './route-table.ts';

/** `/en/faq` is locale en, path /faq; without a prefix the locale is the default one. */
export function splitLocale(pathname: string): { locale: Locale; prefixed: boolean; path: string } {
  const [, first = '', ...rest] = pathname.split('/');
  const locale = locales.find((known) => known === first);
  if (!locale) return { locale: defaultLocale, prefixed: false, path: pathname };
  return { locale, prefixed: true, path: `/${rest.join('/')}` };
}

/** The address of a page in a locale; the default locale needs no prefix. */
export function localizedPath(path: string, locale: Locale) {
  if (locale === defaultLocale) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** Every path of the table as a pattern; literal segments come before parameters, as in the router. */
const patterns = routeTable
  .flatMap((row) => row.paths.map((path) => ({ row, path })))
  .sort((a, b) => a.path.split(/[:*]/).length - b.path.split(/[:*]/).length)
  .map(({ row, path }) => ({
    row,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`),
  }));

/** The route table row of a path (without its locale). */
export function rowOf(path: string): PageRow | undefined {
  return patterns.find(({ pattern }) => pattern.test(path))?.row;
}

const absolute = /^([a-z][a-z\d+.-]*:|\/\/)/i;

/** Where a row's redirect leads; an absolute or protocol-relative target is a full page load. */
export function redirectOf(row: PageRow, locale: Locale) {
  if (row.redirect === undefined) return undefined;
  return absolute.test(row.redirect)
    ? { to: row.redirect, fullLoad: true }
    : { to: localizedPath(row.redirect, locale), fullLoad: false };
}

/** The locale a first visit is redirected to, or undefined if it may stay. */
export function detectLocale(access: {
  pathname: string;
  cookie: string | undefined;
  acceptLanguage: string | undefined;
  enabled: readonly Locale[];
  detection: 'all' | 'root';
}): Locale | undefined {
  const { prefixed, path } = splitLocale(access.pathname);
  if (prefixed || (access.detection === 'root' && path !== '/')) return undefined;
  const detected =
    access.enabled.find((locale) => locale === access.cookie) ??
    matchLanguages(access.acceptLanguage, access.enabled) ??
    defaultLocale;
  return detected === defaultLocale ? undefined : detected;
}

/** A thread id is a non-zero decimal number. */
export function threadId(param: string | undefined) {
  const id = /^\d{1,15}$/.test(param ?? '') ? Number(param) : 0;
  return id > 0 ? id : undefined;
}
