import { type Locale, localeCookie } from '#shared/locale.ts';

export function cookiesOf(request: Request): Partial<Record<string, string>> {
  const header = request.headers.get('cookie') ?? '';
  return Object.fromEntries(
    header.split('; ').map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/**
 * Stores the locale for a year. Cross-origin embedding needs SameSite=None, which browsers accept only with
 * Secure.
 */
export function localeSetCookie(locale: Locale, crossOrigin: boolean) {
  const age = localeCookie.days * 86_400;
  return `${localeCookie.name}=${locale}; Path=/; Max-Age=${age}; SameSite=${crossOrigin ? 'None; Secure' : 'Lax'}`;
}

/** Reads a cookie that is visible to scripts. */
export function readCookie(name: string) {
  return document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
